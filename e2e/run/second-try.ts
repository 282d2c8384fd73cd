import { type Failure, failuresOfJest } from './failures.ts';
import type { JestReport } from './reports.ts';

/**
 * Whether what fails is tried once more (`TEST_SECOND_TRY=on`). For machines whose pace nobody can vouch for: there a
 * whole run of thousands of tests would fail for one that lost a race. What needed it is named at the end of the run as
 * a fault of its own; where people work, nothing is repeated.
 */
export const hasSecondTry = process.env.TEST_SECOND_TRY === 'on';

/** With more than these, it is not chance. */
const mostFiles = 5;

/** The failures of Jest that were gone when their files were run again, each alone. */
export async function retryJest(
  report: JestReport,
  run: (files: readonly string[]) => Promise<JestReport | null>,
): Promise<Failure[]> {
  const failures = failuresOfJest(report);
  const files = report.testResults.filter((result) => failuresOfJest(withOnly(report, result)).length > 0);
  if (files.length === 0 || files.length > mostFiles) return [];
  const again = await run(files.map(({ name }) => name));
  if (!again) return [];
  // A name that the second run does not have did not pass there.
  const passed = new Set(
    again.testResults.flatMap(({ name, assertionResults }) => [
      ...(assertionResults.length > 0 && assertionResults.every(({ status }) => status !== 'failed') ? [name] : []),
      ...assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => `${name}: ${fullName}`),
    ]),
  );
  return failures.filter(({ name }) => passed.has(name));
}

function withOnly(report: JestReport, result: JestReport['testResults'][number]): JestReport {
  return { ...report, testResults: [result] };
}

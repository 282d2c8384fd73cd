import { type Failure, failuresOfJest } from './failures.ts';
import type { JestReport } from './reports.ts';

/**
 * Whether failed tests are repeated once (`TEST_SECOND_TRY=on`). It is meant for machines with unpredictable speed, where
 * one lost race would fail a run of thousands of tests. A repeated test is listed at the end as uncertain. On developers'
 * machines nothing is repeated.
 */
export const hasSecondTry = process.env.TEST_SECOND_TRY === 'on';

/** More failed files than this are not due to chance. */
const maxFiles = 5;

/** The Jest failures that passed when their files were run again, one at a time. */
export async function retryJest(
  report: JestReport,
  run: (files: readonly string[]) => Promise<JestReport | null>,
): Promise<Failure[]> {
  const failures = failuresOfJest(report);
  const files = report.testResults.filter((result) => failuresOfJest(withOnly(report, result)).length > 0);
  if (files.length === 0 || files.length > maxFiles) return [];
  const again = await run(files.map(({ name }) => name));
  if (!again) return [];
  // A name that is missing in the second run has not passed there.
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

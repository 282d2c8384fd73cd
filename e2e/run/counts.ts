import type { CheckResult } from './checks.ts';
import type { JestReport, PlaywrightReport } from './reports.ts';

/** How many tests of a suite passed, failed and were skipped. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** A suite that did not get as far as writing its report counts as one failure. */
const noReport: Counts = { passed: 0, failed: 1, skipped: 0 };

export function countChecks(checks: readonly CheckResult[]): Counts {
  const passed = checks.filter((check) => check.passed).length;
  return { passed, failed: checks.length - passed, skipped: 0 };
}

/**
 * Counts of Jest's report; a test file that could not run counts as a failure.
 * @param passedLater failures of that report which a second try did not have.
 */
export function countJest(report: JestReport | null, passedLater = 0): Counts {
  if (!report) return noReport;
  return {
    passed: report.numPassedTests + passedLater,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites - passedLater,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts of Playwright's report; without `TEST_SECOND_TRY` it repeats nothing, and calls nothing flaky. */
export function countPlaywright(report: PlaywrightReport | null): Counts {
  if (!report) return noReport;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped };
}

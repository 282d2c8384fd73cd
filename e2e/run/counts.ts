import type { CheckResult } from './checks.ts';
import type { JestReport, PlaywrightReport } from './reports.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** A suite without a report counts as one failure. */
const noReport: Counts = { passed: 0, failed: 1, skipped: 0 };

export function countChecks(checks: readonly CheckResult[]): Counts {
  const passed = checks.filter((check) => check.passed).length;
  return { passed, failed: checks.length - passed, skipped: 0 };
}

/**
 * The counts of Jest's report; a test file that could not run counts as a failure. @param passedLater failures that passed
 * at the second try
 */
export function countJest(report: JestReport | null, passedLater = 0): Counts {
  if (!report) return noReport;
  return {
    passed: report.numPassedTests + passedLater,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites - passedLater,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The counts of Playwright's report. Without `TEST_SECOND_TRY` it repeats nothing and marks nothing as flaky. */
export function countPlaywright(report: PlaywrightReport | null): Counts {
  if (!report) return noReport;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped };
}

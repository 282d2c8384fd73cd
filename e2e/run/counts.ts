import type { CheckResult } from './checks.ts';
import { type JestReport, type PlaywrightReport, testsOf } from './reports.ts';

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

const outcomes = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' } as const;

/** The counts of Playwright's report by engine. Faults outside of tests count as failures of `playwright`. */
export function countPlaywright(report: PlaywrightReport | null): Record<string, Counts> {
  if (!report) return { playwright: noReport };
  const engines: Record<string, Counts> = {};
  for (const { projectName, status } of testsOf(report)) {
    const counts = engines[projectName] ?? { passed: 0, failed: 0, skipped: 0 };
    counts[outcomes[status]] += 1;
    engines[projectName] = counts;
  }
  return report.errors.length > 0 ? { ...engines, playwright: { ...noReport, failed: report.errors.length } } : engines;
}

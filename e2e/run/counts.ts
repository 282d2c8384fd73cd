import { readFile } from 'node:fs/promises';

/** How many tests of a suite passed, failed and were skipped. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** A suite that did not get as far as writing its report counts as one failure. */
const noReport: Counts = { passed: 0, failed: 1, skipped: 0 };

/** Counts of Jest's `--json` report; a test file that could not run counts as a failure. */
export async function countJest(file: string): Promise<Counts> {
  const report = await readReport<JestReport>(file);
  if (!report) return noReport;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts of Playwright's JSON report; a test that passed only when repeated is a failure. */
export async function countPlaywright(file: string): Promise<Counts> {
  const report = await readReport<PlaywrightReport>(file);
  if (!report) return noReport;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

/** The report's own tool wrote it a moment ago, so its shape is trusted. */
async function readReport<Report>(file: string): Promise<Report | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}

import { readFile } from 'node:fs/promises';

/** The members of Jest's `--json` report that are read. */
export interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** The members of the report of Playwright's JSON reporter that are read. */
export interface PlaywrightReport {
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; line: number; tests: PlaywrightTest[] }[];
}

interface PlaywrightTest {
  projectName: string;
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  results: { errors: { message?: string }[] }[];
}

/** Null if the tool did not write it. The shape is trusted, because the tool has just written it. */
export async function readReport<Report extends JestReport | PlaywrightReport>(file: string): Promise<Report | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}

/** Every test of Playwright's report with its place. */
export function testsOf({ suites }: PlaywrightReport) {
  return suites
    .flatMap(flatten)
    .flatMap(({ file, specs }) =>
      specs.flatMap(({ title, line, tests }) => tests.map((test) => ({ file, title, line, ...test }))),
    );
}

/** A suite and all suites within it. */
function flatten(suite: PlaywrightSuite): PlaywrightSuite[] {
  return [suite, ...(suite.suites ?? []).flatMap(flatten)];
}

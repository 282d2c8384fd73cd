import type { EngineName } from './engines.ts';

/** The tests that run in every engine; all others look at the server, or at one browser's own switches, and run once. */
export const sharedSuites: readonly string[] = [
  'engines/**/*.spec.ts',
  'journeys/**/*.spec.ts',
  'accessibility/keyboard*.spec.ts',
  'resilience/remotes-browser.spec.ts',
];

interface LeftOut {
  /** The title of a test, or the beginning of the path of its file. */
  test: string;
  why: string;
}

/** Tests of these suites that an engine cannot run, or that ask it nothing new. */
export const leftOut: Readonly<Record<EngineName, readonly LeftOut[]>> = {
  firefox: [],
  webkit: [],
};

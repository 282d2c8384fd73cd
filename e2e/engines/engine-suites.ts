import type { EngineName } from './engines.ts';

/** The tests that run in every engine; all others look at the server, or at one browser's own switches, and run once. */
const sharedSuites: readonly string[] = [
  'engines/**/*.spec.ts',
  'journeys/**/*.spec.ts',
  'accessibility/keyboard*.spec.ts',
  'platform/fetch-ahead.spec.ts',
  'resilience/remotes-browser.spec.ts',
  'resilience/shared-files.spec.ts',
];

/** Files among them that ask a browser nothing, or only for a page or two on the way. */
const serverSuites: readonly string[] = [
  'journeys/intake-payloads.spec.ts',
  'journeys/office.spec.ts',
  'journeys/partner.spec.ts',
  'journeys/squad.spec.ts',
  'journeys/staff.spec.ts',
];

interface LeftOut {
  /** The title of a test. */
  test: string;
  why: string;
}

/** Tests that an engine cannot run, and that Chromium runs alone. */
const leftOut: Readonly<Record<EngineName, readonly LeftOut[]>> = {
  firefox: [],
  webkit: [],
};

/** What Playwright runs in an engine. */
export function suitesOf(name: EngineName) {
  const titles = leftOut[name].map(({ test }) => test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return {
    testMatch: [...sharedSuites],
    testIgnore: [...serverSuites],
    ...(titles.length > 0 && { grepInvert: new RegExp(`(?:${titles.join('|')})$`) }),
  };
}

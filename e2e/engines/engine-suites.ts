import type { EngineName } from './engines.ts';

// File names and tags decide which tests run in which engine, so a new test needs no entry in a list.
//
// - Chromium runs every test.
// - Firefox and WebKit run the journeys of visitors and every `*.engines.spec.ts`. A test that an engine cannot run, or whose
//   result is the same in every engine (axe, the server's responses), has a tag: `@chromium` for Chromium alone,
//   `@not-firefox`, `@not-webkit`.
// - A quick run of `npm test` (docs/decisions/2026-11-23-quick-and-whole-runs.md) runs the suites of all engines and every
//   `*.quick.spec.ts`. Each suite of all engines runs in Chromium and in one of the other two, chosen by its first letter.

const ofEveryEngine = ['journeys/*.spec.ts', '**/*.engines.spec.ts'];
const ofQuickRun: Readonly<Record<EngineName, readonly string[]>> = {
  firefox: ['journeys/[a-l]*.spec.ts', '**/[a-l]*.engines.spec.ts'],
  webkit: ['journeys/[m-z]*.spec.ts', '**/[m-z]*.engines.spec.ts'],
};

/** `npm test` sets this variable in a quick run. Without it Playwright runs everything. */
export const quickRunSetting = 'TEST_QUICK';
const isQuick = process.env[quickRunSetting] === 'on';

/** An absolute pattern, because a folder above the repository may have the same name as a suite. */
const inThisFolder = (pattern: string) => `${import.meta.dirname}/../${pattern}`;

/** The suites of an engine other than Chromium. */
export function suitesOf(name: EngineName) {
  return {
    testMatch: (isQuick ? ofQuickRun[name] : ofEveryEngine).map(inThisFolder),
    grepInvert: [/@chromium\b/, new RegExp(`@not-${name}\\b`)],
  };
}

/** The suites of Chromium. */
export function suitesOfChromium() {
  return isQuick ? { testMatch: [...ofEveryEngine, '**/*.quick.spec.ts'].map(inThisFolder) } : {};
}

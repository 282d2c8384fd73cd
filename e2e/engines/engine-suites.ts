import type { EngineName } from './engines.ts';

// Which tests run in which engine goes by names, so that a new test needs no entry anywhere.
//
// - Chromium has every test.
// - Firefox and WebKit have the journeys of visitors and every `*.engines.spec.ts`. A test that one of them cannot run, or that
//   asks what is the same in every engine (what axe says, what the server sends), has a tag that says so: `@chromium` for
//   Chromium alone, `@not-firefox`, `@not-webkit`.
// - A quick run of `npm test` (docs/decisions/2026-11-23-quick-and-whole-runs.md) has what all engines have, and every
//   `*.quick.spec.ts`. Each suite of all engines runs in Chromium and in one of the other two, by its first letter.

const ofEveryEngine = ['journeys/*.spec.ts', '**/*.engines.spec.ts'];
const ofQuickRun: Readonly<Record<EngineName, readonly string[]>> = {
  firefox: ['journeys/[a-l]*.spec.ts', '**/[a-l]*.engines.spec.ts'],
  webkit: ['journeys/[m-z]*.spec.ts', '**/[m-z]*.engines.spec.ts'],
};

/** Set for Playwright by a quick run of `npm test`. Playwright called by itself leaves nothing out. */
export const quickRunSetting = 'TEST_QUICK';
const isQuick = process.env[quickRunSetting] === 'on';

/** Whole, since a folder above the repository may have the name of one of these. */
const inThisFolder = (pattern: string) => `${import.meta.dirname}/../${pattern}`;

/** What Playwright runs in an engine beside Chromium. */
export function suitesOf(name: EngineName) {
  return {
    testMatch: (isQuick ? ofQuickRun[name] : ofEveryEngine).map(inThisFolder),
    grepInvert: [/@chromium\b/, new RegExp(`@not-${name}\\b`)],
  };
}

/** What Playwright runs in Chromium. */
export function suitesOfChromium() {
  return isQuick ? { testMatch: [...ofEveryEngine, '**/*.quick.spec.ts'].map(inThisFolder) } : {};
}

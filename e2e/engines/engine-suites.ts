import type { EngineName } from './engines.ts';

// Tags and file names decide which tests run where, so a new test needs no entry in a list.
//
// - `@engines`: what visitors do and what browsers do differently. It runs in Chromium, Firefox and WebKit. A test that one of
//   them cannot run is `@not-firefox` or `@not-webkit`, too.
// - Everything else runs in Chromium. A quick run of `npm test` (docs/decisions/2026-11-28-three-engines-in-a-quick-run.md)
//   leaves it out, except for `*.quick.spec.ts`.

const everyEngine = /@engines\b/;
const quickRun = /@engines\b|\.quick\.spec\.ts\b/;

/** `npm test` sets this variable in a quick run. Without it Playwright runs everything. */
export const quickRunSetting = 'TEST_QUICK';
const isQuick = process.env[quickRunSetting] === 'on';

/** The tests of an engine other than Chromium. */
export function suitesOf(name: EngineName) {
  return { grep: everyEngine, grepInvert: new RegExp(`@not-${name}\\b`) };
}

/** The tests of Chromium. */
export function suitesOfChromium() {
  return isQuick ? { grep: quickRun } : {};
}

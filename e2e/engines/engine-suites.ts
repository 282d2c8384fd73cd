import type { EngineName } from './engines.ts';

// Tags and file names decide which tests run where, so a new test needs no entry in a list.
//
// - `@journey`: the main journeys of visitors. They run in Chromium, Firefox and WebKit in every run.
// - `@engines`: everything else that visitors do and that browsers do differently. It runs in the three engines, except in a quick
//   run. A test with one of these tags that an engine cannot run is `@not-firefox` or `@not-webkit`, too.
// - All other tests run in Chromium: `*.quick.spec.ts` in every run, `*.ci.spec.ts` in CI, and all of them in a whole run.

/** How much runs: `npm test` sets `quick`, and `.ci/run` sets `ci`. Playwright called directly runs everything. */
export const runSetting = 'TEST_RUN';
export const runs = ['quick', 'ci', 'whole'] as const;

/** The tests of each run in every engine, and those that Chromium has besides. */
const tests = {
  quick: { everywhere: '@journey\\b', inChromium: String.raw`\.quick\.spec\.ts\b` },
  ci: { everywhere: '@(journey|engines)\\b', inChromium: String.raw`\.(quick|ci)\.spec\.ts\b` },
  whole: { everywhere: '@(journey|engines)\\b', inChromium: '.' },
} as const;

const { everywhere, inChromium } = tests[runs.find((run) => run === process.env[runSetting]) ?? 'whole'];

/** The tests of an engine other than Chromium. */
export function suitesOf(name: EngineName) {
  return { grep: new RegExp(everywhere), grepInvert: new RegExp(`@not-${name}\\b`) };
}

/** The tests of Chromium. */
export function suitesOfChromium() {
  return { grep: new RegExp(`${everywhere}|${inChromium}`) };
}

import TestSequencer from '@jest/test-sequencer';

/** Begins with the files that take longest, so that the last of them does not run alone. */
// biome-ignore lint/style/noDefaultExport: Jest takes a sequencer by its default export
export default class SlowFirst extends TestSequencer {
  sort(tests) {
    const isSlow = ({ path }) => /\.(ci|slow)\.test\.tsx?$/.test(path);
    const sorted = super.sort(tests);
    return [...sorted.filter(isSlow), ...sorted.filter((test) => !isSlow(test))];
  }
}

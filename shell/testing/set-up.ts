import { afterEach, beforeEach, expect, jest } from '@jest/globals';

// Most of these tests start processes, possibly on a busy machine; the timeout only ends tests that hang.
jest.setTimeout(60_000);

/** A test that expects an error spies on the console; any other output fails the test. */
let unexpected: unknown[][] = [];

beforeEach(() => {
  unexpected = [];
  jest.spyOn(console, 'error').mockImplementation((...words) => {
    unexpected.push(words);
  });
});

afterEach(() => {
  expect(unexpected).toEqual([]);
});

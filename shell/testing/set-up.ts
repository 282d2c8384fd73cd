import { afterEach, beforeEach, expect, jest } from '@jest/globals';

// Most of these tests start processes, and the machine may have much else to do: a bound for what hangs.
jest.setTimeout(60_000);

/** A test that expects an error spies on the console itself; any other one fails the test. */
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

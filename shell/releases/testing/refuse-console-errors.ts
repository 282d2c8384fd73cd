import { afterEach, beforeEach, expect, jest } from '@jest/globals';

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

// Imported first, because Jest evaluates CommonJS (@nestjs/throttler) while it links, when it cannot require an ES module
// that is still being linked.
import '@nestjs/common';
import '@nestjs/core';
import { afterEach, expect, jest } from '@jest/globals';

// The tests use real databases and processes on a busy machine.
jest.setTimeout(60_000);

const unexpected = [];
console.error = (...words) => unexpected.push(words);

afterEach(() => {
  const said = unexpected.splice(0);
  expect(said).toEqual([]);
});

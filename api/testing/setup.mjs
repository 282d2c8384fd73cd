// Jest reads CommonJS (@nestjs/throttler) while it links, when it cannot yet require a module of ECMAScript that is linked too.
import '@nestjs/common';
import '@nestjs/core';
import { afterEach, expect, jest } from '@jest/globals';

// Real databases and processes on a machine that does other things too.
jest.setTimeout(60_000);

const unexpected = [];
console.error = (...words) => unexpected.push(words);

afterEach(() => {
  const said = unexpected.splice(0);
  expect(said).toEqual([]);
});

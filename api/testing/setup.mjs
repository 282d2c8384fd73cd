import { afterEach, expect } from '@jest/globals';

const unexpected = [];
console.error = (...words) => unexpected.push(words);

afterEach(() => {
  const said = unexpected.splice(0);
  expect(said).toEqual([]);
});

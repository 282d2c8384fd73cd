import { afterEach, beforeEach, expect, jest } from '@jest/globals';

// The timeout leaves room for axe on a whole page and for a busy machine.
jest.setTimeout(60_000);
// A test for plain Node needs none of it.
if (typeof document !== 'undefined') await import('./set-up-document.ts');

const output: string[] = [];

/** Takes the console output so far, for a test that expects it. Output that is left at the end fails the test. */
export function takeConsole(): string[] {
  return output.splice(0);
}

for (const kind of ['error', 'warn'] as const) {
  console[kind] = (...args: unknown[]) => output.push(`console.${kind}: ${args.map(String).join(' ')}`);
}

beforeEach(() => {
  takeConsole();
});

afterEach(() => {
  expect(takeConsole()).toEqual([]);
});

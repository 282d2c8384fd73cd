import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, expect, jest } from '@jest/globals';
import { configure } from '@testing-library/dom';
import { installDialogs } from './dialogs-for-jsdom.ts';

// The timeouts leave room for axe on a whole page and for a busy machine.
jest.setTimeout(60_000);
configure({ asyncUtilTimeout: 15_000 });

const output: string[] = [];

/** Takes the console output so far, for a test that expects it. Output that is left at the end fails the test. */
export function takeConsole(): string[] {
  return output.splice(0);
}

for (const kind of ['error', 'warn'] as const) {
  console[kind] = (...args: unknown[]) => output.push(`console.${kind}: ${args.map(String).join(' ')}`);
}

if (typeof document !== 'undefined') {
  installDialogs();
  // jsdom has no scrolling and no media queries. Tests ask for reduced motion, so nothing waits for a scroll event.
  Element.prototype.scrollIntoView ??= () => {};
  window.matchMedia ??= (query) => ({ matches: query.includes('reduce'), media: query }) as MediaQueryList;
}

beforeEach(() => {
  takeConsole();
});

afterEach(() => {
  expect(takeConsole()).toEqual([]);
});

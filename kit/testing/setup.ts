import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, expect, jest } from '@jest/globals';
import { configure } from '@testing-library/dom';
import { installDialogs } from './dialogs-for-jsdom.ts';

// Bounds for what never comes, with room for axe on a whole page and a machine that does much else.
jest.setTimeout(60_000);
configure({ asyncUtilTimeout: 15_000 });

const said: string[] = [];

/** Takes what was said so far, for a test that expects it: what is left over at the end fails the test. */
export function takeConsole(): string[] {
  return said.splice(0);
}

for (const kind of ['error', 'warn'] as const) {
  console[kind] = (...words: unknown[]) => said.push(`console.${kind}: ${words.map(String).join(' ')}`);
}

if (typeof document !== 'undefined') {
  installDialogs();
  // jsdom has no scrolling and no media queries. Here nobody wants motion, so nothing waits for a scroll that never comes.
  Element.prototype.scrollIntoView ??= () => {};
  window.matchMedia ??= (query) => ({ matches: query.includes('reduce'), media: query }) as MediaQueryList;
}

beforeEach(() => {
  takeConsole();
});

afterEach(() => {
  expect(takeConsole()).toEqual([]);
});

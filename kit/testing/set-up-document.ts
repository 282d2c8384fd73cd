import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/dom';
import { installDialogs } from './dialogs-for-jsdom.ts';

/** Testing Library would print the whole page for each look of a test that waits, and throw the print away. */
function sayWithoutPage(message: string | null): Error {
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  // A report points at the line of the test.
  Error.captureStackTrace(error, sayWithoutPage);
  return error;
}

configure({
  // Leaves room for a busy machine.
  asyncUtilTimeout: 15_000,
  getElementError: sayWithoutPage,
});
installDialogs();
// jsdom has no scrolling and no media queries. Tests ask for reduced motion, so nothing waits for a scroll event.
Element.prototype.scrollIntoView ??= () => {};
window.matchMedia ??= (query) => ({ matches: query.includes('reduce'), media: query }) as MediaQueryList;

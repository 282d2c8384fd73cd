import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/dom';
import { installDialogs } from './dialogs-for-jsdom.ts';

/** Testing Library prints the whole page each time that a waiting query fails, and discards all prints but the last. */
function createErrorWithoutPage(message: string | null): Error {
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  // A report points at the line of the test.
  Error.captureStackTrace(error, createErrorWithoutPage);
  return error;
}

configure({
  // Leaves room for a busy machine.
  asyncUtilTimeout: 15_000,
  getElementError: createErrorWithoutPage,
});
installDialogs();
// jsdom has no scrolling and no media queries. Tests ask for reduced motion, so nothing waits for a scroll event.
Element.prototype.scrollIntoView ??= () => {};
window.matchMedia ??= (query) => ({ matches: query.includes('reduce'), media: query }) as MediaQueryList;

import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/dom';
import { installDialogs } from './dialogs-for-jsdom.ts';

configure({
  // Leaves room for a busy machine.
  asyncUtilTimeout: 15_000,
  // Testing Library would print the page for each look of a test that waits, and throw the print away.
  getElementError: (message) => Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
});
installDialogs();
// jsdom has no scrolling and no media queries. Tests ask for reduced motion, so nothing waits for a scroll event.
Element.prototype.scrollIntoView ??= () => {};
window.matchMedia ??= (query) => ({ matches: query.includes('reduce'), media: query }) as MediaQueryList;

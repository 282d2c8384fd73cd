import '@testing-library/jest-dom/jest-globals';
import { configure, getConfig } from '@testing-library/dom';
import { installDialogs } from './dialogs-for-jsdom.ts';

// Leaves room for a busy machine.
configure({ asyncUtilTimeout: 15_000 });
// A query fails at each look while a test waits. Only the last failure is told, to which the library adds the document.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    if (!isWaiting) return getElementError(message, container);
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
  },
});
installDialogs();
// jsdom has no scrolling and no media queries. Tests ask for reduced motion, so nothing waits for a scroll event.
Element.prototype.scrollIntoView ??= () => {};
window.matchMedia ??= (query) => ({ matches: query.includes('reduce'), media: query }) as MediaQueryList;

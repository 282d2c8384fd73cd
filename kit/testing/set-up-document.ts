import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/dom';
import { installDialogs } from './dialogs-for-jsdom.ts';

// Leaves room for a busy machine.
configure({ asyncUtilTimeout: 15_000 });
installDialogs();
// jsdom has no scrolling and no media queries. Tests ask for reduced motion, so nothing waits for a scroll event.
Element.prototype.scrollIntoView ??= () => {};
window.matchMedia ??= (query) => ({ matches: query.includes('reduce'), media: query }) as MediaQueryList;

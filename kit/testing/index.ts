/** For component tests of every workspace; never part of a bundle. */

// Declares the matchers of jest-dom also for those that have the kit as a package.
import '@testing-library/jest-dom/jest-globals';

export { buildSite } from './build-site.ts';
export { type FakeAnswer, type FakeRoutes, type ReceivedCall, startFakeApi } from './fake-api.ts';
export { findViolations } from './find-violations.ts';
export { renderWithKit } from './render.tsx';
export { takeConsole } from './setup.ts';

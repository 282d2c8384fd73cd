/** For component tests of every workspace; never part of a bundle. */
export { buildSite } from './build-site.ts';
export { type FakeRoutes, type ReceivedCall, startFakeApi } from './fake-api.ts';
export { findViolations } from './find-violations.ts';
export { renderWithKit } from './render.tsx';
export { takeConsole } from './setup.ts';

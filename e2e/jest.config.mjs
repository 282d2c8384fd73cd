import { transform } from 'kit/testing/jest-project';

/** What of the benches is reckoned: everything else here is tried in browsers, by Playwright. */
export default {
  displayName: 'e2e',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform,
};

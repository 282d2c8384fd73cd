import { transform } from 'kit/testing/jest-project';

/** Server code runs in plain Node; a browser test selects its environment at the top of its file. */
export default {
  displayName: 'shell',
  testEnvironment: 'node',
  globalSetup: '<rootDir>/testing/build-shell.mjs',
  testMatch: ['<rootDir>/**/*.test.ts', '<rootDir>/**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx', '.css'],
  transform: { ...transform, '\\.css$': '<rootDir>/testing/text-file.mjs' },
  setupFilesAfterEnv: ['<rootDir>/testing/set-up.ts'],
};

import { transform } from 'kit/testing/jest-project';

export default {
  rootDir: '..',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/shell/platform/state/*.test.ts', '<rootDir>/shell/platform/keys/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform,
  setupFilesAfterEnv: ['<rootDir>/shell/testing/set-up.ts'],
};

import { transform } from 'kit/testing/jest-project';
import api from '../api/jest.config.mjs';

/** The tests of each subject of `npm run mutation`. */
const subjects = {
  releases: {
    rootDir: '..',
    testEnvironment: 'node',
    testMatch: ['state/*', 'keys/*', 'gate/record-rules', 'gate/tampering.ci', 'acts/slots'].map(
      (tests) => `<rootDir>/shell/platform/${tests}.test.ts`,
    ),
    testPathIgnorePatterns: [String.raw`\.slow\.test\.ts$`],
    extensionsToTreatAsEsm: ['.ts', '.tsx'],
    transform,
    setupFilesAfterEnv: ['<rootDir>/shell/testing/set-up.ts'],
  },
  forms: {
    ...api,
    rootDir: '../api',
    roots: ['submissions', 'validation', 'openapi', 'partners', 'http'].map((room) => `<rootDir>/src/${room}`),
  },
};

export default subjects[process.env.MUTATE ?? 'releases'];

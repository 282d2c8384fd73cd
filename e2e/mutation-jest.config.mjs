import { transform } from 'kit/testing/jest-project';
import api from '../api/jest.config.mjs';

/** @param {...string} tests their paths below `shell/platform`, without the ending */
function platformTests(...tests) {
  return {
    rootDir: '..',
    testEnvironment: 'node',
    testMatch: tests.map((path) => `<rootDir>/shell/platform/${path}.test.ts`),
    testPathIgnorePatterns: [String.raw`\.slow\.test\.ts$`],
    extensionsToTreatAsEsm: ['.ts', '.tsx'],
    transform,
    setupFilesAfterEnv: ['<rootDir>/shell/testing/set-up.ts'],
  };
}

/** The tests of each subject of `npm run mutation`. */
const subjects = {
  releases: platformTests('state/*', 'keys/*', 'gate/record-rules', 'gate/tampering.ci', 'acts/grants'),
  acts: platformTests('acts/*', 'guard/run-plans'),
  forms: {
    ...api,
    rootDir: '../api',
    roots: ['submissions', 'validation', 'openapi', 'partners', 'http'].map((room) => `<rootDir>/src/${room}`),
  },
};

export default subjects[process.env.MUTATE ?? 'releases'];

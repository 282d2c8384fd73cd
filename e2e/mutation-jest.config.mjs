import api from '../api/jest.config.mjs';
import shell from '../shell/jest.config.mjs';

/** The shell is not built, because no test of these needs it. @param {...string} tests paths below `shell`, without the ending */
function shellTests(...tests) {
  const testMatch = tests.map((path) => `<rootDir>/${path}.test.ts`);
  return { ...shell, rootDir: '../shell', globalSetup: undefined, testMatch };
}

/** The tests of each subject of `npm run mutation`. */
const subjects = {
  releases: shellTests(
    ...['state/*', 'keys/*', 'gate/record-rules', 'gate/tampering.ci', 'acts/grants'].map((path) => `platform/${path}`),
  ),
  acts: shellTests('platform/acts/*', 'platform/guard/run-plans'),
  forms: {
    ...api,
    rootDir: '../api',
    roots: ['submissions', 'validation', 'openapi', 'partners', 'http'].map((room) => `<rootDir>/src/${room}`),
  },
};

export default subjects[process.env.MUTATE ?? 'releases'];

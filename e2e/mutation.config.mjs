// npm run mutation: StrykerJS changes the rules that decide over releases, rights and forms, one place at a time, and counts the
// changes that no test notices.
export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  mutate: [
    'shell/platform/state/apply.ts',
    'shell/platform/state/apply-rights.ts',
    'shell/platform/state/apply-switch.ts',
    'shell/platform/keys/rights.ts',
  ],
  jest: { projectType: 'custom', configFile: 'e2e/mutation-jest.config.mjs', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: '/tmp/mutation.json' },
  ignorePatterns: ['**/dist', 'e2e/results', '.git', 'docs'],
  checkers: [],
  tsconfigFile: 'none.json',
};

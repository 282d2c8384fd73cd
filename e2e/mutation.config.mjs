// npm run mutation: StrykerJS changes the code that decides over releases and rights, one place at a time, and lists the
// changes that no test notices. It takes about an hour on two cores.
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
  reporters: ['clear-text', 'progress-append-only'],
  ignorePatterns: ['**/dist', 'e2e/results', 'docs'],
  // It would rewrite TypeScript's settings, which Jest does not read.
  tsconfigFile: 'none.json',
};

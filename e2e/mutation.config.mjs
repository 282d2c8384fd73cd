// npm run mutation: StrykerJS changes code one place at a time and lists the changes that no test notices. MUTATE=releases
// (the default) changes what decides over releases and rights, MUTATE=acts what writes a switch into the log, MUTATE=forms
// what checks a form and keeps it once. Each takes one to two hours on two cores. A copy of the repository without builds is
// changed.
const subjects = {
  releases: [
    'shell/platform/state/apply.ts',
    'shell/platform/state/apply-rights.ts',
    'shell/platform/state/apply-switch.ts',
    'shell/platform/keys/rights.ts',
    'shell/platform/gate/record-rules.ts',
  ],
  acts: ['switch', 'canary', 'write-revision'].map((name) => `shell/platform/acts/${name}.ts`),
  forms: ['api/src/submissions/submissions.service.ts', 'api/src/validation/form-validation.ts'],
};

export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  mutate: subjects[process.env.MUTATE ?? 'releases'],
  jest: { projectType: 'custom', configFile: 'e2e/mutation-jest.config.mjs', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // On a busy machine a slow test must not count as a change that made it hang.
  timeoutMS: 30_000,
  reporters: ['clear-text', 'progress-append-only'],
  ignorePatterns: ['**/dist', 'e2e/results', 'docs'],
  // It would rewrite TypeScript's settings, which Jest does not read.
  tsconfigFile: 'none.json',
};

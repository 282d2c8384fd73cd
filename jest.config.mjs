import { existsSync, readdirSync } from 'node:fs';

const workspaces = ['kit', 'shell', 'api', 'e2e', ...readdirSync('.').filter((name) => name.startsWith('mf-'))];

export default {
  // One less than there are processors, as usual, would leave half of a small machine idle.
  maxWorkers: '100%',
  projects: workspaces.filter((name) => existsSync(`${name}/jest.config.mjs`)).map((name) => `<rootDir>/${name}`),
};

import { existsSync, readdirSync } from 'node:fs';

const workspaces = ['kit', 'shell', 'api', 'e2e', ...readdirSync('.').filter((name) => name.startsWith('mf-'))];

export default {
  // Many tests wait for processes and timers: with a worker a processor, a quarter of the machine would be idle.
  maxWorkers: '150%',
  projects: workspaces.filter((name) => existsSync(`${name}/jest.config.mjs`)).map((name) => `<rootDir>/${name}`),
};

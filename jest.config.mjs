import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const workspaces = ['kit', 'shell', 'api', 'e2e', ...readdirSync('.').filter((name) => name.startsWith('mf-'))];

export default {
  // Many tests wait for processes and timers: with a worker a processor, half of the machine would be idle. As a
  // number: Jest takes more than 100 percent for as many workers.
  maxWorkers: availableParallelism() * 2,
  testSequencer: '<rootDir>/e2e/run/jest-sequencer.mjs',
  projects: workspaces.filter((name) => existsSync(`${name}/jest.config.mjs`)).map((name) => `<rootDir>/${name}`),
};

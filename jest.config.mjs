import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const workspaces = ['kit', 'shell', 'api', 'e2e', ...readdirSync('.').filter((name) => name.startsWith('mf-'))];

async function projectOf(name) {
  const { default: config } = await import(`./${name}/jest.config.mjs`);
  return { rootDir: join(import.meta.dirname, name), resolver: '<rootDir>/../jest.resolver.mjs', ...config };
}

export default {
  // Many tests wait for processes and timers: with a worker a processor, half of the machine would be idle. As a
  // number: Jest takes more than 100 percent for as many workers.
  maxWorkers: availableParallelism() * 2,
  projects: await Promise.all(workspaces.filter((name) => existsSync(`${name}/jest.config.mjs`)).map(projectOf)),
};

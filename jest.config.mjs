import { existsSync, readdirSync } from 'node:fs';

const workspaces = ['kit', 'shell', 'api', 'e2e', ...readdirSync('.').filter((name) => name.startsWith('mf-'))];

export default {
  projects: workspaces.filter((name) => existsSync(`${name}/jest.config.mjs`)).map((name) => `<rootDir>/${name}`),
};

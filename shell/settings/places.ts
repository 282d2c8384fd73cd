import { join, resolve } from 'node:path';

export const repositoryRoot = resolve(import.meta.dirname, '../..');

/** DATA_DIR as an absolute path; `.data` in the repository when it is not set. */
export function dataFolder(environment: NodeJS.ProcessEnv): string {
  return environment.DATA_DIR ? resolve(environment.DATA_DIR) : join(repositoryRoot, '.data');
}

import { join, resolve } from 'node:path';
import { readVariables } from 'kit/server/settings/variables';

export const repositoryRoot = resolve(import.meta.dirname, '../..');

/** DATA_DIR as an absolute path; `.data` in the repository when it is not set. */
export function dataFolder(environment: NodeJS.ProcessEnv): string {
  const { DATA_DIR } = readVariables(environment, ['DATA_DIR']);
  return DATA_DIR ? resolve(DATA_DIR) : join(repositoryRoot, '.data');
}

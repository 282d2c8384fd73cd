import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder in which `npm run restore` builds everything before it renames the parts. Only an interrupted restore
 * leaves it.
 */
export const restoringName = 'restoring';

/**
 * Gives one sentence about a data folder with an interrupted restore: nothing may open its contents, or start over
 * beside them.
 */
export function whyRestoreIsUnfinished(dataDir: string): string | undefined {
  if (!existsSync(join(dataDir, restoringName))) return undefined;
  return `A restore into ${dataDir} was cut off, and nothing in it may be used: remove the folder and restore again.`;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder in which `npm run restore` builds all parts before it renames them. Only an interrupted restore leaves it behind.
 */
export const restoringName = 'restoring';

/**
 * One sentence if the data folder holds an interrupted restore. Nothing may open its contents or create new data beside them.
 */
export function whyRestoreIsUnfinished(dataDir: string): string | undefined {
  if (!existsSync(join(dataDir, restoringName))) return undefined;
  return `A restore into ${dataDir} was cut off, and nothing in it may be used: remove the folder and restore again.`;
}

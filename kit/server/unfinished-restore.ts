import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What `npm run restore` puts together before it gives the parts their names; only a restore that was cut off leaves it. */
export const restoringName = 'restoring';

/** One sentence about a data folder in which a restore was cut off: nothing may open what is there, or begin anew beside it. */
export function whyRestoreIsUnfinished(dataDir: string): string | undefined {
  if (!existsSync(join(dataDir, restoringName))) return undefined;
  return `A restore into ${dataDir} was cut off, and nothing in it may be used: remove the folder and restore again.`;
}

import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import { LockHeldError, takeProcessLock } from 'kit/server/process-lock';
import { whyRestoreIsUnfinished } from 'kit/server/unfinished-restore';
import { describeUnwritable } from 'kit/server/unwritable-folder';

/**
 * Creates the data folder and locks it for this process, until `release` is called or the process ends.
 * @throws Error with one sentence if the folder cannot be written, another running site holds it, or a restore into it was
 * interrupted.
 */
export async function takeDataFolder(folder: string): Promise<{ release: () => void }> {
  const unfinished = whyRestoreIsUnfinished(folder);
  if (unfinished !== undefined) throw new Error(unfinished);
  try {
    // Other users may enter the folder, because PostgreSQL cannot run as root and must reach its own folder in it.
    await makeFolder(folder, 0o711);
    await access(folder, constants.W_OK | constants.X_OK);
    return { release: await takeProcessLock(path.join(folder, 'site.lock')) };
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw new Error(describeUnwritable(folder, error));
    throw new Error(
      `Another instance (process ${error.pid}) already runs on the data folder ${folder}: stop it, or name another folder by DATA_DIR.`,
    );
  }
}

import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';
import { fileErrorCode } from '../file-error-code.ts';
import { unfinishedPrefix } from './durable-files.ts';
import { archiveName, type Stray } from './release-store.ts';

/** What each folder of a store holds; files of releases are held against their records elsewhere. */
const ownFolders: Record<string, RegExp> = {
  ...Object.fromEntries(['compositions', 'rights', 'changes'].map((log) => [log, /^[1-9]\d*\.json$/])),
  ...Object.fromEntries(
    ['alarms', 'incidents', 'ended-sessions', 'failures', 'reports', 'heads'].map((notes) => [
      notes,
      /^[\w.-]+\.json$/,
    ]),
  ),
  packages: archiveName,
  signatures: partNamePattern,
};
/** Of the file system itself, at the top of a volume. */
const ofVolume = 'lost+found';

/** What lies in a folder store and belongs to nothing: writes that were cut off, and what others put there. */
export async function findFolderStrays(place: string): Promise<Stray[]> {
  const strays: Stray[] = [];
  const add = async (path: string) => {
    const { mtimeMs } = (await stat(join(place, path)).catch(() => null)) ?? {};
    // What is gone meanwhile was a write that has ended.
    if (mtimeMs === undefined) return;
    const isUnfinished = path.split('/').at(-1)?.startsWith(unfinishedPrefix) ?? false;
    strays.push({ path, isUnfinished, written: mtimeMs });
  };
  for (const entry of await entriesOf(place)) {
    const { name } = entry;
    const own = partNamePattern.test(name) ? releaseIdPattern : ownFolders[name];
    if (!own || !entry.isDirectory()) {
      if (name !== ofVolume) await add(name);
      continue;
    }
    for (const inside of await entriesOf(join(place, name))) {
      const isRight = own.test(inside.name) && inside.isDirectory() === holdsFolders(name);
      if (!isRight) await add(`${name}/${inside.name}`);
    }
  }
  return strays;
}

const holdsFolders = (name: string) => name === 'signatures' || partNamePattern.test(name);

/** None where there is no folder yet. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (fileErrorCode(error) === 'ENOENT') return [];
    throw error;
  });
}

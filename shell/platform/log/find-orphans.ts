import type { ObjectStorage } from '../storage/object-storage.ts';
import { archiveName } from './notes.ts';

/** An object in a storage that belongs to no release and no log. */
export interface Orphan {
  /** Relative to the storage's place. */
  path: string;
  /** True for a file of an interrupted or running write, which pruning removes after a day. False for an unknown object. */
  isUnfinished: boolean;
  /** The time of the last write by the storage's clock, in milliseconds since 1970. */
  written: number;
}

/** Patterns of keys that belong to the store and are not files of releases. */
const ownKeys: readonly RegExp[] = [
  /^releases\/[^/]+\/[^/]+\.json$/,
  /^log\/(?:\d{12}|refused\/[\d-]+)\.json$/,
  /^(alarms|approvals|incidents|ended-sessions|failures|reports|heads)\/[\w.-]+\.json$/,
  /^signatures\/[^/]+\/[^/]+\/[0-9a-f]{16}\.json$/,
  // A folder of the file system at the top of a volume.
  /^lost\+found(\/|$)/,
];
const fileKey = /^(remotes|private)\/([^/]+)\/([^/]+)\/(.+)$/;
const archiveKey = /^packages\/([^/]+)$/;
/** Matches a log below another prefix, which is the store of another site. */
const otherStoreKey = /^(?!(?:remotes|private|releases|packages|signatures|probe)\/)(.+\/)log\/\d{12}\.json$/;
const probeKey = /^probe\//;

/**
 * Finds objects that belong to no release: interrupted uploads and objects of other programs. Files of releases are checked
 * against their records elsewhere, and the stores of other sites below another prefix are theirs.
 */
export async function findOrphans(storage: ObjectStorage): Promise<Orphan[]> {
  const objects = await storage.list('');
  const committed = new Set(objects.map(({ key }) => key).filter((key) => key.startsWith('releases/')));
  const unfinished = new Map<string, number>();
  const orphans: Orphan[] = [];
  const others = new Set(objects.flatMap(({ key }) => otherStoreKey.exec(key)?.[1] ?? []));
  for (const { key, modified } of objects) {
    if ([...others].some((prefix) => key.startsWith(prefix))) continue;
    const [, area, remote = '', id = ''] = fileKey.exec(key) ?? [];
    if (area === undefined) {
      if (!isOwn(key)) orphans.push({ path: key, isUnfinished: probeKey.test(key), written: modified });
    } else if (!committed.has(`releases/${remote}/${id}.json`)) {
      const folder = `${area}/${remote}/${id}/`;
      unfinished.set(folder, Math.max(unfinished.get(folder) ?? 0, modified));
    }
  }
  return [...orphans, ...[...unfinished].map(([path, written]) => ({ path, isUnfinished: true, written }))];
}

function isOwn(key: string): boolean {
  return ownKeys.some((pattern) => pattern.test(key)) || archiveName.test(archiveKey.exec(key)?.[1] ?? '');
}

import type { ObjectStorage } from '../storage/object-storage.ts';
import { archiveName } from './notes.ts';

/** Something in a storage that belongs to no release and no log of it. */
export interface Orphan {
  /** Below the storage's place. */
  path: string;
  /** Left by a writer that was stopped, or of one at work: pruning removes it after a day. Else nobody knows what it is. */
  isUnfinished: boolean;
  /** A whole store of another site, which has its prefix in the same bucket. */
  isOtherStore?: true;
  /** When it was written last, by the storage's clock, in milliseconds since 1970. */
  written: number;
}

/** Everything that is no file of a release, by how its key looks. */
const ownKeys: readonly RegExp[] = [
  /^releases\/[^/]+\/[^/]+\.json$/,
  /^log\/(?:\d{12}|refused\/[\d-]+)\.json$/,
  /^(alarms|approvals|incidents|ended-sessions|failures|reports|heads)\/[\w.-]+\.json$/,
  /^signatures\/[^/]+\/[^/]+\/[0-9a-f]{16}\.json$/,
  // Of the file system itself, at the top of a volume.
  /^lost\+found(\/|$)/,
];
const fileKey = /^(remotes|private)\/([^/]+)\/([^/]+)\/(.+)$/;
const archiveKey = /^packages\/([^/]+)$/;
/** What every store has: above it is the prefix of another one, unless it lies in what is this store's own. */
const otherStoreKey = /^(?!(?:remotes|private|releases|packages|signatures|probe)\/)(.+\/)log\/\d{12}\.json$/;
/** What trying a store leaves for a moment. */
const probeKey = /^probe\//;

/**
 * What lies in a storage and belongs to nothing: uploads that were cut off, and what others put there. The files of releases
 * are held against their records elsewhere.
 */
export async function findOrphans(storage: ObjectStorage): Promise<Orphan[]> {
  const objects = await storage.list('');
  const committed = new Set(objects.map(({ key }) => key).filter((key) => key.startsWith('releases/')));
  const unfinished = new Map<string, number>();
  const orphans: Orphan[] = [];
  const others = new Map(
    objects.flatMap(({ key, modified }): [string, number][] => {
      const prefix = otherStoreKey.exec(key)?.[1];
      return prefix === undefined ? [] : [[prefix, modified]];
    }),
  );
  for (const { key, modified } of objects) {
    if ([...others.keys()].some((prefix) => key.startsWith(prefix))) continue;
    const [, area, remote = '', id = ''] = fileKey.exec(key) ?? [];
    if (area === undefined) {
      if (!isOwn(key)) orphans.push({ path: key, isUnfinished: probeKey.test(key), written: modified });
    } else if (!committed.has(`releases/${remote}/${id}.json`)) {
      const folder = `${area}/${remote}/${id}/`;
      unfinished.set(folder, Math.max(unfinished.get(folder) ?? 0, modified));
    }
  }
  return [
    ...orphans,
    ...[...unfinished].map(([path, written]) => ({ path, isUnfinished: true, written })),
    ...[...others].map(([path, written]) => ({ path, isUnfinished: false, isOtherStore: true as const, written })),
  ];
}

function isOwn(key: string): boolean {
  return ownKeys.some((pattern) => pattern.test(key)) || archiveName.test(archiveKey.exec(key)?.[1] ?? '');
}

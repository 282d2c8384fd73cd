import { archiveName, type Stray } from '../release-store.ts';
import type { BucketClient } from './bucket-client.ts';
import type { ListedObject } from './listed-objects.ts';
import type { ReleaseCommit } from './release-commit.ts';

/** Everything that is no file of a release, by how its key looks. */
const ownKeys: readonly RegExp[] = [
  /^releases\/[^/]+\/[^/]+\.json$/,
  /^(compositions|rights|changes)\/\d{12}\.json$/,
  /^packs\/(compositions|rights|changes)\/\d{12}\.jsonl$/,
  /^(alarms|incidents|ended-sessions|failures|reports|heads)\/[\w.-]+\.json$/,
  /^signatures\/[^/]+\/[^/]+\/[0-9a-f]{16}\.json$/,
];
const fileKey = /^(remotes|private)\/([^/]+)\/([^/]+)\/(.+)$/;
const archiveKey = /^packages\/([^/]+)$/;
/** What every store has: above it is the prefix of another one, unless it lies in what is this store's own. */
const otherStoreKey =
  /^(?!(?:remotes|private|releases|packs|packages|signatures|probe)\/)(.+\/)(?:compositions|rights)\/\d{12}\.json$/;
/** What tries a store leaves for a moment. */
const probeKey = /^probe\//;

interface Parts {
  client: BucketClient;
  /** Null for a release that was never committed, and for one whose commit cannot be read: whoever verifies says so. */
  readCommit: (remote: string, id: string) => Promise<ReleaseCommit | null>;
}

/** What lies below a bucket's prefix and belongs to nothing: uploads that were cut off, and what others put there. */
export async function findBucketStrays({ client, readCommit }: Parts): Promise<Stray[]> {
  const { objects } = await client.list('');
  const committed = new Set(objects.map(({ key }) => key).filter((key) => key.startsWith('releases/')));
  const commits = new Map<string, Promise<ReleaseCommit | null>>();
  const unfinished = new Map<string, number>();
  const strays: Stray[] = [];
  const others = new Map(
    objects.flatMap(({ key, modified }): [string, number][] => {
      const prefix = otherStoreKey.exec(key)?.[1];
      return prefix === undefined ? [] : [[prefix, modified]];
    }),
  );
  for (const { key, modified } of objects) {
    if ([...others.keys()].some((prefix) => key.startsWith(prefix))) continue;
    const [, area, remote = '', id = '', path = ''] = fileKey.exec(key) ?? [];
    if (area === undefined) {
      if (!isOwn(key)) strays.push({ path: key, isUnfinished: probeKey.test(key), written: modified });
      continue;
    }
    const name = `${remote}/${id}.json`;
    if (!committed.has(`releases/${name}`)) {
      const folder = `${area}/${remote}/${id}/`;
      unfinished.set(folder, Math.max(unfinished.get(folder) ?? 0, modified));
      continue;
    }
    const reading = commits.get(name) ?? readCommit(remote, id);
    commits.set(name, reading);
    const commit = await reading;
    const file = commit && Object.hasOwn(commit.files, path) ? commit.files[path] : undefined;
    const isOfRelease = !commit || file?.isPrivate === (area === 'private');
    if (!isOfRelease) strays.push({ path: key, isUnfinished: false, written: modified });
  }
  return [
    ...strays,
    ...[...unfinished].map(([path, written]) => ({ path, isUnfinished: true, written })),
    ...[...others].map(([path, written]) => ({ path, isUnfinished: false, isOtherStore: true as const, written })),
  ];
}

function isOwn(key: ListedObject['key']): boolean {
  return ownKeys.some((pattern) => pattern.test(key)) || archiveName.test(archiveKey.exec(key)?.[1] ?? '');
}

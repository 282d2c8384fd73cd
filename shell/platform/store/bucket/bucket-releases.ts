import { integrityOf } from 'kit/squad/release/content-id';
import { messageOf } from '../../message-of.ts';
import { contentTypeOf } from '../../release/content-types.ts';
import { ReleaseError } from '../../release-error.ts';
import { inBatches } from '../in-batches.ts';
import { mostRecordBytes } from '../plain-files.ts';
import type { BucketClient } from './bucket-client.ts';
import { fetchedAtOnce } from './bucket-revision-log.ts';
import { buildCommit, type CommittedFile, parseCommit, type ReleaseCommit } from './release-commit.ts';
import type { FetchedRelease } from './release-mirror.ts';

/** The file's address changes with its content: a CDN may serve it straight from the bucket for a year. */
const publicCaching = 'public, max-age=31536000, immutable';

/**
 * The releases of a bucket: files that browsers may have in `remotes/<remote>/<id>/...`, as the site addresses them, code for
 * servers in `private/...`, and last `releases/<remote>/<id>.json`, without which there is no release.
 */
export class BucketReleases {
  readonly #client: BucketClient;

  constructor(client: BucketClient) {
    this.#client = client;
  }

  /** By id, when each was published by the store's clock. */
  async list(remote: string): Promise<Map<string, number>> {
    const start = `releases/${remote}/`;
    const { objects } = await this.#client.list(start);
    return new Map(
      objects.flatMap(({ key, modified }): [string, number][] => {
        const id = /^([^/]+)\.json$/.exec(key.slice(start.length))?.[1];
        return id ? [[id, modified]] : [];
      }),
    );
  }

  async listRemotes(): Promise<string[]> {
    const { folders } = await this.#client.list('releases/', { delimiter: '/' });
    return folders.map((folder) => folder.split('/')[1] ?? '');
  }

  /** False when the id is there already. Whoever is stopped on the way can do the very same again. */
  async add(remote: string, id: string, files: ReadonlyMap<string, Buffer | string>): Promise<boolean> {
    if (await this.#client.get(commitKey(remote, id))) return false;
    const commit = buildCommit(files);
    await inBatches(Object.entries(commit.files), fetchedAtOnce, ([path, file]) =>
      this.#client.put(fileKey({ remote, id, path }, file), Buffer.from(files.get(path) ?? ''), {
        'Content-Type': contentTypeOf(path),
        ...(!file.isPrivate && { 'Cache-Control': publicCaching }),
      }),
    );
    return this.#client.putOnce(commitKey(remote, id), Buffer.from(JSON.stringify(commit)), {
      'Content-Type': 'application/json',
    });
  }

  /** Every file, held against the commit. Throws a ReleaseError `release-missing` or `release-damaged`. */
  async fetch(remote: string, id: string): Promise<FetchedRelease> {
    const commit = await this.readCommit(remote, id);
    const contents = await inBatches(Object.entries(commit.files), fetchedAtOnce, async ([path, file]) => {
      const content = await this.#fetchFile({ remote, id, path }, file);
      return [path, content] as const;
    });
    return { commit, files: new Map(contents) };
  }

  /** The commit first: a half-removed release must never look like a damaged one. */
  async remove(remote: string, id: string): Promise<void> {
    await this.#client.remove(commitKey(remote, id));
    for (const area of ['remotes', 'private', 'signatures']) {
      const { objects } = await this.#client.list(`${area}/${remote}/${id}/`);
      await inBatches(objects, fetchedAtOnce, ({ key }) => this.#client.remove(key));
    }
  }

  /** Takes away the files of releases that were never committed and that nobody has written to since. */
  async removeUncommitted(before: number): Promise<void> {
    const newest = new Map<string, number>();
    const keys = new Map<string, string[]>();
    for (const area of ['remotes', 'private']) {
      for (const { key, modified } of (await this.#client.list(`${area}/`)).objects) {
        const [, remote = '', id = ''] = key.split('/');
        const name = `${remote}/${id}`;
        newest.set(name, Math.max(newest.get(name) ?? 0, modified));
        keys.set(name, [...(keys.get(name) ?? []), key]);
      }
    }
    const old = [...newest].filter(([, modified]) => modified < before).map(([name]) => name);
    for (const name of old) {
      // Asked last, and one by one: it may have been committed meanwhile.
      if (await this.#client.get(`releases/${name}.json`)) continue;
      await inBatches(keys.get(name) ?? [], fetchedAtOnce, (key) => this.#client.remove(key));
    }
  }

  /** Throws a ReleaseError `release-missing` or `release-damaged`. */
  async readCommit(remote: string, id: string): Promise<ReleaseCommit> {
    const key = commitKey(remote, id);
    const object = await this.#client.get(key);
    if (!object) {
      throw new ReleaseError(
        'release-missing',
        `The store holds no release ${id} of ${remote}; "npm run release -- list ${remote}" shows those it holds.`,
      );
    }
    try {
      if (object.body.length > mostRecordBytes) throw new Error('it is too large');
      return parseCommit(object.body.toString('utf8'));
    } catch (error) {
      throw new ReleaseError(
        'release-damaged',
        `The release ${remote} ${id} (${this.#client.place}/${key}) is damaged: ${messageOf(error)}`,
        { cause: error },
      );
    }
  }

  /** Twice where it does not hold: it may have been hurt on its way. */
  async #fetchFile(name: FileName, file: CommittedFile): Promise<Buffer> {
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const body = (await this.#client.get(fileKey(name, file), { mostBytes: file.bytes }))?.body;
      if (body && integrityOf(body) === file.integrity) return body;
    }
    throw new ReleaseError(
      'release-damaged',
      `The file ${name.path} of ${name.remote} ${name.id} is missing in the bucket or is not what was published: remove releases/${name.remote}/${name.id}.json from the bucket and publish the same build again.`,
    );
  }
}

interface FileName {
  remote: string;
  id: string;
  path: string;
}

function fileKey({ remote, id, path }: FileName, { isPrivate }: CommittedFile): string {
  return `${isPrivate ? 'private' : 'remotes'}/${remote}/${id}/${path}`;
}

function commitKey(remote: string, id: string): string {
  return `releases/${remote}/${id}.json`;
}

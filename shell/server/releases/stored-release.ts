import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserRelease } from 'kit/contracts/composition';
import { type ReleaseRecord, releaseRecordSchema } from 'kit/contracts/release';
import type { RemoteModule } from 'kit/federation/routes';
import * as z from 'zod/mini';
import type { ReleaseStore } from '../../releases/store/release-store.ts';
import { contentTypeOf } from '../files/content-types.ts';
import { EncodedBody } from '../files/encoded-body.ts';
import { loadServerBundle } from './server-bundle.ts';

/** One release in the store. Only files that its record names are read, and only when their hash holds. */
export class StoredRelease {
  readonly record: ReleaseRecord;
  readonly #folder: string;
  readonly #bodies = new Map<string, Promise<EncodedBody>>();
  #module: Promise<RemoteModule> | undefined;

  constructor(record: ReleaseRecord, folder: string) {
    this.record = record;
    this.#folder = folder;
  }

  /**
   * Opens a release.
   *
   * @throws Error with a sentence when the store does not hold it or its record is damaged.
   */
  static async open(store: ReleaseStore, remote: string, id: string): Promise<StoredRelease> {
    const folder = await store.releaseFolder(remote, id);
    const text = await readFile(path.join(folder, 'release.json'), 'utf8');
    const parsed = releaseRecordSchema.safeParse(parseJson(text));
    if (!parsed.success) {
      throw new Error(`The record of the release ${remote} ${id} is damaged: ${z.prettifyError(parsed.error)}`);
    }
    if (parsed.data.remote !== remote || parsed.data.id !== id) {
      throw new Error(`The folder of the release ${remote} ${id} holds the record of another release.`);
    }
    return new StoredRelease(parsed.data, folder);
  }

  /** What a browser needs to load this release. */
  get browser(): BrowserRelease {
    const { id, remote, entry, globalName, routes } = this.record;
    return { id, entry: `/remotes/${remote}/${id}/${entry}`, globalName, integrity: this.integrityOf(entry), routes };
  }

  integrityOf(file: string): string {
    const entry = this.record.files[file];
    if (!entry) throw new Error(`The release ${this.record.remote} ${this.record.id} has no file ${file}.`);
    return entry.integrity;
  }

  /** The body of a file that browsers may have; undefined for everything else. */
  file(name: string): Promise<EncodedBody> | undefined {
    if (!Object.hasOwn(this.record.files, name) || name === this.record.serverEntry) return undefined;
    const known = this.#bodies.get(name);
    if (known) return known;
    const body = this.#read(name).then((bytes) => new EncodedBody(bytes, contentTypeOf(name)));
    body.catch(() => this.#bodies.delete(name));
    this.#bodies.set(name, body);
    return body;
  }

  /** The server bundle's routes, run once. */
  module(): Promise<RemoteModule> {
    this.#module ??= this.#read(this.record.serverEntry).then((code) =>
      loadServerBundle(code.toString('utf8'), `${this.record.remote}/${this.record.id}/${this.record.serverEntry}`),
    );
    return this.#module;
  }

  async #read(name: string): Promise<Buffer> {
    const bytes = await readFile(path.join(this.#folder, name));
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    if (integrity === this.integrityOf(name)) return bytes;
    throw new Error(
      `The file ${name} of the release ${this.record.remote} ${this.record.id} is not what was published.`,
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

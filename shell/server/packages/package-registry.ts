import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { messageOf, type ReleaseStore } from '../../platform/index.ts';
import { packageIndexFile, type ServedPackage } from '../../settings/packages.ts';
import { EncodedBody } from '../files/encoded-body.ts';

/** An archive's name ends in the beginning of its SHA-1. */
const archiveName = /^[\w-][\w.-]*-([0-9a-f]{8})\.tgz$/;

/**
 * The packages that `npm run packages` left in a folder: read again when they were made anew. Those of before stay in the
 * store, so that a squad's lockfile, which names an archive and its hash, holds after the site went on.
 */
export class PackageRegistry {
  readonly #folder: string;
  readonly #former: ReleaseStore['packages'];
  readonly #log: (sentence: string) => void;
  #read: { changedAt: number; packages: readonly ServedPackage[] } | null = null;
  readonly #archives = new Map<string, EncodedBody>();

  constructor(folder: string, former: ReleaseStore['packages'], log: (sentence: string) => void = console.error) {
    this.#folder = folder;
    this.#former = former;
    this.#log = log;
  }

  /** Null where none were made yet. */
  async packages(): Promise<readonly ServedPackage[] | null> {
    const file = path.join(this.#folder, packageIndexFile);
    const found = await stat(file).catch(() => null);
    if (!found) return null;
    if (this.#read?.changedAt !== found.mtimeMs) {
      // Written by our own command.
      const packages = JSON.parse(await readFile(file, 'utf8')) as ServedPackage[];
      this.#read = { changedAt: found.mtimeMs, packages };
      this.#archives.clear();
      for (const { file } of packages) void this.#cache(file);
    }
    return this.#read.packages;
  }

  /** The archive of a package; only what the list names is ever read. */
  async archive({ file }: ServedPackage): Promise<EncodedBody> {
    const known = this.#archives.get(file);
    if (known) return known;
    const body = new EncodedBody(await readFile(path.join(this.#folder, file)), 'application/octet-stream');
    this.#archives.set(file, body);
    return body;
  }

  /** An archive of before, as squads were given it; null where there is none. Throws where the store cannot be asked. */
  async formerArchive(file: string): Promise<EncodedBody | null> {
    const beginning = archiveName.exec(file)?.[1];
    const bytes = beginning ? await this.#former.read(file) : null;
    if (!bytes) return null;
    if (
      createHash('sha1')
        .update(bytes)
        .digest('hex')
        .startsWith(beginning ?? ' ')
    ) {
      return new EncodedBody(bytes, 'application/octet-stream');
    }
    this.#log(`The package ${file} in the release store is damaged; it is not served.`);
    return null;
  }

  async #cache(file: string): Promise<void> {
    try {
      await this.#former.add(file, await readFile(path.join(this.#folder, file)));
    } catch (error) {
      this.#log(`The package ${file} was not kept for later: ${messageOf(error)}`);
    }
  }
}

/** What npm reads of a package: its versions, and where the archive of each is. */
export function packumentOf({ name, version, file, integrity, shasum, manifest }: ServedPackage, base: string) {
  const dist = { tarball: `${base}/-/${file}`, integrity, shasum };
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
  };
}

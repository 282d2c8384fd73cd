import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { packageIndexFile, type ServedPackage } from '../../settings/packages.ts';
import { EncodedBody } from '../files/encoded-body.ts';

/** The packages that `npm run packages` left in a folder: read again when they were made anew. */
export class PackageRegistry {
  readonly #folder: string;
  #read: { changedAt: number; packages: readonly ServedPackage[] } | null = null;
  readonly #archives = new Map<string, EncodedBody>();

  constructor(folder: string) {
    this.#folder = folder;
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

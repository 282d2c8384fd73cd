import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { messageOf } from 'kit/server/text';
import type { ReleaseStore } from '../../platform/index.ts';
import { packageIndexFile, type ServedPackage } from '../../settings/packages.ts';
import { EncodedBody } from '../files/encoded-body.ts';
import { immutable, sendFile } from '../files/send-file.ts';
import { respondWithProblem } from '../http/respond.ts';

/** The name of an archive ends in the first digits of its SHA-1. */
const archiveName = /^[\w-][\w.-]*-([0-9a-f]{8})\.tgz$/;

/**
 * The packages that `npm run packages` wrote into a folder. They are read again when they were rebuilt. Earlier archives stay in the
 * store, so that a squad's lockfile, which names an archive and its hash, stays valid.
 */
export class PackageRegistry {
  readonly #folder: string;
  readonly #earlier: ReleaseStore['packages'];
  readonly #log: (sentence: string) => void;
  #read: { changedAt: number; packages: readonly ServedPackage[] } | null = null;
  readonly #archives = new Map<string, EncodedBody>();

  constructor(folder: string, earlier: ReleaseStore['packages'], log: (sentence: string) => void = console.error) {
    this.#folder = folder;
    this.#earlier = earlier;
    this.#log = log;
  }

  /** Null until the first build of the packages. */
  async packages(): Promise<readonly ServedPackage[] | null> {
    const file = path.join(this.#folder, packageIndexFile);
    const found = await stat(file).catch(() => null);
    if (!found) return null;
    if (this.#read?.changedAt !== found.mtimeMs) {
      // `npm run packages` writes the file, so its shape is known.
      const packages = JSON.parse(await readFile(file, 'utf8')) as ServedPackage[];
      this.#read = { changedAt: found.mtimeMs, packages };
      this.#archives.clear();
      for (const { file } of packages) void this.#keep(file);
    }
    return this.#read.packages;
  }

  /** The archive of a package. Only files of the list are ever read. */
  async archive({ file }: ServedPackage): Promise<EncodedBody> {
    const known = this.#archives.get(file);
    if (known) return known;
    const body = new EncodedBody(await readFile(path.join(this.#folder, file)), 'application/octet-stream');
    this.#archives.set(file, body);
    return body;
  }

  /** An archive of an earlier build; null where there is none. Throws where the store cannot be read. */
  async earlierArchive(file: string): Promise<EncodedBody | null> {
    const beginning = archiveName.exec(file)?.[1];
    const bytes = beginning ? await this.#earlier.read(file) : null;
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

  async #keep(file: string): Promise<void> {
    try {
      await this.#earlier.add(file, await readFile(path.join(this.#folder, file)));
    } catch (error) {
      this.#log(`The package ${file} was not kept for later: ${messageOf(error)}`);
    }
  }
}

/** What npm reads of a package: its versions, and the address of the archive of each. */
function packumentOf({ name, version, file, integrity, shasum, manifest }: ServedPackage, base: string) {
  const dist = { tarball: `${base}/-/${file}`, integrity, shasum };
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
  };
}

/** The address of a read-only npm registry with the packages of squads. */
export const packagesPath = '/_platform/packages';

/** A host with a port, as browsers and npm write it. For anything else the site's own origin is used. */
const plainHost = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

const localHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/;

/**
 * Creates what answers below {@link packagesPath}: `/@scope/name` (also with `%2f`) with the versions of a package, `/-/<file>` with
 * its archive. Names are compared with those of the list, so no address leads to another file. Archives of earlier builds come from the
 * release store.
 */
export function createPackageHandler(registry: PackageRegistry, publicOrigin: string) {
  return async (request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> => {
    const packages = await registry.packages();
    if (!packages) {
      response.setHeader('Retry-After', '10');
      return respondWithProblem(request, response, {
        status: 503,
        title: 'Service Unavailable',
        message:
          'The packages are not there yet: "npm start" makes them once the site runs, "npm run packages" at once.',
      });
    }
    const wanted = decodeURIComponent(pathname.slice(packagesPath.length + 1));
    const archive = packages.find(({ file }) => wanted === `-/${file}`);
    if (archive) return sendFile(request, response, registry.archive(archive), immutable);
    const known = packages.find(({ name }) => wanted === name);
    const earlier = wanted.startsWith('-/') ? await registry.earlierArchive(wanted.slice(2)) : null;
    if (earlier) return sendFile(request, response, Promise.resolve(earlier), immutable);
    if (!known) {
      return respondWithProblem(request, response, {
        status: 404,
        title: 'Not Found',
        message: `This site has no such package. It has ${packages.map(({ name, version }) => `${name} ${version}`).join(' and ')}.`,
      });
    }
    const packument = packumentOf(known, originOf(request, publicOrigin) + packagesPath);
    // No shared cache may keep it, since it has the address of this request in it.
    const body = new EncodedBody(Buffer.from(JSON.stringify(packument)), 'application/json; charset=utf-8');
    return sendFile(request, response, Promise.resolve(body), 'private, no-cache');
  };
}

/** The origin that the request was sent to, so that npm fetches archives from the same site. */
function originOf({ headers }: IncomingMessage, publicOrigin: string): string {
  const { host = '', 'x-forwarded-proto': forwarded } = headers;
  if (!plainHost.test(host)) return publicOrigin;
  const own = new URL(publicOrigin);
  if (own.host === host) return own.origin;
  // Squads reach a remote site by https alone, also where the proxy before it does not say so.
  const scheme = forwarded ?? (localHost.test(host) ? 'http' : 'https');
  return `${scheme === 'https' ? 'https' : 'http'}://${host}`;
}

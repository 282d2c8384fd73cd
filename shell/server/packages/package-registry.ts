import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { messageOf } from 'kit/server/text';
import type { ReleaseStore } from '../../platform/index.ts';
import { packageIndexFile, type ServedPackage } from '../../settings/packages.ts';
import { EncodedBody } from '../files/encoded-body.ts';
import { immutable, sendFile } from '../files/file-set.ts';
import { respondWithProblem } from '../http/respond.ts';

/** An archive's name ends with the first digits of its SHA-1. */
const archiveName = /^[\w-][\w.-]*-([0-9a-f]{8})\.tgz$/;

function packumentOf({ name, version, file, integrity, shasum, manifest }: ServedPackage, base: string) {
  const dist = { tarball: `${base}/-/${file}`, integrity, shasum };
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
  };
}

/** The path of a read-only npm registry with the packages of squads. */
export const packagesPath = '/_platform/packages';

/** A host with an optional port, as browsers and npm write it. For anything else the site's own origin is used. */
const plainHost = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

const localHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/;

interface PackageHandlerParts {
  /** Where `npm run packages` writes the packages. */
  folder: string;
  /** Earlier archives, which stay in the store, so that squads' lockfiles, which name an archive and its hash, stay valid. */
  earlier: ReleaseStore['packages'];
  publicOrigin: string;
  log?: (sentence: string) => void;
}

/**
 * Creates the handler below {@link packagesPath}: `/@scope/name` (also with `%2f`) lists the versions of a package,
 * `/-/<file>` is an archive. Names are looked up in the list, so no path reaches another file. Archives of earlier builds
 * come from the release store.
 */
export function createPackageHandler({ folder, earlier, publicOrigin, log = console.error }: PackageHandlerParts) {
  const kept = new Set<string>();

  async function keep(file: string): Promise<void> {
    if (kept.has(file)) return;
    kept.add(file);
    try {
      await earlier.add(file, await readFile(path.join(folder, file)));
    } catch (error) {
      log(`The package ${file} was not kept for later: ${messageOf(error)}`);
    }
  }

  /** An archive of an earlier build; null if there is none. @throws Error if the store cannot be read. */
  async function readEarlier(file: string): Promise<Buffer | null> {
    const beginning = archiveName.exec(file)?.[1];
    const bytes = beginning ? await earlier.read(file) : null;
    if (!bytes || hash('sha1', bytes).startsWith(beginning ?? ' ')) return bytes;
    log(`The package ${file} in the release store is damaged; it is not served.`);
    return null;
  }

  return async (request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> => {
    const list = await readFile(path.join(folder, packageIndexFile), 'utf8').catch(() => null);
    if (list === null) {
      response.setHeader('Retry-After', '10');
      return respondWithProblem(request, response, {
        status: 503,
        message:
          'The packages are not there yet: "npm start" makes them once the site runs, "npm run packages" at once.',
      });
    }
    // The cast is safe: `npm run packages` writes the file.
    const packages = JSON.parse(list) as ServedPackage[];
    for (const { file } of packages) void keep(file);
    const wanted = decodeURIComponent(pathname.slice(packagesPath.length + 1));
    const archive = packages.find(({ file }) => wanted === `-/${file}`);
    const current = archive && (await readFile(path.join(folder, archive.file)));
    const bytes = current ?? (wanted.startsWith('-/') ? await readEarlier(wanted.slice(2)) : null);
    if (bytes) return sendFile(request, response, new EncodedBody(bytes, 'application/octet-stream'), immutable);
    const known = packages.find(({ name }) => wanted === name);
    if (!known) {
      return respondWithProblem(request, response, {
        status: 404,
        message: `This site has no such package. It has ${packages.map(({ name, version }) => `${name} ${version}`).join(' and ')}.`,
      });
    }
    const packument = packumentOf(known, originOf(request, publicOrigin) + packagesPath);
    // No shared cache may store it, because it contains the request's own host.
    const body = new EncodedBody(Buffer.from(JSON.stringify(packument)), 'application/json; charset=utf-8');
    return sendFile(request, response, body, 'private, no-cache');
  };
}

/** The origin of the request, so that npm fetches archives from the same site. */
function originOf({ headers }: IncomingMessage, publicOrigin: string): string {
  const { host = '', 'x-forwarded-proto': forwarded } = headers;
  if (!plainHost.test(host)) return publicOrigin;
  const own = new URL(publicOrigin);
  if (own.host === host) return own.origin;
  // Squads reach a remote site over https, even if the proxy in front of it does not say so.
  const scheme = forwarded ?? (localHost.test(host) ? 'http' : 'https');
  return `${scheme === 'https' ? 'https' : 'http'}://${host}`;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { EncodedBody } from '../files/encoded-body.ts';
import { immutable, sendFile } from '../files/file-handler.ts';
import { respondWithProblem } from '../http/respond.ts';
import { type PackageRegistry, packumentOf } from './package-registry.ts';

/** Where the packages of squads are: a registry for npm that can only be read. */
export const packagesPath = '/_platform/packages';

/** A host with a port, as browsers and npm write it; anything else gets the site's own origin. */
const plainHost = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

const localHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/;

/**
 * Answers below {@link packagesPath}: `/@scope/name` (also with `%2f`) what there is of a package, `/-/<file>` its archive. Names
 * are compared with those of the list, so that no address leads to another file; archives of before come from the release store.
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
    const former = wanted.startsWith('-/') ? await registry.formerArchive(wanted.slice(2)) : null;
    if (former) return sendFile(request, response, Promise.resolve(former), immutable);
    if (!known) {
      return respondWithProblem(request, response, {
        status: 404,
        title: 'Not Found',
        message: `This site has no such package. It has ${packages.map(({ name, version }) => `${name} ${version}`).join(' and ')}.`,
      });
    }
    const packument = packumentOf(known, originOf(request, publicOrigin) + packagesPath);
    // Only for whoever asked: it names the address that they asked.
    const body = new EncodedBody(Buffer.from(JSON.stringify(packument)), 'application/json; charset=utf-8');
    return sendFile(request, response, Promise.resolve(body), 'private, no-cache');
  };
}

/** Where the request came to: archives are fetched from the very site that was asked. */
function originOf({ headers }: IncomingMessage, publicOrigin: string): string {
  const { host = '', 'x-forwarded-proto': forwarded } = headers;
  if (!plainHost.test(host)) return publicOrigin;
  const own = new URL(publicOrigin);
  if (own.host === host) return own.origin;
  // Squads reach a site elsewhere by https alone, whatever the proxy in between forgets to say.
  const scheme = forwarded ?? (localHost.test(host) ? 'http' : 'https');
  return `${scheme === 'https' ? 'https' : 'http'}://${host}`;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { releaseIdPattern } from 'kit/contracts/release';
import { shellName } from 'kit/contracts/shell-name';
import type { WithdrawnReleases } from 'kit/contracts/withdrawn-releases';
import { contentTypeOf } from 'kit/server/content-type';
import { Live, type Released, type SiteFollower } from '../../platform/index.ts';
import type { SiteChooser } from '../visitors/choose-site.ts';
import { compressedFile } from './compression.ts';
import { EncodedBody } from './encoded-body.ts';
import { immutable, sendFile } from './file-set.ts';

export interface ReleaseSources {
  follower: SiteFollower;
  chooser: SiteChooser;
}

/**
 * Finds `/remotes/<remote>/<id>/<file>`. Releases that are no longer live keep their files, so that tabs opened before a
 * switch keep working. A browser's retry requests the same release as `<id>~27`.
 */
export async function findReleaseFile(
  request: IncomingMessage,
  [remote = '', address = '', ...file]: string[],
  { follower, chooser }: ReleaseSources,
): Promise<EncodedBody | undefined> {
  const id = address.replace(/~\d{1,4}$/, '');
  try {
    const isOwnPreview = () => chooser.previewOf(request)?.[remote] === id;
    const release = await follower.publicRelease(remote, id, isOwnPreview);
    return await releaseBody(release, file.join('/'));
  } catch {
    return undefined;
  }
}

/**
 * Finds `/shell/<id>/<file>` of any release of the shell, and `/shell/<file>` of the live one. During a rolling deploy, a
 * page of another server may name a file that this server's shell does not have.
 */
export async function findShellFile(
  request: IncomingMessage,
  path: string[],
  sources: ReleaseSources,
): Promise<EncodedBody | undefined> {
  const [id = '', ...file] = path;
  if (releaseIdPattern.test(id)) return findReleaseFile(request, [shellName, id, ...file], sources);
  const live = sources.follower.current.shell?.live.record.id;
  return live === undefined ? undefined : findReleaseFile(request, [shellName, live, ...path], sources);
}

const bodies = new WeakMap<Released.StoredRelease, Map<string, Promise<EncodedBody>>>();

/** The body of a release's public file, encoded once; undefined for any other file. */
function releaseBody(release: Released.StoredRelease, file: string): Promise<EncodedBody> | undefined {
  const ofRelease = bodies.get(release) ?? new Map<string, Promise<EncodedBody>>();
  bodies.set(release, ofRelease);
  const known = ofRelease.get(file);
  if (known) return known;
  const body = release.file(file)?.then(async (content) => {
    const brotli = await release.file(compressedFile(file));
    return new EncodedBody(content, contentTypeOf(file), { brotli: brotli ?? null });
  });
  if (!body) return undefined;
  body.catch(() => ofRelease.delete(file));
  ofRelease.set(file, body);
  return body;
}

const json = 'application/json; charset=utf-8';

/**
 * Sends `/composition/<set>.json`. It is immutable, because a revision is never rewritten. A set with releases other than
 * the live ones belongs to a canary of that revision or to the visitor's own preview.
 */
export async function sendComposition(
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
  { follower, chooser }: ReleaseSources,
): Promise<void> {
  const set = Live.parseReleaseSet(decodeURIComponent(name).replace(/\.json$/, ''));
  const site = set && (await follower.site(set.revision).catch(() => null));
  if (!set || !site) return sendFile(request, response, undefined, immutable);
  const isPublic = Object.entries(set.overrides).every(([name, id]) => site.canaryOf(name)?.id === id);
  const isOwnPreview = !isPublic && isDeepStrictEqual(chooser.previewOf(request), set.overrides);
  const wanted = isPublic || isOwnPreview ? await follower.vary(site, set.overrides).catch(() => null) : null;
  const body = wanted && Buffer.from(JSON.stringify(wanted.browserComposition));
  const file = body ? new EncodedBody(body, json) : undefined;
  return sendFile(request, response, file, isPublic && wanted?.isComplete ? immutable : 'no-store');
}

/** A shared cache answers for all tabs for one second. */
const oneSecondShared = 'public, max-age=0, s-maxage=1';

/** Creates the handler of `withdrawnPath`. The body is the same for every tab and is built once after each change. */
export function createWithdrawnAnswer(follower: SiteFollower) {
  let built: { releases: SiteFollower['withdrawn']; body: EncodedBody } | null = null;
  return (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const releases = follower.withdrawn;
    if (built?.releases !== releases) {
      const withdrawn: WithdrawnReleases = { releases };
      built = { releases, body: new EncodedBody(Buffer.from(JSON.stringify(withdrawn)), json) };
    }
    return sendFile(request, response, built.body, oneSecondShared);
  };
}

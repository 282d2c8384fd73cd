import type { IncomingMessage, ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { parseReleaseSet, type SiteFollower } from '../../platform/index.ts';
import type { SiteChooser } from '../visitors/choose-site.ts';
import { EncodedBody } from './encoded-body.ts';
import { immutable, sendFile } from './file-handler.ts';

export interface CompositionSources {
  follower: SiteFollower;
  chooser: SiteChooser;
}

/**
 * `/composition/<set>.json`: immutable, since a revision is never written again. Sets with other releases than the live
 * ones are those of a canary in that revision, or of the visitor's own preview.
 */
export async function sendComposition(
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
  { follower, chooser }: CompositionSources,
): Promise<void> {
  const set = parseReleaseSet(decodeURIComponent(name).replace(/\.json$/, ''));
  const site = set && (await follower.site(set.revision).catch(() => null));
  if (!set || !site) return sendFile(request, response, undefined, immutable);
  const isPublic = Object.entries(set.overrides).every(([name, id]) => site.canaryOf(name)?.id === id);
  const isOwnPreview = !isPublic && isDeepStrictEqual(chooser.previewOf(request), set.overrides);
  const wanted = isPublic || isOwnPreview ? await follower.vary(site, set.overrides).catch(() => null) : null;
  const body = wanted && Buffer.from(JSON.stringify(wanted.browserComposition));
  const file = body ? Promise.resolve(new EncodedBody(body, 'application/json; charset=utf-8')) : undefined;
  return sendFile(request, response, file, isPublic && wanted?.isComplete ? immutable : 'no-store');
}

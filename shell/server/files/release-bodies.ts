import type { StoredRelease } from '../../platform/index.ts';
import { contentTypeOf } from '../../platform/index.ts';
import { compressedFile } from './compression.ts';
import { EncodedBody } from './encoded-body.ts';

const bodies = new WeakMap<StoredRelease, Map<string, Promise<EncodedBody>>>();

/** The body of a release's file that browsers may have, encoded once; undefined for everything else. */
export function releaseBody(release: StoredRelease, file: string): Promise<EncodedBody> | undefined {
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

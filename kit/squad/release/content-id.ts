import { createHash } from 'node:crypto';
import type { ReleaseRecord } from '../../contracts/release.ts';

type Files = ReleaseRecord['files'];

/** The subresource integrity of a file's content. */
export function integrityOf(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** `<version>-<first 8 digits of a hash>`. The hash covers the sorted pairs of path and SHA-384. */
export function releaseIdOf(version: string, files: Files): string {
  const hash = createHash('sha256');
  const sorted = Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [path, { integrity }] of sorted) hash.update(`${path}\0${integrity}\n`);
  return `${version}-${hash.digest('hex').slice(0, 8)}`;
}

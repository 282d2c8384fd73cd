import { createHash } from 'node:crypto';
import type { Composition } from 'kit/contracts/composition';

type RemoteState = Composition['remotes'][string];

/**
 * The release of a remote that a visitor gets. Each visitor has a fixed place between 0 and 100 for each canary: as the
 * share grows visitors join and none leaves, and another canary draws other visitors.
 */
export function releaseFor(
  remote: string,
  { live, canary }: Pick<RemoteState, 'live' | 'canary'>,
  visitorId: string,
): string {
  if (!canary) return live;
  return placeOf(`${remote}\0${canary.id}\0${visitorId}`) < canary.percent ? canary.id : live;
}

function placeOf(text: string): number {
  return (createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48) * 100;
}

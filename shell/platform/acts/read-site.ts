import { setTimeout as wait } from 'node:timers/promises';
import type { Rights } from '../keys/rights.ts';
import { RevisionTakenError } from '../log/revision-taken-error.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import { describeRevision } from '../state/describe-revision.ts';
import type { SiteState } from '../state/site-state.ts';

/** Servers look at everything about every five seconds, in milliseconds. */
const repairTime = 8000;
const repairLook = 500;

type Platform = Pick<ReleasePlatform, 'store' | 'chain'>;

/** Reads what counts now, whole. Throws a ReleaseError `keys` where nobody has rights yet. */
export async function readRights({ chain, store }: Platform): Promise<Rights> {
  await chain.refresh({ whole: true });
  if (chain.rights.content) return chain.rights;
  throw new ReleaseError(
    'keys',
    chain.problems[0] ??
      `The store ${store.place} has no rights yet: npm run release -- keys found, or npm start, makes them.`,
  );
}

/**
 * The site that an act starts from. While the store holds what does not count, or has lost what does, nothing is written: that
 * may undo somebody's act.
 *
 * @param expectedRevision the switch that the operator has seen; a newer one refuses the act
 */
export async function readSite(platform: Platform, expectedRevision?: number): Promise<SiteState> {
  const { chain } = platform;
  await chain.refresh({ whole: true });
  if (chain.refused !== null) await waitForRepair(platform, chain.refused);
  if (chain.blocked) throw new ReleaseError('revision-refused', `${chain.blocked} Nothing was changed.`);
  const { composition } = chain.state;
  const revision = composition?.revision ?? 0;
  if (expectedRevision !== undefined && revision !== expectedRevision) {
    throw new RevisionTakenError(
      revision,
      composition ? describeRevision(composition) : 'the store holds no composition',
    );
  }
  return chain.state;
}

/** A running server that has a damaged revision in effect puts it back within a few seconds. */
async function waitForRepair({ store, chain }: Platform, refused: number): Promise<void> {
  for (let turn = 0; turn * repairLook < repairTime && chain.refused === refused; turn += 1) {
    const heads = await store.readHeads(store.pace.headsCountFor);
    if (!heads.some((head) => head.revision >= refused)) return;
    await wait(repairLook);
    await chain.refresh({ whole: true });
  }
}

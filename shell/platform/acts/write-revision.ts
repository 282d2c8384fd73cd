import { rightsOf } from '../keys/rights.ts';
import { signHash } from '../keys/signed-entry.ts';
import type { Signer } from '../keys/signer.ts';
import type { Action, Revision } from '../log/revision.ts';
import { RevisionTakenError } from '../log/revision-taken-error.ts';
import { digest } from '../log/revision-text.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import { apply, isMadeUp, setsTime } from '../state/apply.ts';
import { describeRevision } from '../state/describe-revision.ts';
import type { SiteState } from '../state/site-state.ts';

/** Who acts, and why. */
export interface ActRequest {
  by: string;
  reason: string;
  /** Checks everything and writes nothing. */
  dryRun?: boolean | undefined;
}

interface Draft {
  entry: Revision;
  /** The site after it. */
  next: SiteState;
}

/** The next revision, with what it would make of the site. Throws a ReleaseError where the site refuses it. */
export function draftRevision(
  state: SiteState,
  { by, reason }: ActRequest,
  action: Action,
  { signers, notBefore = 0 }: { signers: readonly Pick<Signer, 'keyId'>[]; notBefore?: number },
): Draft {
  if (state.rights === null && action.type !== 'found') {
    throw new ReleaseError(
      'keys',
      'This site has no rights yet: npm run release -- keys found, or npm start, makes them.',
    );
  }
  const at = new Date(Math.max(momentOf(state, signers[0]), notBefore)).toISOString();
  const entry: Revision = { revision: state.revision + 1, previous: state.sha256, at, by, reason, action };
  const keyIds = signers.map(({ keyId }) => keyId);
  const result = apply(state, { entry, sha256: digest(entry) }, keyIds);
  if ('refusal' in result) throw new ReleaseError(result.refusal.code, result.refusal.sentence);
  return { entry, next: result.state };
}

/** Signs and adds a revision: the compare-and-set that makes an act one atomic step. */
export async function writeRevision(
  { store, chain }: Pick<ReleasePlatform, 'store'> & Partial<Pick<ReleasePlatform, 'chain'>>,
  { entry }: Pick<Draft, 'entry'>,
  signers: readonly Signer[],
): Promise<void> {
  const sign = (sha256: string) => signers.map((signer) => signHash(sha256, signer));
  // Whoever goes on from a revision leaves no damaged one below it: others have no copy.
  for (const damaged of chain?.damaged ?? []) await store.log.restore(damaged);
  try {
    await store.log.append(entry, sign);
  } catch (error) {
    if (!(error instanceof RevisionTakenError) || !chain) throw error;
    // What the winner's act made of the site says more than the act.
    await chain.refresh({ whole: false });
    const winner = chain.read(entry.revision);
    throw winner ? new RevisionTakenError(entry.revision, describeRevision(winner)) : error;
  }
}

/**
 * Now; of a machine whose clock is behind that of whoever acted before, the moment of that, unless somebody made that up and
 * this key puts it right.
 */
function momentOf({ at, rights }: SiteState, signer: Pick<Signer, 'keyId'> | undefined): number {
  const key = signer && rightsOf(rights).keyById(signer.keyId);
  const now = Date.now();
  if (isMadeUp(at, now) && (!key || setsTime(key))) return now;
  return Math.max(now, Date.parse(at ?? '') || 0);
}

import type { KeyObject } from 'node:crypto';
import { decodePublicKey, keyIdOf } from '../keys/public-key.ts';
import { rightsOf } from '../keys/rights.ts';
import { isSignedBy, type SignedEntry } from '../keys/signed-entry.ts';
import type { Revision } from '../log/revision.ts';
import { oneLine } from '../one-line.ts';
import { apply } from './apply.ts';
import type { Refusal, SiteState } from './site-state.ts';

/** A revision that counts, with what it made of the site. */
export interface AppliedRevision {
  signed: SignedEntry<Revision>;
  /** The name of the key that signed it; `root` for the root key. */
  key: string;
  state: SiteState;
}

/** The state after a signed revision, or why that does not count. */
export function applySigned(state: SiteState, signed: SignedEntry<Revision>): AppliedRevision | { refusal: Refusal } {
  const signers = signersOf(state, signed);
  const result = apply(state, signed, signers);
  if ('refusal' in result) return result;
  return { signed, key: rightsOf(state.rights).keyById(signers[0] ?? '')?.name ?? 'root', state: result.state };
}

/** The keys whose signatures over a revision hold, of those that the site knows and that the revision names. */
function signersOf({ rights }: SiteState, { entry: { action }, sha256, signatures }: SignedEntry<Revision>): string[] {
  const roots = [rights?.root, 'root' in action ? action.root : undefined].flatMap(decodeOrNone);
  return signatures.flatMap((signature) => {
    const { keyId } = signature;
    const key = rightsOf(rights).keyById(keyId)?.key ?? roots.find((root) => keyIdOf(root) === keyId);
    // One that nobody knows is named in the refusal, and has no right to anything.
    return !key || isSignedBy(sha256, signature, key) ? [keyId] : [];
  });
}

function decodeOrNone(root: string | undefined): KeyObject[] {
  try {
    return root === undefined ? [] : [decodePublicKey(root)];
  } catch {
    return [];
  }
}

/** `Revision 12 (activate of mf-agents by anna)`. */
export function nameRevision({ revision, action, by }: Revision): string {
  return `Revision ${revision} (${action.type}${subjectOf(action)} by ${oneLine(by)})`;
}

function subjectOf(action: Revision['action']): string {
  if (action.type === 'rollback') return ` of ${action.moves.map(({ remote }) => remote).join(' and ')}`;
  if ('remote' in action && action.remote) return ` of ${action.remote}`;
  return 'name' in action ? ` of ${action.name}` : '';
}

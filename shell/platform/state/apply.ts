import type { KeyObject } from 'node:crypto';
import { decodePublicKey, isSignedBy, keyIdOf, type SignedEntry } from '../keys/keys.ts';
import { type KnownKey, type RightAction, rightsOf } from '../keys/rights.ts';
import { isRightsAction, isUpkeepAction, type Revision } from '../log/revision.ts';
import { oneLine } from '../storage/text.ts';
import { changeRights } from './apply-rights.ts';
import { makeSwitch } from './apply-switch.ts';
import { neededRights } from './needed-rights.ts';
import { type Refusal, Refused, type SiteState } from './site-state.ts';

/** A revision with the hash of its entry. */
interface HashedRevision {
  entry: Revision;
  sha256: string;
}

/** Two machines' clocks may differ by so much, in milliseconds. */
const clockDifference = 5 * 60_000;
/** No clock is ahead by so much: whoever says a time like that made it up, in milliseconds. */
const madeUpFrom = 24 * 60 * 60_000;

/**
 * What a site is after its next revision, or why that does not count. Writers make revisions by it and readers check them by it.
 * It asks no clock, no storage and no signature.
 *
 * @param signers the ids of the keys whose signatures over the revision hold, in their order
 */
export function apply(
  state: SiteState,
  { entry, sha256 }: HashedRevision,
  signers: readonly string[],
): { state: SiteState } | { refusal: Refusal } {
  try {
    checkOrder(state, entry);
    const signer = checkSigners(state, entry, signers);
    checkTime(state, entry, signer);
    return { state: { ...change(state, { entry, sha256 }), revision: entry.revision, sha256, at: entry.at } };
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal };
    throw error;
  }
}

function change(state: SiteState, { entry, sha256 }: HashedRevision): SiteState {
  const { action, at, revision } = entry;
  if (isUpkeepAction(action)) return state;
  if (isRightsAction(action)) {
    return { ...state, rights: { ...changeRights(state.rights, action, at), revision, sha256 } };
  }
  return makeSwitch(state, entry, action);
}

function checkOrder({ revision, sha256 }: SiteState, entry: Revision): void {
  if (entry.revision !== revision + 1 || entry.previous !== sha256) {
    throw new Refused('revision-refused', `It does not follow on revision ${revision} as that is here.`);
  }
  if (revision < 0 !== (entry.action.type === 'found')) {
    throw new Refused('revision-refused', 'A log begins with the founding of its site, once.');
  }
}

/** The keys that have to sign did; gives the key of the list that signed, null for the root key. */
function checkSigners(state: SiteState, { action, at }: Revision, signers: readonly string[]): KnownKey | null {
  const [by] = signers;
  if (by === undefined) throw new Refused('right', 'No signature over it holds: it is not what was signed.');
  if (isRightsAction(action)) {
    const isPolicy = action.type === 'paths' || action.type === 'budget';
    const roots = [state.rights?.root, 'root' in action ? action.root : undefined].filter((root) => root !== undefined);
    if (roots.every((root) => signers.includes(idOf(root)))) return null;
    if (!isPolicy) {
      throw new Refused(
        'keys',
        roots.length > 1 && signers.includes(idOf(roots[0] ?? ''))
          ? 'The new root key has not signed it.'
          : `The key ${by} is not the root key of this site: name its file by ROOT_SIGNING_KEY.`,
      );
    }
  }
  for (const { right, remote } of neededRights(state, action)) checkRight(state, by, { right, remote, at });
  return rightsOf(state.rights).keyById(by) ?? null;
}

/**
 * Refuses what a key may not do.
 *
 * @throws Refused `right` with who may, and what to do
 */
export function checkRight(
  { rights: content }: Pick<SiteState, 'rights'>,
  keyId: string,
  { right, remote, at }: { right: RightAction; remote: string | null; at: string },
): void {
  const rights = rightsOf(content);
  const objection = rights.objection(keyId, { action: right, remote, at });
  if (objection === null) return;
  throw new Refused(
    'right',
    `This key may not ${right} ${remote ?? 'here'}: this would be signed by ${objection}. ${remedyFor(rights.keyById(keyId), at)} "npm run release -- keys" lists who may.`,
  );
}

/** What helps whoever stands there with a key that may not. */
function remedyFor(key: KnownKey | undefined, at: string): string {
  if (!key) {
    return `The staff who have the root key list it: "npm run release -- keys grant <name> <public key> --remotes ... --actions ...".`;
  }
  const [, successor] = /^(.+)\.old\d+$/.exec(key.name) ?? [];
  if (successor) return `The key ${successor} has taken its place: SIGNING_KEY names the file of that.`;
  if (key.revoked) return 'Sign with another key: SIGNING_KEY names its file.';
  if (key.expires !== null && Date.parse(key.expires) < Date.parse(at)) {
    return `The staff who have the root key put a new one in its place: "npm run release -- keys rotate ${key.name} <new public key> --until <date>".`;
  }
  return `The staff who have the root key can let it: "npm run release -- keys grant ${key.name} <public key> --remotes ... --actions ...".`;
}

/** A key with an end would sign on after its end if it could say any time. */
function checkTime({ at: before }: SiteState, { at }: Revision, signer: KnownKey | null): void {
  if (before === null || signer === null || setsTime(signer)) return;
  if (Date.parse(at) >= Date.parse(before) - clockDifference) return;
  throw new Refused(
    'revision-refused',
    `It says that it is of ${at}, which is before the revision that it follows on.`,
  );
}

/**
 * Whether a key puts the time right again that another one made up: any squad's key can sign a time to come, from which on
 * every key with an end would have ended, whatever remote it is for.
 */
export function setsTime({ remotes, actions, expires }: Pick<KnownKey, 'remotes' | 'actions' | 'expires'>): boolean {
  return remotes === '*' && actions.includes('activate') && expires === null;
}

/** Whether a time is far from having come, by this machine's clock. */
export function isMadeUp(at: string | null, now: number): boolean {
  return at !== null && Date.parse(at) > now + madeUpFrom;
}

function idOf(root: string): string {
  return keyIdOf(decodePublicKey(root));
}

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
  const roots = [rights?.root, 'root' in action ? action.root : undefined];
  return signatures.flatMap((signature) => {
    const { keyId } = signature;
    const key =
      rightsOf(rights).keyById(keyId)?.key ?? roots.flatMap(decodeOrNone).find((root) => keyIdOf(root) === keyId);
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

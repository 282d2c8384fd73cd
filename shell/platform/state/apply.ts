import type { KeyObject } from 'node:crypto';
import type { Composition } from 'kit/contracts/composition';
import { decodePublicKey, isSignedBy, keyIdOf, keyIdOfText, type SignedEntry } from '../keys/keys.ts';
import { type KnownKey, type RightAction, rightsOf } from '../keys/rights.ts';
import {
  type Action,
  describeAct,
  isRightsAction,
  isUpkeepAction,
  type Revision,
  type SwitchAction,
} from '../log/revision.ts';
import { ReleaseError } from '../storage/release-error.ts';
import { changeRights } from './apply-rights.ts';
import { makeSwitch } from './apply-switch.ts';
import { isAboutSite, movesOf, type SiteState } from './site-state.ts';

type HashedRevision = Pick<SignedEntry<Revision>, 'entry' | 'sha256'>;

/** The tolerated difference between the clocks of two machines, in milliseconds. */
const clockDifference = 5 * 60_000;
/** A time that is this far in the future counts as invented, in milliseconds. */
const maxFuture = 24 * 60 * 60_000;

/**
 * Returns the state of a site after its next revision, or the refusal. Writers use it to make revisions, and readers to check
 * them. It is pure: it reads no clock and no storage, and verifies no signature.
 *
 * @param signers the ids of the keys with valid signatures over the revision, in their order
 */
export function apply(
  state: SiteState,
  { entry, sha256 }: HashedRevision,
  signers: readonly string[],
): { state: SiteState } | { refusal: ReleaseError } {
  try {
    checkOrder(state, entry);
    const signer = checkSigners(state, entry, signers);
    checkTime(state, entry, signer);
    return { state: { ...change(state, { entry, sha256 }), revision: entry.revision, sha256, at: entry.at } };
  } catch (error) {
    if (error instanceof ReleaseError) return { refusal: error };
    throw error;
  }
}

function change(state: SiteState, { entry, sha256 }: HashedRevision): SiteState {
  const { action, at, revision } = entry;
  if (isUpkeepAction(action)) return state;
  if (isRightsAction(action)) {
    return { ...state, rights: { ...changeRights(state.rights, action, at), revision, sha256 } };
  }
  return makeSwitch(state, entry, action, action.type === 'undo' ? checkUndo(state, action) : null);
}

/**
 * Returns the switch that an undo reverts, which is always the newest one. An undo cannot be undone: if two people undo the
 * same switch, the refusal tells the second one who was first.
 */
function checkUndo({ composition }: SiteState, { revision }: { revision: number }): Composition {
  if (!composition) throw new ReleaseError('nothing-to-do', 'Nothing was switched yet that could be undone.');
  if (composition.action === 'undo') {
    throw new ReleaseError(
      'nothing-to-do',
      `Revision ${composition.undoes?.revision} was undone already: ${describeRevision(composition)}. Nothing was changed.`,
    );
  }
  if (composition.revision !== revision) {
    throw new ReleaseError('revision-refused', 'It takes back another revision than the one in effect.');
  }
  return composition;
}

/** Describes a switch in one line: `#12 rollback of mf-agents to 1.0.0-0a1b2c3d by anna at 2026-11-20 18:31 UTC`. */
export function describeRevision(composition: Composition): string {
  const moves = movesOf(composition).map(({ remote, to }) => `${remote} to ${to}`);
  return describeAct(composition, composition.action, isAboutSite(composition) ? [] : moves);
}

function checkOrder({ revision, sha256 }: SiteState, entry: Revision): void {
  if (entry.revision !== revision + 1 || entry.previous !== sha256) {
    throw new ReleaseError('revision-refused', `It does not follow on revision ${revision} as that is here.`);
  }
  if (revision < 0 !== (entry.action.type === 'found')) {
    throw new ReleaseError('revision-refused', 'A log begins with the founding of its site, once.');
  }
}

/** Checks that the required keys have signed. Returns the listed key that signed; null for the root key. */
function checkSigners(state: SiteState, { action, at }: Revision, signers: readonly string[]): KnownKey | null {
  const [by] = signers;
  if (by === undefined) throw new ReleaseError('right', 'No signature over it holds: it is not what was signed.');
  if (isRightsAction(action)) {
    const isPolicy = action.type === 'paths' || action.type === 'budget';
    const roots = [state.rights?.root, 'root' in action ? action.root : undefined].filter((root) => root !== undefined);
    if (roots.every((root) => signers.includes(keyIdOfText(root)))) return null;
    if (!isPolicy) {
      throw new ReleaseError(
        'keys',
        roots.length > 1 && signers.includes(keyIdOfText(roots[0] ?? ''))
          ? 'The new root key has not signed it.'
          : `The key ${by} is not the root key of this site: name its file by ROOT_SIGNING_KEY.`,
      );
    }
  }
  for (const { right, remote } of neededRights(state, action)) checkRight(state, by, { right, remote, at });
  return rightsOf(state.rights).keyById(by) ?? null;
}

/** @throws ReleaseError `right` with the reason and the remedy */
export function checkRight(
  { rights: content }: Pick<SiteState, 'rights'>,
  keyId: string,
  { right, remote, at }: { right: RightAction; remote: string | null; at: string },
): void {
  const rights = rightsOf(content);
  const objection = rights.objection(keyId, { action: right, remote, at });
  if (objection === null) return;
  throw new ReleaseError(
    'right',
    `This key may not ${right} ${remote ?? 'here'}: this would be signed by ${objection}. ${remedyFor(rights.keyById(keyId), at)} "npm run release -- keys" lists who may.`,
  );
}

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

/** Refuses a time before the previous revision: with an invented time, a key could sign after its end. */
function checkTime({ at: before }: SiteState, { at }: Revision, signer: KnownKey | null): void {
  if (before === null || signer === null || setsTime(signer)) return;
  if (Date.parse(at) >= Date.parse(before) - clockDifference) return;
  throw new ReleaseError(
    'revision-refused',
    `It says that it is of ${at}, which is before the revision that it follows on.`,
  );
}

/**
 * Whether a key may correct an invented time. Any squad's key can sign a time in the future, after which every key with an
 * end would count as ended. A key for all remotes without an end therefore may go back in time.
 */
export function setsTime({ remotes, actions, expires }: Pick<KnownKey, 'remotes' | 'actions' | 'expires'>): boolean {
  return remotes === '*' && actions.includes('activate') && expires === null;
}

export function isFarInFuture(at: string | null, now: number): boolean {
  return at !== null && Date.parse(at) > now + maxFuture;
}

/** A valid revision with the state of the site after it. */
export interface AppliedRevision {
  signed: SignedEntry<Revision>;
  /** The name of the key that signed it; `root` for the root key. */
  key: string;
  state: SiteState;
}

export function applySigned(
  state: SiteState,
  signed: SignedEntry<Revision>,
): AppliedRevision | { refusal: ReleaseError } {
  const signers = signersOf(state, signed);
  const result = apply(state, signed, signers);
  if ('refusal' in result) return result;
  return { signed, key: rightsOf(state.rights).keyById(signers[0] ?? '')?.name ?? 'root', state: result.state };
}

/** Returns the ids of the keys with valid signatures. Keys come from the rights and from the revision itself. */
function signersOf({ rights }: SiteState, { entry: { action }, sha256, signatures }: SignedEntry<Revision>): string[] {
  const roots = [rights?.root, 'root' in action ? action.root : undefined];
  return signatures.flatMap((signature) => {
    const { keyId } = signature;
    const key =
      rightsOf(rights).keyById(keyId)?.key ?? roots.flatMap(decodeOrNone).find((root) => keyIdOf(root) === keyId);
    // An unknown key has no right, but the refusal names it.
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

type Undoable = Exclude<SwitchAction['type'], 'undo'>;

const rightFor: Record<Undoable, RightAction> = {
  activate: 'activate',
  promote: 'activate',
  canary: 'canary',
  abort: 'rollback',
  rollback: 'rollback',
  // The plan was signed when the canary started, so servers, which may only roll back, take its steps.
  advance: 'rollback',
  pause: 'rollback',
  resume: 'canary',
  freeze: 'freeze',
  unfreeze: 'freeze',
  'freeze-site': 'freeze',
  'unfreeze-site': 'freeze',
  withdraw: 'activate',
  restore: 'activate',
};

/** An undo needs the right of the opposite act. */
const rightToUndo: Record<Undoable, RightAction> = {
  ...rightFor,
  activate: 'rollback',
  promote: 'rollback',
  rollback: 'activate',
  canary: 'rollback',
  abort: 'canary',
  pause: 'canary',
  resume: 'rollback',
};

/** Undoing these acts does not affect a running canary. */
const asideOfCanary: readonly Composition['action'][] = [
  'freeze',
  'unfreeze',
  'freeze-site',
  'unfreeze-site',
  'withdraw',
  'restore',
];

interface NeededRight {
  right: RightAction;
  /** Null for all remotes. */
  remote: string | null;
}

/** Returns the rights that a listed key needs for an act. It needs all of them. */
function neededRights(state: SiteState, action: Action): NeededRight[] {
  if (isRightsAction(action)) return [{ right: 'policy', remote: null }];
  switch (action.type) {
    case 'prune':
      return [{ right: 'prune', remote: null }];
    case 'resign':
      return action.subjects.map((subject) => ({ right: 'publish', remote: subject.split(' ')[0] ?? '' }));
    case 'rollback':
      return action.moves.map(({ remote }) => ({ right: 'rollback', remote }));
    case 'freeze-site':
    case 'unfreeze-site':
      return [{ right: 'freeze', remote: null }];
    case 'undo':
      return rightsToUndo(state);
    case 'promote':
      return [{ right: action.byPlan ? 'rollback' : 'activate', remote: action.remote }];
    case 'canary':
      return toGoOn(action.remote, action.plan);
    case 'resume':
      return toGoOn(action.remote, state.composition?.remotes[action.remote]?.canary?.plan);
    default:
      return [{ right: rightFor[action.type], remote: action.remote }];
  }
}

/** A canary needs its right; one whose plan promotes it also needs the right to activate. */
function toGoOn(remote: string, plan: { promote: boolean } | undefined): NeededRight[] {
  return [{ right: 'canary', remote }, ...(plan?.promote ? [{ right: 'activate' as const, remote }] : [])];
}

function rightsToUndo({ composition, before }: SiteState): NeededRight[] {
  if (!composition || composition.action === 'undo') return [{ right: 'activate', remote: null }];
  const { action } = composition;
  const right = rightToUndo[action];
  if (isAboutSite(composition)) return [{ right, remote: null }];
  return movesOf(composition).flatMap(({ remote }) => {
    const canary = asideOfCanary.includes(action) ? undefined : before.remotes[remote]?.canary;
    return [{ right, remote }, ...(canary ? toGoOn(remote, canary.plan) : [])];
  });
}

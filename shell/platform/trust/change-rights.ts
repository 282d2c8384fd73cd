import type { KeyObject } from 'node:crypto';
import { shellName } from 'kit/contracts/shell-name';
import type { SizeBudget } from '../budgets/size-budget-schema.ts';
import { encodePublicKey, keyIdOf } from '../keys/public-key.ts';
import type { Signer } from '../keys/signer.ts';
import { ownerOfPath } from '../policy/path-owner.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { ReleaseError } from '../release-error.ts';
import { findPageWithoutPath, type PageWithoutPath } from './page-without-path.ts';
import { readRights } from './read-rights.ts';
import { releasesThatNeed } from './releases-that-need.ts';
import { Rights } from './rights.ts';
import { type KeyRights, keyNamePattern, type RightAction, type RightsRevision } from './rights-revision.ts';
import { signHash } from './signed-entry.ts';

export interface RightsRequest {
  by: string;
  reason: string;
  dryRun?: boolean;
}

interface Grant extends RightsRequest {
  name: string;
  key: KeyObject;
  remotes: '*' | readonly string[];
  actions: readonly RightAction[];
  /** ISO 8601. */
  expires: string | null;
}

/** Puts a key on the list, or gives a listed one other rights. */
export async function grantKey(platform: ReleasePlatform, { name, key, remotes, actions, expires, ...request }: Grant) {
  if (!keyNamePattern.test(name)) {
    throw new ReleaseError(
      'keys',
      `"${name}" is no name for a key: small letters, digits, dots and dashes, at most 40.`,
    );
  }
  return changeRights(platform, request, (rights) => {
    const same = rights.keyById(keyIdOf(key));
    if (same && same.name !== name) {
      throw new ReleaseError(
        'keys',
        `This key is on the list already, as ${same.name}${same.revoked ? ', and was revoked' : ''}.`,
      );
    }
    const known = rights.keys.find((one) => one.name === name);
    if (known && known.keyId !== keyIdOf(key)) {
      throw new ReleaseError(
        'keys',
        `There is another key ${name}: "keys rotate ${name} <file>" puts this one in its place.`,
      );
    }
    const granted: KeyRights = {
      publicKey: encodePublicKey(key),
      remotes: remotes === '*' ? '*' : [...remotes],
      actions: [...actions],
      expires,
    };
    return { action: 'grant', subjects: [describeKey(name, granted)], keys: { ...keysOf(rights), [name]: granted } };
  });
}

/**
 * From now on nothing counts any more that a key signed, but the switches that it made until now. Releases in use that count by
 * this key alone keep it: they would be gone from the site, unless `force` says that this is what is wanted.
 */
export async function revokeKey(
  platform: ReleasePlatform,
  { name, force, ...request }: RightsRequest & { name: string; force: boolean },
) {
  await readRights(platform);
  const needing = force ? [] : await releasesThatNeed(platform, name);
  if (needing.length > 0) {
    throw new ReleaseError(
      'keys',
      `${needing.join(', ')} ${needing.length === 1 ? 'counts' : 'count'} by the key ${name} alone. Have another key sign first (npm run release -- resign ${needing[0]} --reason "..."), or revoke with --force: the site goes back to releases of other keys.`,
    );
  }
  return changeRights(platform, request, (rights) => {
    const { [name]: known, ...others } = keysOf(rights);
    if (!known) throw unknownKey(rights, name);
    if (known.revoked) throw new ReleaseError('keys', `The key ${name} was revoked at ${known.revoked} already.`);
    const keys = { ...others, [name]: { ...known, revoked: new Date().toISOString() } };
    return { action: 'revoke', subjects: [name], keys };
  });
}

interface Rotation extends RightsRequest {
  name: string;
  /** The new one. */
  key: KeyObject;
  /** Its end, ISO 8601; that of the old one unless it is said. */
  expires?: string | undefined;
}

/** Puts a new key in the place of one: the old one signs nothing new, and what it signed stays good unless it was revoked. */
export async function rotateKey(platform: ReleasePlatform, { name, key, expires, ...request }: Rotation) {
  return changeRights(platform, request, (rights) => {
    const { [name]: known, ...others } = keysOf(rights);
    if (!known) throw unknownKey(rights, name);
    if (rights.keyById(keyIdOf(key)))
      throw new ReleaseError('keys', 'This key is on the list already: make a new one.');
    const now = new Date().toISOString();
    const isOver = known.expires !== null && Date.parse(known.expires) < Date.parse(now);
    if (isOver && expires === undefined) {
      throw new ReleaseError(
        'keys',
        `The key ${name} ended at ${known.expires}, and so would the new one in its place: give it an end to come with --until <date>.`,
      );
    }
    const old = oldName(name, rights);
    const { revoked: _, ...granted } = known;
    const keys = {
      ...others,
      [name]: { ...granted, publicKey: encodePublicKey(key), ...(expires !== undefined && { expires }) },
      // One that ended before does not live on until now; one that was revoked stays so.
      [old]: { ...known, expires: isOver ? known.expires : now },
    };
    return { action: 'grant', subjects: [`${name} is ${keyIdOf(key)} now`, `${old} ended`], keys };
  });
}

/** Hands the rights to a new root key: the old one signs that, and the new one shows that it is there. */
export async function rotateRoot(platform: ReleasePlatform, { next, ...request }: RightsRequest & { next: Signer }) {
  const change = () => ({
    action: 'rotate-root' as const,
    subjects: [`root is ${next.keyId} now`],
    root: encodePublicKey(next.publicKey),
  });
  return changeRights(platform, { ...request, alsoSignedBy: next }, change);
}

export async function setBudgetOf(
  platform: ReleasePlatform,
  { remote, budget, ...request }: RightsRequest & { remote: string; budget: Partial<SizeBudget> },
): Promise<{ from: SizeBudget; to: SizeBudget }> {
  const from = (await readRights(platform)).budgetOf(remote);
  const to = { ...from, ...budget };
  await changeRights(platform, { ...request, isPolicy: true }, (rights) => ({
    action: 'budget',
    subjects: [`${remote}: registered ${from.registered} -> ${to.registered}, page ${from.page} -> ${to.page} bytes`],
    budgets: { ...rights.revision?.budgets, [remote]: to },
  }));
  return { from, to };
}

/** Gives a path, with everything below it that is nobody else's, to a remote; null takes it away. */
export async function givePath(
  platform: ReleasePlatform,
  { path, remote, ...request }: RightsRequest & { path: string; remote: string | null },
) {
  if (!/^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/.test(path)) {
    throw new ReleaseError(
      'bad-name',
      `"${path}" is no path that a remote can be given; one looks like /services/new.`,
    );
  }
  const { reserved } = platform.policy;
  if (remote === shellName) {
    throw new ReleaseError('bad-name', 'The shell serves no pages of its own, so it can be given no path.');
  }
  if (remote && ownerOfPath({ namespaces: [{ path, remote }], reserved }, path) === null) {
    throw new ReleaseError('bad-name', `${path} is reserved for the shell server.`);
  }
  return changeRights(platform, { ...request, isPolicy: true }, async (rights) => {
    const owner = rights.namespaces.find((one) => one.path === path)?.remote;
    if ((owner ?? null) === remote) {
      throw new ReleaseError('nothing-to-do', `${path} belongs to ${owner ?? 'nobody'} already; nothing was changed.`);
    }
    const others = rights.namespaces.filter((one) => one.path !== path);
    const namespaces = remote ? [...others, { path, remote }] : others;
    const lost = await findPageWithoutPath(platform, namespaces);
    if (lost) throw pathInUse(path, lost);
    return { action: 'paths', subjects: [`${path}: ${owner ?? 'nobody'} -> ${remote ?? 'nobody'}`], namespaces };
  });
}

function pathInUse(path: string, { remote, id, state, path: page }: PageWithoutPath): ReleaseError {
  const how =
    state === 'canary'
      ? `end it first (npm run release -- abort ${remote})`
      : `make a release of ${remote} without it live first (npm run release -- activate ${remote} <id>)`;
  return new ReleaseError(
    'path-in-use',
    `${path} is in use: ${remote} ${id} is ${state}, serves ${page} and would leave the site as a whole; ${how}.`,
  );
}

type Change = Pick<RightsRevision, 'action' | 'subjects'> &
  Partial<Pick<RightsRevision, 'keys' | 'namespaces' | 'budgets' | 'root'>>;

/**
 * Writes the next revision of the rights, signed by the root key, or, for paths and budgets, by the key of this installation
 * if that may. Refuses while the log holds what does not count.
 */
async function changeRights(
  platform: ReleasePlatform,
  { by, reason, dryRun, isPolicy, alsoSignedBy }: RightsRequest & { isPolicy?: boolean; alsoSignedBy?: Signer },
  change: (rights: Rights) => Change | Promise<Change>,
): Promise<Rights> {
  const { store, chain } = platform;
  const rights = await readRights(platform);
  const before = rights.revision;
  if (!before || chain.lastRightsRevision !== before.revision) {
    throw new ReleaseError(
      'store-unreadable',
      `No rights are changed while the log holds what does not count: ${chain.problems[0]}`,
    );
  }
  const signer = isPolicy ? await findPolicySigner(platform, rights) : await platform.readRootSigner();
  if (!isPolicy && encodePublicKey(signer.publicKey) !== before.root) {
    throw new ReleaseError(
      'keys',
      `The key ${signer.keyId} is not the root key of this site: name its file by ROOT_SIGNING_KEY.`,
    );
  }
  const { current } = chain;
  const anchor = isPolicy
    ? { after: before.after, head: before.head }
    : { after: current?.composition.revision ?? 0, head: current?.sha256 ?? null };
  const entry: RightsRevision = {
    ...before,
    ...anchor,
    ...(await change(rights)),
    revision: before.revision + 1,
    at: new Date().toISOString(),
    by,
    reason,
    previous: chain.rightsHash,
  };
  if (!dryRun) {
    const signers = alsoSignedBy ? [signer, alsoSignedBy] : [signer];
    await store.rights.append(entry, (sha256) => signers.map((one) => signHash('rights', sha256, one)));
    await chain.refresh({ whole: true });
  }
  return new Rights(entry);
}

/** The installation's own key where it may, else the root key. */
async function findPolicySigner(platform: ReleasePlatform, rights: Rights): Promise<Signer> {
  const question = { action: 'policy', remote: null, at: new Date().toISOString() } as const;
  try {
    const signer = await platform.readSigner();
    if (rights.objection(signer.keyId, question) === null) return signer;
  } catch {
    // Said below, if the root key is not here either.
  }
  return platform.readRootSigner();
}

function keysOf(rights: Rights): Record<string, KeyRights> {
  return rights.revision?.keys ?? {};
}

function unknownKey(rights: Rights, name: string): ReleaseError {
  const known = rights.keys.filter(({ revoked }) => !revoked).map((key) => key.name);
  return new ReleaseError('keys', `There is no key ${name} in force; the list has ${known.join(', ')}.`);
}

function oldName(name: string, rights: Rights): string {
  for (let number = 1; ; number += 1) {
    const candidate = `${name.slice(0, 34)}.old${number}`;
    if (!rights.keys.some((key) => key.name === candidate)) return candidate;
  }
}

function describeKey(name: string, { remotes, actions, expires }: KeyRights): string {
  const scope = remotes === '*' ? 'all remotes' : remotes.join(', ');
  return `${name}: ${actions.join(', ')} for ${scope}${expires ? ` until ${expires}` : ''}`;
}

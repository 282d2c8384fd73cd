import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isOrigin, originWords } from 'kit/contracts/origins';
import { shellName } from 'kit/contracts/shell-name';
import { type KeyPlaces, makePrivateKey, readSecret, readSigner } from '../keys/key-files.ts';
import { encodePublicKey, keyIdOf, parsePublicKey, publicKeyPem, type Signer } from '../keys/keys.ts';
import {
  keyNamePattern,
  maxOrigins,
  ownerOfPath,
  type PathNamespace,
  type RightAction,
  rightActions,
  rightsOf,
  type SizeBudget,
} from '../keys/rights.ts';
import { loadRelease, signatureOf } from '../log/release-files.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import { RevisionTakenError, type RightsAction } from '../log/revision.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { emptySite, releasesInUse, type SiteState } from '../state/site-state.ts';
import { createFileOnce } from '../storage/durable-files.ts';
import { ReleaseError } from '../storage/release-error.ts';
import { type ActRequest, draftRevision, readSite, writeRevision } from './write-revision.ts';

interface Grant extends ActRequest {
  name: string;
  key: KeyObject;
  remotes: '*' | readonly string[];
  actions: readonly RightAction[];
  /** ISO 8601. */
  expires: string | null;
  /** Origins that its releases may use; default: unchanged. */
  origins?: readonly string[] | undefined;
  /** Slots that its releases may fill; default: unchanged. */
  slots?: readonly string[] | undefined;
}

/** Adds a key to the list, or changes the rights of a listed key. */
export async function grantKey(
  platform: ReleasePlatform,
  { name, key, remotes, actions, expires, origins: given, slots: givenSlots, ...request }: Grant,
): Promise<void> {
  if (!keyNamePattern.test(name)) {
    throw new ReleaseError(
      'keys',
      `"${name}" is no name for a key: small letters, digits, dots and dashes, at most 40.`,
    );
  }
  const wrong = given?.find((origin) => !isOrigin(origin));
  if (wrong !== undefined) throw new ReleaseError('keys', `${JSON.stringify(wrong)} is not ${originWords}.`);
  if (given && given.length > maxOrigins) throw new ReleaseError('keys', `A key has at most ${maxOrigins} origins.`);
  const known = rightsOf((await readSite(platform)).rights).keyById(keyIdOf(key));
  const origins = given ?? known?.origins ?? [];
  const slots = givenSlots ?? known?.slots ?? [];
  await changeByRoot(platform, request, {
    type: 'grant',
    name,
    publicKey: encodePublicKey(key),
    ...(origins.length > 0 && { origins: [...origins] }),
    ...(slots.length > 0 && { slots: [...slots] }),
    remotes: remotes === '*' ? '*' : [...remotes],
    actions: [...actions],
    expires,
  });
}

/**
 * Revokes a key. Its signatures become invalid, except those of past switches. A key whose signature a release in use needs is
 * not revoked without `force`, because the release would disappear from the site.
 */
export async function revokeKey(
  platform: ReleasePlatform,
  { name, force, ...request }: ActRequest & { name: string; force: boolean },
): Promise<void> {
  await readSite(platform);
  const needing = force ? [] : await releasesThatNeed(platform, name);
  if (needing.length > 0) {
    throw new ReleaseError(
      'keys',
      `${needing.join(', ')} ${needing.length === 1 ? 'counts' : 'count'} by the key ${name} alone. Have another key sign first (npm run release -- resign ${needing[0]} --reason "..."), or revoke with --force: the site goes back to releases of other keys.`,
    );
  }
  await changeByRoot(platform, request, { type: 'revoke', name });
}

/**
 * Replaces a key. The former key signs nothing new, and its signatures stay valid unless it was revoked. The default end of the new
 * key is that of the former one.
 */
export async function rotateKey(
  platform: ReleasePlatform,
  { name, key, expires, ...request }: ActRequest & { name: string; key: KeyObject; expires?: string | undefined },
): Promise<void> {
  const end = expires === undefined ? {} : { expires };
  await changeByRoot(platform, request, { type: 'rotate-key', name, publicKey: encodePublicKey(key), ...end });
}

/** Replaces the root key. Both the old and the new root key sign the revision. */
export async function rotateRoot(
  platform: ReleasePlatform,
  { next, ...request }: ActRequest & { next: Signer },
): Promise<void> {
  const signers = [await platform.readRootSigner(), next];
  await write(platform, request, { type: 'rotate-root', root: encodePublicKey(next.publicKey) }, signers);
}

export async function setBudgetOf(
  platform: ReleasePlatform,
  { remote, budget, ...request }: ActRequest & { remote: string; budget: Partial<SizeBudget> },
): Promise<{ from: SizeBudget; to: SizeBudget }> {
  const from = rightsOf((await readSite(platform)).rights).budgetOf(remote);
  const to = { ...from, ...budget };
  await write(platform, request, { type: 'budget', remote, budget: to }, [await findPolicySigner(platform)]);
  return { from, to };
}

/** Gives a remote a path and all paths below it that have no other owner; null removes the owner. */
export async function givePath(
  platform: ReleasePlatform,
  { path, remote, ...request }: ActRequest & { path: string; remote: string | null },
): Promise<{ namespaces: readonly PathNamespace[] }> {
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
  const action = { type: 'paths', path, remote } as const;
  const { rights } = await write(platform, request, action, [await findPolicySigner(platform)], (namespaces) =>
    checkPagesKeepPaths(platform, path, namespaces),
  );
  return { namespaces: rights?.namespaces ?? [] };
}

async function changeByRoot(platform: ReleasePlatform, request: ActRequest, action: RightsAction): Promise<void> {
  await write(platform, request, action, [await platform.readRootSigner()]);
}

/** Writes a change of the rights. Followers of the log in this process have it when the promise resolves. */
async function write(
  platform: ReleasePlatform,
  request: ActRequest,
  action: RightsAction,
  signers: readonly Signer[],
  check?: (namespaces: readonly PathNamespace[]) => Promise<void>,
): Promise<SiteState> {
  const draft = draftRevision(await readSite(platform), request, action, { signers });
  await check?.(draft.next.rights?.namespaces ?? []);
  if (!request.dryRun) {
    await writeRevision(platform, draft, signers);
    await platform.chain.refresh({ whole: true });
  }
  return draft.next;
}

/** Returns the installation's own key if it may change paths and budgets, otherwise the root key. */
async function findPolicySigner({ chain, readSigner, readRootSigner }: ReleasePlatform): Promise<Signer> {
  const signer = await readSigner().catch(() => null);
  const question = { action: 'policy', remote: null, at: new Date().toISOString() } as const;
  await chain.refresh({ whole: false });
  return signer && chain.rights.objection(signer.keyId, question) === null ? signer : readRootSigner();
}

/** Returns the releases in use that would be invalid without a key, as `remote id`. */
async function releasesThatNeed(
  { store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>,
  keyName: string,
): Promise<string[]> {
  const { rights } = chain;
  const without = rights.without(keyName);
  const needing = new Set<string>();
  for (const { remote, id } of releasesInUse(chain.current?.composition ?? null)) {
    const release = await loadRelease(store, remote, id).catch(() => null);
    if (!release || !(await signatureOf({ store, rights, at: null }, release)).key) continue;
    if (!(await signatureOf({ store, rights: without, at: null }, release)).key) needing.add(`${remote} ${id}`);
  }
  return [...needing];
}

/** Refuses a change of the paths that would remove a page from the site: servers serve no release with a page in paths of others. */
async function checkPagesKeepPaths(
  { store, chain, policy: { reserved } }: Pick<ReleasePlatform, 'store' | 'chain' | 'policy'>,
  path: string,
  namespaces: readonly PathNamespace[],
): Promise<void> {
  for (const { remote, id, state } of releasesInUse(chain.current?.composition ?? null)) {
    // A previous release is not served, so it has no page to lose.
    if (state === 'previous') continue;
    const release = await loadRelease(store, remote, id).catch(() => null);
    const lost = release?.record.routes.find(
      (page) =>
        ownerOfPath({ namespaces: chain.rights.namespaces, reserved }, page.path) === remote &&
        ownerOfPath({ namespaces, reserved }, page.path) !== remote,
    );
    if (!lost) continue;
    const how =
      state === 'canary'
        ? `end it first (npm run release -- abort ${remote})`
        : `make a release of ${remote} without it live first (npm run release -- activate ${remote} <id>)`;
    throw new ReleaseError(
      'path-in-use',
      `${path} is in use: ${remote} ${id} is ${state}, serves ${lost.path} and would leave the site as a whole; ${how}.`,
    );
  }
}

interface Founding {
  store: ReleaseStore;
  keys: KeyPlaces;
  by: string;
  namespaces: readonly PathNamespace[];
  budget: SizeBudget;
}

/**
 * Founds a site: creates its root key, the key of its commands, the key with which its servers roll back, and the first revision
 * of its log. Does nothing for a founded site.
 *
 * @returns sentences about what was created; none if the site was founded before
 */
export async function foundSite({ store, keys, by, namespaces, budget }: Founding): Promise<{ made: string[] }> {
  if ((await store.log.list()).length > 0) return { made: [] };
  const isKnown = (await readSecret(keys.root)) !== null;
  if (isKnown && (await readSecret(keys.rootSigner)) === null) {
    throw new ReleaseError(
      'keys',
      `The store ${store.place} has lost its log: this site was founded before, with the root key ${keys.root}. Put ${store.place}/log back from a copy.`,
    );
  }
  const made: string[] = [];
  if (await makePrivateKey(keys.rootSigner)) {
    made.push(
      `Made the root key of this site, ${keys.rootSigner}: whoever has it decides on all rights, so keep a copy where nobody else comes.`,
    );
  }
  if (await makePrivateKey(keys.signer)) {
    made.push(`Made the key that releases and switches are signed with, ${keys.signer}.`);
  }
  await makePrivateKey(keys.guard);
  const [root, signer, guard] = await Promise.all([keys.rootSigner, keys.signer, keys.guard].map(readSigner));
  if (!root || !signer || !guard) throw new ReleaseError('keys', 'The keys of this site cannot be read.');
  await createFileOnce(keys.root, publicKeyPem(root.publicKey), { folderMode: 0o700 });
  await checkRoot(keys.root, root.keyId);
  const everything = { remotes: '*', expires: null } as const;
  const draft = draftRevision(
    emptySite,
    { by, reason: 'the beginning' },
    {
      type: 'found',
      root: encodePublicKey(root.publicKey),
      keys: {
        site: { publicKey: encodePublicKey(signer.publicKey), actions: [...rightActions], ...everything },
        guard: { publicKey: encodePublicKey(guard.publicKey), actions: ['rollback'], ...everything },
      },
      namespaces: [...namespaces],
      budget,
    },
    { signers: [root] },
  );
  try {
    await writeRevision({ store }, draft, [root]);
  } catch (error) {
    // Two concurrent starts use the same keys.
    if (!(error instanceof RevisionTakenError)) throw error;
  }
  return { made };
}

async function checkRoot(file: string, keyId: string): Promise<void> {
  const found = keyIdOf(parsePublicKey({ pem: await readFile(file, 'utf8'), file }));
  if (found === keyId) return;
  throw new ReleaseError(
    'keys',
    `The root key at ${file} is ${found}, but the private one here is ${keyId}: remove the wrong one.`,
  );
}

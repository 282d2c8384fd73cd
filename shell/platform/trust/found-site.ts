import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SizeBudget } from '../budgets/size-budget-schema.ts';
import { readSecret } from '../keys/key-files.ts';
import type { KeyPlaces } from '../keys/key-places.ts';
import { encodePublicKey, keyIdOf, parsePublicKey, publicKeyPem } from '../keys/public-key.ts';
import { makePrivateKey, readSigner } from '../keys/signer.ts';
import { RevisionTakenError } from '../log/revision-taken-error.ts';
import type { PathNamespace } from '../policy/path-owner.ts';
import { ReleaseError } from '../release-error.ts';
import { createFileOnce } from '../storage/durable-files.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { type KeyRights, keyNamePattern, type RightsRevision, rightActions } from './rights-revision.ts';
import { signHash } from './signed-entry.ts';

interface Founding {
  store: ReleaseStore;
  keys: KeyPlaces;
  by: string;
  namespaces: readonly PathNamespace[];
  budget: SizeBudget;
}

interface Founded {
  /** Sentences on what was made; none when the site was founded before. */
  made: string[];
}

/**
 * Makes a site's root key, the key that its commands sign with, the one that its servers step back with, and the first
 * revision of the rights. A site that has rights already is left as it is. A store from before there were rights is adopted:
 * its revisions, its signing key, the keys that it trusted and its budgets.
 */
export async function foundSite({ store, keys, by, namespaces, budget }: Founding): Promise<Founded> {
  if ((await store.rights.list()).length > 0) return { made: [] };
  const isKnown = (await readSecret(keys.root)) !== null;
  const isEmpty = (await store.compositions.list()).length === 0;
  if (isKnown && !(isEmpty && (await readSecret(keys.rootSigner)) !== null)) {
    throw new ReleaseError(
      'keys',
      `The store ${store.place} has lost its rights: this site was founded before, with the root key ${keys.root}. Put ${store.place}/rights back from a copy.`,
    );
  }
  await takeOverSigningKey(store.keysFolder, keys.signer);
  const made: string[] = [];
  if (await makePrivateKey(keys.rootSigner)) {
    made.push(
      `Made the root key of this site, ${keys.rootSigner}: whoever has it decides on all rights, so keep a copy where nobody else comes.`,
    );
  }
  if (await makePrivateKey(keys.signer))
    made.push(`Made the key that releases and switches are signed with, ${keys.signer}.`);
  await makePrivateKey(keys.guard);
  const [root, signer, guard] = await Promise.all([keys.rootSigner, keys.signer, keys.guard].map(readSigner));
  if (!root || !signer || !guard) throw new ReleaseError('keys', 'The keys of this site cannot be read.');
  await createFileOnce(keys.root, publicKeyPem(root.publicKey), { folderMode: 0o700 });
  await checkRoot(keys.root, root.keyId);
  const everything = { remotes: '*', expires: null } as const;
  const adopted = await adoptCompositions(store);
  const oldBudgets = (await store.budgets.readCurrent()).current?.budgets ?? {};
  const entry: RightsRevision = {
    revision: 1,
    at: new Date().toISOString(),
    by,
    reason: adopted ? `adopts what the store held up to revision ${adopted.revision}` : 'the beginning',
    action: 'found',
    subjects: [`root ${root.keyId}`, `site ${signer.keyId}`, `guard ${guard.keyId}`],
    previous: null,
    root: encodePublicKey(root.publicKey),
    after: 0,
    head: null,
    ...(adopted && { adopted }),
    keys: {
      site: { publicKey: encodePublicKey(signer.publicKey), actions: [...rightActions], ...everything },
      guard: { publicKey: encodePublicKey(guard.publicKey), actions: ['rollback'], ...everything },
      ...(await readTrustedKeys(store.keysFolder)),
    },
    namespaces: [...namespaces],
    budget,
    budgets: oldBudgets,
  };
  try {
    await store.rights.append(entry, (sha256) => [signHash('rights', sha256, root)]);
  } catch (error) {
    // Two starts at once found it with the same keys.
    if (!(error instanceof RevisionTakenError)) throw error;
  }
  return { made };
}

/** The signing key of an earlier version stays the one that signs here; its place may be on another disk. */
async function takeOverSigningKey(keysFolder: string, signer: string): Promise<void> {
  const old = join(keysFolder, 'release-signing.pem');
  const pem = await readSecret(old);
  if (pem === null) return;
  await createFileOnce(signer, pem, { mode: 0o600, folderMode: 0o700 });
  await rm(old);
}

async function checkRoot(file: string, keyId: string): Promise<void> {
  const found = keyIdOf(parsePublicKey({ pem: await readFile(file, 'utf8'), file }));
  if (found === keyId) return;
  throw new ReleaseError(
    'keys',
    `The root key at ${file} is ${found}, but the private one here is ${keyId}: remove the wrong one.`,
  );
}

async function adoptCompositions({ compositions }: ReleaseStore): Promise<RightsRevision['adopted']> {
  const all = createHash('sha256');
  let last: { revision: number; head: string } | null = null;
  for (const revision of await compositions.list()) {
    const signed = await compositions.readSigned(revision).catch(() => null);
    if (!signed) continue;
    all.update(signed.sha256);
    last = { revision, head: signed.sha256 };
  }
  return last ? { ...last, all: all.digest('hex') } : undefined;
}

/** Keys that an earlier version trusted: they may go on publishing, for whatever remote, as they could. */
async function readTrustedKeys(keysFolder: string): Promise<Record<string, KeyRights>> {
  const folder = join(keysFolder, 'trusted');
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.pem$/.test(name));
  const keys: Record<string, KeyRights> = {};
  for (const file of names) {
    const publicKey = encodePublicKey(parsePublicKey({ pem: await readFile(join(folder, file), 'utf8'), file }));
    const name = file.replace(/\.pem$/, '').toLowerCase();
    const isFree = keyNamePattern.test(name) && !['site', 'guard'].includes(name);
    keys[isFree ? name : `trusted-${Object.keys(keys).length + 1}`] = {
      publicKey,
      remotes: '*',
      actions: ['publish'],
      expires: null,
    };
  }
  return keys;
}

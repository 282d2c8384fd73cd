import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import type { SizeBudget } from '../budgets/size-budget-schema.ts';
import { readSecret } from '../keys/key-files.ts';
import type { KeyPlaces } from '../keys/key-places.ts';
import { encodePublicKey, keyIdOf, parsePublicKey, publicKeyPem } from '../keys/public-key.ts';
import { makePrivateKey, readSigner } from '../keys/signer.ts';
import type { PathNamespace } from '../policy/path-owner.ts';
import { ReleaseError } from '../release-error.ts';
import { asUnwritable } from '../store/as-unwritable.ts';
import { createFileOnce } from '../store/durable-files.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { RevisionTakenError } from '../store/revision-taken-error.ts';
import { type RightsRevision, rightActions } from './rights-revision.ts';
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
 * revision of the rights. A site that has rights already is left as it is.
 *
 * @throws ReleaseError `keys` for a store that holds revisions and no rights: it has lost them.
 */
export async function foundSite({ store, keys, by, namespaces, budget }: Founding): Promise<Founded> {
  if ((await store.rights.list()).length > 0) return { made: [] };
  const isKnown = (await readSecret(keys.root)) !== null;
  const isEmpty = (await store.compositions.list()).length === 0;
  if (!isEmpty || (isKnown && (await readSecret(keys.rootSigner)) === null)) {
    throw new ReleaseError(
      'keys',
      `The store ${store.place} has lost its rights: this site was founded before. Put ${store.place}/rights back from a copy.`,
    );
  }
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
  await asUnwritable(keys.root, async () => {
    await makeFolder(dirname(keys.root), 0o700);
    await createFileOnce(keys.root, publicKeyPem(root.publicKey));
  });
  await checkRoot(keys.root, root.keyId);
  const everything = { remotes: '*', expires: null } as const;
  const entry: RightsRevision = {
    revision: 1,
    at: new Date().toISOString(),
    by,
    reason: 'the beginning',
    action: 'found',
    subjects: [`root ${root.keyId}`, `site ${signer.keyId}`, `guard ${guard.keyId}`],
    previous: null,
    root: encodePublicKey(root.publicKey),
    after: 0,
    head: null,
    keys: {
      site: { publicKey: encodePublicKey(signer.publicKey), actions: [...rightActions], ...everything },
      guard: { publicKey: encodePublicKey(guard.publicKey), actions: ['rollback'], ...everything },
    },
    namespaces: [...namespaces],
    budget,
    budgets: {},
  };
  try {
    await store.rights.append(entry, (sha256) => [signHash('rights', sha256, root)]);
  } catch (error) {
    // Two starts at once found it with the same keys.
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

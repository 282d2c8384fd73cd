import { readFile } from 'node:fs/promises';
import type { SizeBudget } from '../budgets/size-budget-schema.ts';
import { readSecret } from '../keys/key-files.ts';
import type { KeyPlaces } from '../keys/key-places.ts';
import { encodePublicKey, keyIdOf, parsePublicKey, publicKeyPem } from '../keys/public-key.ts';
import { rightActions } from '../keys/rights.ts';
import { makePrivateKey, readSigner } from '../keys/signer.ts';
import { RevisionTakenError } from '../log/revision-taken-error.ts';
import type { PathNamespace } from '../policy/path-owner.ts';
import { ReleaseError } from '../release-error.ts';
import { emptySite } from '../state/site-state.ts';
import { createFileOnce } from '../storage/durable-files.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { draftRevision, writeRevision } from './write-revision.ts';

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
 * revision of its log. A site that has one already is left as it is.
 */
export async function foundSite({ store, keys, by, namespaces, budget }: Founding): Promise<Founded> {
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

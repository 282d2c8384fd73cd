import { recordChange } from '../audit/record-change.ts';
import { ReleaseError } from '../release-error.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import {
  distrustKey,
  ensureSigningKeys,
  type GivenKey,
  keyIdOfPem,
  loadTrustedKeys,
  trustKey,
} from './signing-keys.ts';

interface TrustRequest {
  by: string;
  reason: string;
  dryRun?: boolean;
}

interface TrustResult {
  keyId: string;
  outcome: 'changed' | 'unchanged' | 'checked';
}

/** Trusts a public key, with who and why in the log. Throws a ReleaseError `keys` that names its file when it is none. */
export async function trustPublisher(
  store: ReleaseStore,
  { pem, file, by, reason, dryRun }: TrustRequest & GivenKey,
): Promise<TrustResult> {
  const keyId = keyIdOfPem({ pem, file });
  if ((await loadTrustedKeys(store.keysFolder)).has(keyId)) return { keyId, outcome: 'unchanged' };
  if (dryRun) return { keyId, outcome: 'checked' };
  await recordChange(store, { by, reason, action: 'trust', subjects: [keyId] });
  await trustKey(store.keysFolder, { pem, file });
  return { keyId, outcome: 'changed' };
}

/** Takes trust away from a key, with who and why in the log. Throws a ReleaseError `keys` when it is not in the list. */
export async function distrustPublisher(
  store: ReleaseStore,
  { keyId, by, reason, dryRun }: TrustRequest & { keyId: string },
): Promise<TrustResult> {
  const own = await ensureSigningKeys(store.keysFolder);
  if (keyId === own.keyId) {
    throw new ReleaseError('keys', `${keyId} is the key of this installation: remove its file and a new one is made.`);
  }
  if (!(await loadTrustedKeys(store.keysFolder)).has(keyId)) {
    throw new ReleaseError('keys', `${keyId} is not among the trusted keys; "npm run release -- keys" lists them.`);
  }
  if (dryRun) return { keyId, outcome: 'checked' };
  await recordChange(store, { by, reason, action: 'distrust', subjects: [keyId] });
  await distrustKey(store.keysFolder, keyId);
  return { keyId, outcome: 'changed' };
}

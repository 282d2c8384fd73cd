import type { KeyObject } from 'node:crypto';
import { type KeyPlaces, readSecret, readSigner } from '../keys/key-files.ts';
import { parsePublicKey } from '../keys/keys.ts';
import { ReleaseChain } from '../state/release-chain.ts';
import type { ReleasePlatform } from './release-policy.ts';
import { RenderPool } from './rendering/render-pool.ts';

type PlatformParts = Pick<ReleasePlatform, 'store' | 'policy'> & {
  keys: Pick<KeyPlaces, 'root' | 'signer'> & Partial<Pick<KeyPlaces, 'rootSigner'>>;
};

/** Creates the platform of a store. It reads each key only when an operation needs it. */
export function openPlatform({ store, policy, keys }: PlatformParts): ReleasePlatform {
  return {
    store,
    policy,
    createPool: (options) => new RenderPool(options),
    chain: new ReleaseChain(store, () => readRoot(keys.root)),
    readSigner: () => readSigner(keys.signer),
    readRootSigner: () => readSigner(keys.rootSigner ?? 'ROOT_SIGNING_KEY'),
  };
}

/** Returns null when the file does not exist, because a server may start before its site is founded. */
async function readRoot(file: string): Promise<KeyObject | null> {
  const pem = await readSecret(file);
  return pem === null ? null : parsePublicKey({ pem, file });
}

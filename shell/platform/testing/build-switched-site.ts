import { join } from 'node:path';
import { activateRelease } from '../acts/acts.ts';
import { grantKey } from '../acts/change-rights.ts';
import { type Signer, signHash } from '../keys/keys.ts';
import type { RightAction } from '../keys/rights.ts';
import { openFolderStore } from '../log/open-store.ts';
import type { Revision } from '../log/revision.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { buildPublished } from './build-dist.ts';
import { buildKeyPair } from './build-key-pair.ts';
import { buildPlatform } from './build-platform.ts';
import { anna, copiesOf, ofDemos } from './build-published-site.ts';

export interface KeyWords {
  remotes?: '*' | string[];
  actions?: RightAction[];
  expires?: string | null;
}

/** A new key that has these rights from now on. */
export async function grantNewKey(
  platform: ReleasePlatform,
  name: string,
  { remotes = ['mf-agents'], actions = ['publish', 'activate'], expires = null }: KeyWords = {},
): Promise<Signer> {
  const signer = buildKeyPair();
  const words = { name, key: signer.publicKey, remotes, actions, expires };
  await grantKey(platform, { ...words, by: 'anna', reason: 'a squad' });
  return signer;
}

/** A platform whose acts this key signs. */
export const signedBy = (platform: ReleasePlatform, signer: Signer): ReleasePlatform => ({
  ...platform,
  readSigner: async () => signer,
});

/** A site with three switches: two releases of mf-agents, the second of which is live, and one of mf-demos. */
const copySwitched = copiesOf(async ({ store, platform }) => {
  const first = await buildPublished(store);
  const second = await buildPublished(store, { version: '1.1.0' });
  const demos = await buildPublished(store, ofDemos);
  await activateRelease(platform, { ...anna, id: first });
  await activateRelease(platform, { ...anna, remote: 'mf-demos', id: demos });
  await activateRelease(platform, { ...anna, id: second });
  return { first, second, demos };
});

export type SwitchedSite = Awaited<ReturnType<typeof buildSwitchedSite>>;

export async function buildSwitchedSite() {
  const site = await copySwitched();
  const { dataDir, store, platform, first } = site;

  const fileOf = (revision: number) => join(store.place, `log/${String(revision).padStart(12, '0')}.json`);
  const grant = (name: string, words: KeyWords) => grantNewKey(platform, name, words);

  /** The chain of a server that starts now. */
  async function startServer() {
    const { chain } = buildPlatform(openFolderStore(dataDir));
    await chain.refresh({ whole: true });
    return chain;
  }

  /** What somebody writes into the store who has a key, or none, and does not use our commands. */
  async function forge(signer: Signer | null, change: Partial<Revision> = {}): Promise<number> {
    await platform.chain.refresh({ whole: true });
    const { revision, sha256 } = platform.chain.state;
    const entry: Revision = {
      revision: revision + 1,
      previous: sha256,
      at: new Date().toISOString(),
      by: 'mallory',
      reason: '',
      action: { type: 'activate', remote: 'mf-agents', id: first },
      ...change,
    };
    await store.log.append(entry, (hash) => (signer ? [signHash(hash, signer)] : []));
    return entry.revision;
  }

  return { ...site, fileOf, startServer, grant, forge };
}

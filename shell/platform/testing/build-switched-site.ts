import { join } from 'node:path';
import { grantKey } from '../acts/change-rights.ts';
import { activateRelease } from '../acts/switch.ts';
import { makePrivateKey, readSigner } from '../keys/key-files.ts';
import { type Signer, signHash } from '../keys/keys.ts';
import type { RightAction } from '../keys/rights.ts';
import { openFolderStore } from '../log/open-store.ts';
import type { Revision } from '../log/revision.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import type { ReleaseChain } from '../state/release-chain.ts';
import { buildFolder } from './build-dist.ts';
import { buildPlatform } from './build-platform.ts';
import { buildPublishedSite } from './build-published-site.ts';

/** Without the gate, which other tests ask: what is told here is of switches alone. */
export const anna = { remote: 'mf-agents', by: 'anna', reason: 'test', rules: [] };

export async function buildSigner(): Promise<Signer> {
  const file = join(await buildFolder(), 'some.pem');
  await makePrivateKey(file);
  return readSigner(file);
}

export interface KeyWords {
  remotes?: '*' | string[];
  actions?: RightAction[];
  expires?: string | null;
}

/** A new key that has these rights from now on. */
async function buildGrantedSigner(
  platform: ReleasePlatform,
  name: string,
  { remotes = ['mf-agents'], actions = ['publish', 'activate'], expires = null }: KeyWords,
): Promise<Signer> {
  const signer = await buildSigner();
  const words = { name, key: signer.publicKey, remotes, actions, expires };
  await grantKey(platform, { ...words, by: 'anna', reason: 'a squad' });
  return signer;
}

/** The chain of a server that starts now. */
async function buildStartedChain(dataDir: string): Promise<ReleaseChain> {
  const { chain } = buildPlatform(openFolderStore(dataDir));
  await chain.refresh({ whole: true });
  return chain;
}

export type SwitchedSite = Awaited<ReturnType<typeof buildSwitchedSite>>;

/** A site with three switches: two releases of mf-agents, the second of which is live, and one of mf-demos. */
export async function buildSwitchedSite() {
  const site = await buildPublishedSite();
  const { dataDir, store, platform, first, second, demos } = site;
  await activateRelease(platform, { ...anna, id: first });
  await activateRelease(platform, { ...anna, remote: 'mf-demos', id: demos });
  await activateRelease(platform, { ...anna, id: second });

  const fileOf = (revision: number) => join(store.place, `log/${String(revision).padStart(12, '0')}.json`);

  const startServer = () => buildStartedChain(dataDir);
  const grant = (name: string, words: KeyWords) => buildGrantedSigner(platform, name, words);

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

  return { dataDir, store, platform, first, second, demos, fileOf, startServer, grant, forge };
}

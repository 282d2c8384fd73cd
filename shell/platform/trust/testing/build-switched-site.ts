import { join } from 'node:path';
import type { Composition } from 'kit/contracts/composition';
import { makePrivateKey, readSigner, type Signer } from '../../keys/signer.ts';
import type { ReleasePlatform } from '../../policy/release-policy.ts';
import { openFolderStore } from '../../store/open-store.ts';
import { activateRelease } from '../../switch/activate.ts';
import { buildFolder } from '../../testing/build-dist.ts';
import { buildPlatform } from '../../testing/build-platform.ts';
import { buildPublishedSite } from '../../testing/build-published-site.ts';
import { grantKey } from '../change-rights.ts';
import type { ReleaseChain } from '../release-chain.ts';
import type { RightAction } from '../rights-revision.ts';
import { signHash } from '../signed-entry.ts';

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
export async function buildGrantedSigner(
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
export async function buildStartedChain(dataDir: string): Promise<ReleaseChain> {
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

  const fileOf = (revision: number, log = 'compositions') =>
    join(store.place, log, `${String(revision).padStart(12, '0')}.json`);

  const startServer = () => buildStartedChain(dataDir);
  const grant = (name: string, words: KeyWords) => buildGrantedSigner(platform, name, words);

  /** What somebody writes into the store who has a key, or none, and does not use our commands. */
  async function forge(
    signer: Signer | null,
    change: Partial<Composition> | ((honest: Composition) => Partial<Composition>),
  ) {
    await platform.chain.refresh({ whole: true });
    const { current } = platform.chain;
    if (!current) throw new Error('nothing is live');
    const { remotes, revision } = current.composition;
    const before = remotes['mf-agents'];
    if (!before) throw new Error('mf-agents is not live');
    const honest: Composition = {
      revision: revision + 1,
      at: new Date().toISOString(),
      by: 'mallory',
      action: 'activate',
      remote: 'mf-agents',
      from: before.live,
      to: first,
      reason: '',
      previous: { revision, sha256: current.sha256 },
      remotes: { ...remotes, 'mf-agents': { live: first, previous: before.live, since: new Date().toISOString() } },
    };
    const entry = { ...honest, ...(typeof change === 'function' ? change(honest) : change) };
    await store.compositions.append(entry, signer ? (hash) => [signHash('composition', hash, signer)] : undefined);
    return entry.revision;
  }

  return { dataDir, store, platform, first, second, demos, fileOf, startServer, grant, forge };
}

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SiteClient } from 'kit/squad/site-client/site-client';
import { makeSquadKey, readSquadKey, type SquadKey } from 'kit/squad/site-client/squad-key';
import {
  KeyFiles,
  type KeyRights,
  Keys,
  type ReleasePlatform,
  type ReleasePolicy,
  type ReleaseStore,
  SiteRights,
} from '../../../platform/index.ts';
import { buildPlatform, foundTestSite } from '../../../platform/testing/build-platform.ts';
import { buildFoundedSite } from '../../../platform/testing/build-published-site.ts';
import { pretendingPool } from '../../../platform/testing/pretending-pool.ts';
import { serve } from '../../../testing/serve.ts';
import { SiteMetrics } from '../../health/site-metrics.ts';
import { createPlatformHandler } from '../platform-handler.ts';
import { SquadHandler } from '../squad-handler.ts';

interface SiteOptions {
  /** The store; a folder by default. */
  store?: ReleaseStore;
  policy?: Partial<ReleasePolicy>;
  access?: 'on' | 'off';
  /** Reuses the keys of an existing site with this store. */
  keysOf?: ReleaseStore;
  /** Has the gate render pages, which takes a process for each release. */
  renders?: boolean;
}

interface Rights {
  remotes?: '*' | readonly string[];
  actions?: readonly KeyRights.RightAction[];
  /** ISO 8601. */
  expires?: string | null;
}

const allActions: readonly KeyRights.RightAction[] = ['publish', 'activate', 'canary', 'rollback'];

export function publicKeyOf(key: SquadKey): KeyObject {
  return Keys.parsePublicKey({ pem: key.publicKey, file: 'squad.pub' });
}

/** A site that squads call: the real store and handlers behind a real server, without pages. */
export async function startSquadSite({
  store: given,
  policy,
  access = 'on',
  keysOf,
  renders = false,
}: SiteOptions = {}) {
  const { dataDir: dataFolder, store: own } = await buildFoundedSite();
  const store = given ?? own;
  if (!keysOf) await foundTestSite(store);
  const keys = KeyFiles.keyPlacesIn((keysOf ?? store).keysFolder);
  const staff = buildPlatform(store, keys);
  const platform = buildPlatform(store, keys);
  // A server's signing key may only roll back; here it may sign nothing.
  const serving: ReleasePlatform = {
    ...platform,
    policy: { ...platform.policy, ...policy },
    ...(renders ? {} : { createPool: () => pretendingPool }),
    readSigner: () => Promise.reject(new Error('A server signs nothing for squads.')),
    readRootSigner: () => Promise.reject(new Error('A server has no root key.')),
  };
  await serving.chain.refresh({ whole: true });
  const logged: string[] = [];
  /** The incidents of which operators are notified, as sentences. */
  const reported: string[] = [];
  /** The difference between its clock and the machine's, in milliseconds. */
  const clock = { ahead: 0 };
  const open = { requests: 0 };
  const secret = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32);
  const metrics = new SiteMetrics({ readRevision: () => 1, isApiReady: () => Promise.resolve(true) });
  const squads = new SquadHandler({
    platform: serving,
    metrics,
    dataFolder,
    previewKey: secret,
    sealingKey: secret,
    addressOf: () => '192.0.2.7',
    log: (line) => logged.push(line),
    report: ({ sentence }) => reported.push(sentence),
    now: () => Date.now() + clock.ahead,
  });
  const site = { brand: 'Beaconfield', publicOrigin: 'https://beaconfield.example' };
  const contract = {
    platform: serving,
    site,
    shell: () => ({ version: '1.0.0', id: '0a1b2c3d', sharedModules: serving.policy.sharedModules }),
    access,
  };
  const handle = createPlatformHandler(contract, access === 'on' ? squads : null);
  const { url: address } = await serve((request, response) => {
    const address = new URL(request.url ?? '', 'http://site.invalid');
    open.requests += 1;
    handle(request, response, address)
      .then((isKnown) => void (isKnown || response.writeHead(404).end()))
      .catch((error: unknown) => {
        logged.push(`FAULT ${error instanceof Error ? error.stack : error}`);
        response.writeHead(500).end();
      })
      .finally(() => {
        open.requests -= 1;
      });
  });

  async function addSquad(
    name: string,
    { remotes = ['mf-agents'], actions = allActions, expires = null }: Rights = {},
  ): Promise<SquadKey> {
    const key = readSquadKey(makeSquadKey());
    const request = { name, key: publicKeyOf(key), remotes, actions, expires, by: 'anna', reason: 'a squad' };
    await SiteRights.grantKey(staff, request);
    await serving.chain.refresh({ whole: true });
    return key;
  }

  async function live(remote = 'mf-agents') {
    await staff.chain.refresh({ whole: true });
    return staff.chain.current?.composition.remotes[remote];
  }

  return {
    ...{ address, staff, serving, logged, reported, metrics, open, clock, addSquad, live },
    uploads: `${dataFolder}/uploads`,
    client: (key?: SquadKey) => new SiteClient({ site: address, key }),
  };
}

export type SquadSite = Awaited<ReturnType<typeof startSquadSite>>;

/** A site, and a squad with a key to mf-agents. */
export async function startSquad(options?: SiteOptions) {
  const site = await startSquadSite(options);
  const key = await site.addSquad('squad-agents');
  return { site, key, client: site.client(key) };
}

import { createHash } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Composition } from 'kit/contracts/composition';
import { readAudit } from '../audit/read-audit.ts';
import { makePrivateKey, readSigner, type Signer } from '../keys/signer.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { FolderReleaseStore } from '../store/folder-release-store.ts';
import { activateRelease } from '../switch/activate.ts';
import { setFrozen } from '../switch/freeze.ts';
import { rollbackRelease } from '../switch/rollback.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { buildPublishedSite } from '../testing/build-published-site.ts';
import { givePath, grantKey, revokeKey, rotateRoot, setBudgetOf } from './change-rights.ts';
import { foundSite } from './found-site.ts';
import { ReleaseChain } from './release-chain.ts';
import type { RightAction } from './rights-revision.ts';
import { signHash } from './signed-entry.ts';

/** Without the gate, which other tests ask: what is told here is of switches alone. */
const anna = { remote: 'mf-agents', by: 'anna', reason: 'test', rules: [] };
let dataDir: string;
let store: FolderReleaseStore;
let platform: ReleasePlatform;
/** Releases of mf-agents; the second is live. */
let first: string;
let second: string;
let demos: string;

beforeEach(async () => {
  ({ dataDir, store, platform, first, second, demos } = await buildPublishedSite());
  await activateRelease(platform, { ...anna, id: first });
  await activateRelease(platform, { ...anna, remote: 'mf-demos', id: demos });
  await activateRelease(platform, { ...anna, id: second });
});

const fileOf = (revision: number, log = 'compositions') => join(store.place, log, `${revision}.json`);

/** A server that starts now. */
async function startServer(): Promise<ReleaseChain> {
  const { chain } = buildPlatform(new FolderReleaseStore(dataDir));
  await chain.refresh({ whole: true });
  return chain;
}

async function buildSigner(): Promise<Signer> {
  const file = join(await buildFolder(), 'some.pem');
  await makePrivateKey(file);
  return readSigner(file);
}

interface KeyWords {
  remotes?: '*' | string[];
  actions?: RightAction[];
  expires?: string | null;
}

async function grant(
  name: string,
  { remotes = ['mf-agents'], actions = ['publish', 'activate'], expires = null }: KeyWords,
) {
  const signer = await buildSigner();
  const words = { name, key: signer.publicKey, remotes, actions, expires };
  await grantKey(platform, { ...words, by: 'anna', reason: 'a squad' });
  return signer;
}

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

describe('a revision that somebody wrote into the store', () => {
  it('counts when its key has the right to and it says what it does', async () => {
    const squad = await grant('squad', {});
    await forge(squad, {});
    const server = await startServer();
    expect(server.current?.composition.remotes['mf-agents']?.live).toBe(first);
    expect(server.current?.key).toBe('squad');
    expect(server.problems).toEqual([]);
  });

  const own = (honest: Composition) => honest.remotes['mf-agents'];
  const forgeries: [string, KeyWords | null, (honest: Composition) => Partial<Composition>, RegExp][] = [
    [
      'without a signature',
      null,
      () => ({}),
      /^Revision 4 \(activate of mf-agents by mallory\) does not count: it is not signed\.$/,
    ],
    [
      'by a key of another remote',
      { remotes: ['mf-demos'] },
      () => ({}),
      /the key squad, which is for mf-demos, not for mf-agents/,
    ],
    [
      'by a key that may only publish',
      { actions: ['publish'] },
      () => ({}),
      /the key squad, which may publish, not activate/,
    ],
    [
      'that changes another remote beside',
      {},
      ({ remotes }) => ({ remotes: { ...remotes, 'mf-demos': { live: first, previous: null } } }),
      /it changes other remotes than mf-agents/,
    ],
    [
      'that takes another remote away',
      {},
      (honest) => ({ remotes: { 'mf-agents': own(honest) ?? never() } }),
      /it changes other remotes/,
    ],
    [
      'that takes its own remote away',
      {},
      ({ remotes: { 'mf-agents': _, ...others } }) => ({ remotes: others }),
      /it takes mf-agents away/,
    ],
    [
      'that says another way than it goes',
      {},
      () => ({ from: first }),
      /it goes from .*, which is not what stands there/,
    ],
    [
      'whose state is not what it says',
      {},
      ({ remotes }) => ({ remotes: { ...remotes, 'mf-agents': { live: second, previous: first } } }),
      /its state is not that of an activation/,
    ],
    [
      'that calls an activation a rollback',
      { actions: ['rollback'] },
      () => ({ action: 'rollback', to: '9.9.9-0a1b2c3d' }),
      /9\.9\.9-0a1b2c3d was never live/,
    ],
    ['that promotes what is no canary', {}, () => ({ action: 'promote' }), /is not the canary/],
    [
      'that slips in a canary',
      {},
      (honest) => ({
        remotes: {
          ...honest.remotes,
          'mf-agents': { ...(own(honest) ?? never()), canary: { id: first, percent: 100 } },
        },
      }),
      /its state is not that of an activation/,
    ],
    ['that follows on nothing', {}, () => ({ previous: null }), /it follows on none, not on revision 3/],
    [
      'that follows on an older one',
      {},
      () => ({ previous: { revision: 2, sha256: '0'.repeat(64) } }),
      /it follows on revision 2, not on revision 3/,
    ],
    [
      'that follows on another history',
      {},
      () => ({ previous: { revision: 3, sha256: '0'.repeat(64) } }),
      /it follows on revision 3, not on revision 3 as that is here/,
    ],
    ['that skips numbers', {}, () => ({ revision: 6 }), /it says nothing of 4,5 before it/],
    [
      "that skips numbers and says so, with a squad's key",
      {},
      () => ({ revision: 6, passedOver: [4, 5] }),
      /may not pass over 4,5/,
    ],
    [
      'that is made up to be old',
      {},
      () => ({ at: '2001-01-01T00:00:00.000Z' }),
      /which is before the revision that it follows on/,
    ],
  ];

  it.each(forgeries)('does not count %s, which every server says', async (_, words, change, problem) => {
    const running = await startServer();
    await forge(words && (await grant('squad', words)), change);
    await running.refresh({ whole: false });
    const started = await startServer();
    for (const server of [running, started]) {
      await server.refresh({ whole: true });
      expect(server.current?.composition.revision).toBe(3);
      expect(server.problems).toEqual([expect.stringMatching(problem)]);
    }
  });

  it('does not count with a key that ended, whatever day it says', async () => {
    const squad = await grant('squad', { expires: new Date(Date.now() + 300).toISOString() });
    await new Promise((resolve) => setTimeout(resolve, 400));
    await forge(squad, {});
    expect((await startServer()).problems).toEqual([expect.stringMatching(/by the key squad, which ended at/)]);
  });

  it('does not count with a key that was revoked, on a running server, too, and stays as far as it had come', async () => {
    const squad = await grant('squad', {});
    await forge(squad, {});
    const running = await startServer();
    expect(running.current?.composition.revision).toBe(4);
    await revokeKey(platform, { name: 'squad', by: 'anna', reason: 'left', force: true });
    await forge(squad, {
      remotes: { ...running.current?.composition.remotes, 'mf-agents': { live: second, previous: first } },
      to: second,
    });
    await running.refresh({ whole: false });
    for (const server of [running, await startServer()]) {
      // What it did while it could stays done.
      expect(server.current?.composition.revision).toBe(4);
      expect(server.problems).toEqual([expect.stringMatching(/by the key squad, which was revoked at/)]);
    }
  });

  it('does not count when it is a copy of an older one', async () => {
    await cp(fileOf(1), fileOf(4));
    const server = await startServer();
    expect(server.current?.composition.revision).toBe(3);
    expect(server.problems).toEqual([expect.stringMatching(/Composition revision 4 .* it holds revision 1/)]);
  });

  it('does not count with the signature of another log', async () => {
    const signer = await platform.readSigner();
    const { entry } = (await store.compositions.readSigned(3)) ?? never();
    await platform.chain.refresh({ whole: true });
    const next = { ...entry, revision: 4, previous: { revision: 3, sha256: platform.chain.current?.sha256 ?? '' } };
    await store.compositions.append(next, (hash) => [signHash('change', hash, signer)]);
    expect((await startServer()).problems).toEqual([expect.stringMatching(/its signature does not hold/)]);
  });
});

describe('a revision of a newer server program', () => {
  it.each<[string, (honest: Composition) => object]>([
    ['with a member that is not known here', () => ({ approvals: ['ben'] })],
    [
      'with a member of a remote that is not known here',
      ({ remotes }) => ({ remotes: { ...remotes, 'mf-agents': { ...remotes['mf-agents'], regions: ['eu'] } } }),
    ],
    ['with an action that is not known here', () => ({ action: 'mirror' })],
  ])('%s leaves what is in effect, is told with what to do, and what follows on it counts', async (_what, change) => {
    const all = await grant('operator', { remotes: '*', actions: ['activate'] });
    const server = await startServer();
    const before = server.current?.sha256;
    const revision = await forge(all, change as (honest: Composition) => Partial<Composition>);
    await server.refresh({ whole: false });
    expect(server.current?.sha256).toBe(before);
    expect(server.problems).toEqual([
      expect.stringMatching(
        /^Composition revision 4 \(.*\) was written by a newer server program and does not count here \(.*(approvals|regions|action).*\): update this one; what is in effect stays so meanwhile\.$/,
      ),
    ]);
    await forge(all, { revision: revision + 1, passedOver: [revision] });
    await server.refresh({ whole: false });
    expect(server.current?.composition.revision).toBe(5);
    expect(server.problems).toEqual([]);
  });
});

describe('a history that somebody changed', () => {
  it('stays what it was on running servers when an entry is rewritten, which they say', async () => {
    const running = await startServer();
    const text = await readFile(fileOf(2), 'utf8');
    await writeFile(fileOf(2), text.replace('anna', 'ben!'));
    await running.refresh({ whole: true });
    expect(running.current?.composition.revision).toBe(3);
    expect(running.problems).toEqual(['Revision 2 of the composition was rewritten since it was accepted.']);
    // The newest is signed by a key for all remotes: a site is not taken down by one old file.
    const started = await startServer();
    expect(started.current?.composition.revision).toBe(3);
    expect(started.passedOver).toEqual([
      expect.stringMatching(/Composition revision 2 .* its content does not match its hash/),
    ]);
    await writeFile(fileOf(2), text);
    await running.refresh({ whole: true });
    expect(running.problems).toEqual([]);
  });

  it('stays what it was when the newest entries are gone, as after a restored backup, and servers say both numbers', async () => {
    const running = await startServer();
    await rm(fileOf(3));
    await running.refresh({ whole: true });
    expect(running.current?.composition.remotes['mf-agents']?.live).toBe(second);
    expect(running.problems).toEqual([
      'Revision 3 of the composition was removed from the store.',
      expect.stringMatching(/^The store's newest revision is 2; revision 3 is in effect here, and stays: was a backup/),
    ]);
  });

  it.each([
    ['damaged', () => 'half'],
    ['rewritten', (text: string) => text.replace(/,\s*"signatures".*$/s, '}')],
  ])('stays what it was on running servers when its newest entry is %s and rights change then', async (_, spoil) => {
    const running = await startServer();
    const text = await readFile(fileOf(3), 'utf8');
    await setBudgetOf(platform, { remote: 'mf-agents', budget: { page: 95_000 }, by: 'anna', reason: 'a player' });
    const { entry } = JSON.parse(text);
    const other = JSON.stringify({ ...entry, by: 'somebody' });
    const sha256 = createHash('sha256').update(other).digest('hex');
    await writeFile(fileOf(3), spoil(`{"entry":${other},"sha256":"${sha256}","signatures":[]}`));
    await running.refresh({ whole: false });
    expect(running.rights.budgetOf('mf-agents').page).toBe(95_000);
    expect(running.current?.composition.remotes['mf-agents']?.live).toBe(second);
  });

  it("does not let a squad hide somebody else's switch by removing it", async () => {
    const squad = await grant('squad', {});
    // The operator takes mf-demos back; the squad goes on from before that.
    const before = platform.chain.current;
    await setFrozen(platform, { ...anna, remote: 'mf-demos', frozen: true });
    const { entry } = (await store.compositions.readSigned(4)) ?? never();
    await rm(fileOf(4));
    await store.compositions.append(
      {
        ...entry,
        revision: 5,
        action: 'activate',
        remote: 'mf-agents',
        from: second,
        to: first,
        previous: { revision: 4, sha256: '0'.repeat(64) },
        remotes: { ...entry.remotes, 'mf-agents': { live: first, previous: second } },
      },
      (hash) => [signHash('composition', hash, squad)],
    );
    const server = await startServer();
    expect(server.current?.composition.revision).toBe(before?.composition.revision);
    expect(server.problems).toEqual([expect.stringMatching(/it changes other remotes than mf-agents/)]);
  });

  it('is not gone past without a word when its newest entry is damaged: the switch says what to do', async () => {
    const third = await buildPublished(store, {
      remote: 'mf-demos',
      version: '1.2.0',
      routes: [{ path: '/click-demos' }],
    });
    await writeFile(fileOf(3), 'half');
    const late = buildPlatform(new FolderReleaseStore(dataDir));
    const attempt = activateRelease(late, { ...anna, remote: 'mf-demos', id: third });
    await expect(attempt).rejects.toThrow(/^Composition revision 3 .* Nothing was switched, .* --pass-over 3\.$/);
    await activateRelease(late, { ...anna, remote: 'mf-demos', id: third, passOver: 3 });
    expect((await startServer()).current?.composition).toMatchObject({ revision: 4, passedOver: [3] });
  });
});

describe('a revision whose signature somebody changed', () => {
  const changeSignature = async (revision: number) => {
    const stored = JSON.parse(await readFile(fileOf(revision), 'utf8'));
    stored.signatures[0].signature = `${'A'.repeat(86)}==`;
    await writeFile(fileOf(revision), JSON.stringify(stored, null, 2));
  };

  it('counts by the hash that a later one of a key for all remotes signed, and is told with no name', async () => {
    await changeSignature(1);
    const server = await startServer();
    expect(server.current?.composition.revision).toBe(3);
    await server.prove();
    expect(server.problems).toEqual([
      expect.stringMatching(/^The signature of revision 1 was changed since it was accepted: it is not by site\./),
    ]);
    expect(server.keyOf(1)).toBeNull();
    expect(server.keyOf(2)).toBe('site');
    const fresh = buildPlatform(new FolderReleaseStore(dataDir));
    const { entries, damaged } = await readAudit(fresh);
    const switches = entries.filter((entry) => 'remote' in entry && 'key' in entry);
    expect(switches.map((entry) => ('key' in entry ? entry.key : ''))).toEqual([null, 'site', 'site']);
    expect(damaged.join()).toContain('it is not by site');
  });

  it('does not count when only a key for one remote signed what follows', async () => {
    const squad = await grant('squad', {});
    await changeSignature(3);
    const server = await startServer();
    expect(server.current?.composition.revision).toBe(2);
    const other = buildPlatform(store);
    await other.chain.refresh({ whole: true });
    await forge(squad, {});
    expect((await startServer()).current?.composition.revision).toBe(2);
  });

  it('does not count when what vouches for it does not count itself', async () => {
    const site = await readSigner(join(dataDir, 'keys/private/site.pem'));
    await forge(site, ({ remotes }) => ({ remotes: { ...remotes, 'mf-demos': { live: first, previous: null } } }));
    await changeSignature(3);
    expect((await startServer()).current?.composition.revision).toBe(2);
  });
});

describe('rights', () => {
  const mallory = { by: 'mallory', reason: 'more' };

  it('are changed by the root key alone', async () => {
    const squad = await grant('squad', { actions: ['publish', 'activate', 'policy'], remotes: '*' });
    const { revision } = platform.chain.rights;
    const entry = {
      ...(revision ?? never()),
      revision: (revision?.revision ?? 0) + 1,
      previous: platform.chain.rightsHash,
      namespaces: [{ path: '/', remote: 'mf-agents' }],
    };
    await store.rights.append({ ...entry, keys: {} }, (hash) => [signHash('rights', hash, squad)]);
    const server = await startServer();
    expect(server.rights.keys.map(({ name }) => name)).toContain('site');
    expect(server.problems).toEqual([
      expect.stringMatching(/^Rights revision 3 .* the key squad may change paths and budgets, not keys\.$/),
    ]);
    await expect(setBudgetOf(platform, { remote: 'mf-agents', budget: { page: 1 }, ...mallory })).rejects.toThrow(
      /No rights are changed while the log holds what does not count/,
    );
  });

  it('let a key with the right to change paths and budgets, and no other', async () => {
    const file = join(await buildFolder(), 'staff.pem');
    await makePrivateKey(file);
    const staff = await readSigner(file);
    const words = { name: 'staff', key: staff.publicKey, remotes: '*', actions: ['policy'], expires: null } as const;
    await grantKey(platform, { ...words, ...mallory });
    const withoutRoot = buildPlatform(new FolderReleaseStore(dataDir), {
      signer: file,
      rootSigner: join(dataDir, 'none'),
    });
    await givePath(withoutRoot, { path: '/news', remote: 'mf-demos', by: 'staff', reason: 'news' });
    expect((await startServer()).rights.namespaces).toContainEqual({ path: '/news', remote: 'mf-demos' });
    await expect(revokeKey(withoutRoot, { name: 'site', ...mallory, force: true })).rejects.toThrow(
      /There is no private key/,
    );
  });

  it('take no path from a live release or a canary, which would leave the site as a whole, and say what to do', async () => {
    await expect(givePath(platform, { path: '/click-demos', remote: null, ...mallory })).rejects.toThrow(
      new RegExp(
        `^/click-demos is in use: mf-demos ${demos} is live, serves /click-demos and .* release -- activate mf-demos <id>`,
      ),
    );
    await expect(givePath(platform, { path: '/click-demos', remote: 'mf-agents', ...mallory })).rejects.toThrow(
      /is in use/,
    );
    await givePath(platform, { path: '/news', remote: 'mf-demos', ...mallory });
    const next = await buildPublished(store, {
      remote: 'mf-demos',
      version: '2.0.0',
      routes: [{ path: '/news' }],
    });
    await activateRelease(platform, { ...anna, remote: 'mf-demos', id: next });
    // The release before has it still, and nobody sees that.
    await givePath(platform, { path: '/click-demos', remote: null, ...mallory });
    expect((await startServer()).rights.namespaces).not.toContainEqual({ path: '/click-demos', remote: 'mf-demos' });
  });

  it('name the key that signed each of their revisions in the log', async () => {
    const file = join(await buildFolder(), 'staff.pem');
    await makePrivateKey(file);
    const { publicKey: key } = await readSigner(file);
    await grantKey(platform, { name: 'staff', key, remotes: '*', actions: ['policy'], expires: null, ...mallory });
    const withoutRoot = buildPlatform(new FolderReleaseStore(dataDir), {
      signer: file,
      rootSigner: join(dataDir, 'none'),
    });
    await setBudgetOf(withoutRoot, { remote: 'mf-agents', budget: { page: 100 }, ...mallory });
    const { entries } = await readAudit(platform);
    const ofRights = entries.flatMap((entry) =>
      'subjects' in entry && 'key' in entry ? [[entry.action, entry.key]] : [],
    );
    expect(ofRights).toEqual([
      ['found', 'root'],
      ['grant', 'root'],
      ['budget', 'staff'],
    ]);
  });

  it('that were forged, replayed or damaged leave the last good ones in force', async () => {
    await grant('squad', {});
    const server = await startServer();
    await cp(fileOf(1, 'rights'), fileOf(3, 'rights'));
    await server.refresh({ whole: false });
    expect(server.rights.revision?.revision).toBe(2);
    expect(server.problems).toEqual([expect.stringMatching(/Rights revision 3 .* it holds revision 1/)]);
    await rm(fileOf(3, 'rights'));
    await writeFile(fileOf(2, 'rights'), 'half');
    await server.refresh({ whole: true });
    expect(server.rights.keys.map(({ name }) => name)).toContain('squad');
    expect(server.problems.at(-1)).toMatch(/^The store holds the rights up to revision 1; revision 2 is in force here/);
  });

  it('of another root are none: a whole store of somebody else is not served', async () => {
    const elsewhere = new FolderReleaseStore(await buildFolder());
    await buildPublished(elsewhere);
    await rm(store.place, { recursive: true });
    await cp(elsewhere.place, store.place, { recursive: true });
    const server = await startServer();
    expect(server.current).toBeNull();
    expect(server.rights.keys).toEqual([]);
    expect(server.problems).toEqual([
      expect.stringMatching(/^No revision of the rights is signed by the root key [0-9a-f]{16} that/),
    ]);
  });

  it('are followed from the old root key and from the new one', async () => {
    const next = await buildSigner();
    await rotateRoot(platform, { next, by: 'anna', reason: 'a new safe' });
    const third = await buildSigner();
    const roots = [(await platform.readRootSigner()).publicKey, next.publicKey];
    for (const root of roots) {
      const chain = new ReleaseChain(store, async () => root);
      await chain.refresh({ whole: true });
      expect({ live: chain.current?.composition.revision, problems: chain.problems }).toEqual({
        live: 3,
        problems: [],
      });
    }
    const stranger = new ReleaseChain(store, async () => third.publicKey);
    await stranger.refresh({ whole: true });
    expect(stranger.current).toBeNull();
  });

  it('keep a revoked key from writing a history that ends before its end', async () => {
    const squad = await grant('squad', { remotes: '*', actions: ['publish', 'activate', 'rollback'] });
    await rollbackRelease(platform, { ...anna, to: first });
    await activateRelease(platform, { ...anna, id: second });
    await revokeKey(platform, { name: 'squad', by: 'anna', reason: 'left', force: true });
    const { entry } = (await store.compositions.readSigned(4)) ?? never();
    for (const revision of [4, 5]) await rm(fileOf(revision));
    const sha256 = (await store.compositions.readSigned(3))?.sha256 ?? '';
    await store.compositions.append({ ...entry, by: 'mallory', previous: { revision: 3, sha256 } }, (hash) => [
      signHash('composition', hash, squad),
    ]);
    const server = await startServer();
    expect(server.current?.composition.revision).toBe(3);
    expect(server.problems).toEqual([expect.stringMatching(/by the key squad, which was revoked at/)]);
  });
});

describe('a frozen remote', () => {
  it('takes no release, goes back all the same, and takes releases again when it is open', async () => {
    await setFrozen(platform, { ...anna, frozen: true });
    const third = await buildPublished(store, { version: '1.2.0' });
    await expect(activateRelease(platform, { ...anna, id: third })).rejects.toThrow(
      /^mf-agents is frozen since .* unfreeze mf-agents/,
    );
    await rollbackRelease(platform, anna);
    await expect(activateRelease(platform, { ...anna, id: third })).rejects.toThrow(/is frozen/);
    await setFrozen(platform, { ...anna, frozen: false });
    await activateRelease(platform, { ...anna, id: third });
    const server = await startServer();
    expect(server.current?.composition.remotes['mf-agents']).toMatchObject({ live: third });
    expect(server.problems).toEqual([]);
  });
});

describe('a store from before there were rights', () => {
  /** Puts the store back to what an earlier version would have left. */
  async function makeOld(): Promise<void> {
    for (const revision of [1, 2, 3]) {
      const { entry } = (await store.compositions.readSigned(revision)) ?? never();
      const { previous: _, ...old } = entry;
      await rm(fileOf(revision));
      await store.compositions.append(old);
    }
    await rm(join(store.place, 'rights'), { recursive: true });
    await cp(join(dataDir, 'keys/private/site.pem'), join(dataDir, 'keys/release-signing.pem'));
    for (const file of ['root.pub', 'guard.pem', 'private']) await rm(join(dataDir, 'keys', file), { recursive: true });
  }

  const found = () => {
    const { root, guard, signer, rootSigner } = {
      root: 'root.pub',
      guard: 'guard.pem',
      signer: 'private/site.pem',
      rootSigner: 'private/root.pem',
    };
    const at = (name: string) => join(dataDir, 'keys', name);
    const keys = { root: at(root), guard: at(guard), signer: at(signer), rootSigner: at(rootSigner) };
    return foundSite({
      store,
      keys,
      by: 'npm start',
      namespaces: [{ path: '/', remote: 'mf-agents' }],
      budget: { registered: 1, page: 1 },
    });
  };

  it('is adopted once, with its history, and goes on', async () => {
    await makeOld();
    expect((await startServer()).problems).toEqual([expect.stringMatching(/keys found.* adopts a store from before/)]);
    await expect(rollbackRelease(buildPlatform(store), anna)).rejects.toThrow(
      /adopts a store from before there were rights/,
    );
    expect((await found()).made).toEqual([expect.stringMatching(/^Made the root key of this site/)]);
    expect((await found()).made).toEqual([]);
    const server = await startServer();
    expect(server.current).toMatchObject({ key: null, composition: { revision: 3 } });
    expect(server.problems).toEqual([]);
    const again = buildPlatform(new FolderReleaseStore(dataDir));
    await rollbackRelease(again, anna);
    expect((await startServer()).current).toMatchObject({ key: 'site', composition: { revision: 4, to: first } });
  });

  it('is not adopted a second time: rights that are lost are put back, never made anew over what somebody wrote', async () => {
    await makeOld();
    await found();
    await rm(join(store.place, 'rights'), { recursive: true });
    await expect(found()).rejects.toThrow(/has lost its rights: .* Put .*rights back from a copy\.$/);
  });

  it('is not what it was when one of its old entries changes, which servers say', async () => {
    await makeOld();
    await found();
    const { entry } = (await store.compositions.readSigned(1)) ?? never();
    await rm(fileOf(1));
    await store.compositions.append({ ...entry, by: 'mallory' });
    const server = await startServer();
    expect(server.current?.composition.revision).toBe(3);
    expect(server.problems).toEqual(['A revision up to 3 is not what it was when this store was adopted.']);
  });
});

function never(): never {
  throw new Error('it is not there');
}

import { readFile, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Composition } from 'kit/contracts/composition';
import { quickGateRules } from '../gate/gate.ts';
import { GateRefusal } from '../gate/gate-rule.ts';
import { openFolderStore } from '../log/open-store.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import { RevisionTakenError } from '../log/revision.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { buildPublished } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { anna, buildFoundedSite } from '../testing/build-published-site.ts';
import { readNewest, readSwitches } from '../testing/read-switches.ts';
import { activateRelease, acts, rollbackRelease, startCanary } from './acts.ts';
import { repairLog } from './repair-log.ts';

let dataDir: string;
let store: ReleaseStore;
let platform: ReleasePlatform;

beforeEach(async () => {
  ({ dataDir, store, platform } = await buildFoundedSite());
});

async function buildLive(...versions: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const version of versions) {
    const id = await buildPublished(store, { version });
    await activateRelease(platform, { ...anna, id });
    ids.push(id);
  }
  return ids;
}

async function stateOf(remote: string): Promise<Composition['remotes'][string] | undefined> {
  return (await readNewest(store))?.remotes[remote];
}

describe('activating a release', () => {
  it('makes it live, remembers the one before and says who, when, why, from and to', async () => {
    const [first, second] = await buildLive('1.0.0', '1.1.0');
    expect(await stateOf('mf-agents')).toMatchObject({ live: second, previous: first });
    const entries = await readSwitches(store);
    expect(entries).toHaveLength(2);
    const { rules: _, ...said } = anna;
    expect(entries[1]).toMatchObject({ revision: 2, action: 'activate', ...said, from: first, to: second });
    expect(Math.abs(Date.now() - Date.parse(entries[1]?.at ?? ''))).toBeLessThan(60_000);
  });

  it('changes nothing when the release is live already', async () => {
    const [id = ''] = await buildLive('1.0.0');
    expect(await activateRelease(platform, { ...anna, id })).toMatchObject({ outcome: 'unchanged' });
    expect((await readNewest(store))?.revision).toBe(1);
  });

  it('checks and writes nothing in a dry run', async () => {
    const id = await buildPublished(store);
    const { outcome, composition } = await activateRelease(platform, { ...anna, id, dryRun: true });
    expect(outcome).toBe('checked');
    expect(composition.remotes['mf-agents']?.live).toBe(id);
    expect(await stateOf('mf-agents')).toBeUndefined();
  });

  it('refuses an operator who has not seen the latest switch, and names it', async () => {
    await buildLive('1.0.0', '1.1.0');
    const id = await buildPublished(store, { version: '1.2.0' });
    const late = activateRelease(platform, { ...anna, by: 'ben', id, expectedRevision: 1 });
    await expect(late).rejects.toThrow(RevisionTakenError);
    await expect(late).rejects.toThrow(/Another operator was first: #2 activate of mf-agents to 1\.1\.0-.* by anna/);
  });

  it('lets one of two operators at once win, in 6 tries, and never loses a switch, and goes back over them all', async () => {
    const ids = [await buildPublished(store, { version: '1.0.0' }), await buildPublished(store, { version: '2.0.0' })];
    const platforms = [platform, buildPlatform(openFolderStore(dataDir))];
    let won = 0;
    let told = 0;
    for (let round = 0; round < 6; round += 1) {
      await platform.chain.refresh({ whole: false });
      const { revision = 0, remotes = {} } = platform.chain.current?.composition ?? {};
      const live = remotes['mf-agents']?.live;
      const id = ids.find((candidate) => candidate !== live) ?? '';
      const results = await Promise.allSettled(
        platforms.map((one, index) =>
          activateRelease(one, { ...anna, by: `operator ${index}`, id, expectedRevision: revision }),
        ),
      );
      won += results.filter(({ status }) => status === 'fulfilled').length;
      told += results.filter(
        (result) => result.status === 'rejected' && result.reason instanceof RevisionTakenError,
      ).length;
    }
    expect({ won, told }).toEqual({ won: 6, told: 6 });
    const entries = await readSwitches(store);
    expect(entries.map(({ revision }) => revision)).toEqual(Array.from({ length: 6 }, (_, index) => index + 1));
    expect(entries.slice(1).every((entry, index) => entry.from === entries[index]?.to)).toBe(true);
    const [to] = ids.filter((id) => id !== entries.at(-1)?.to);
    const { composition } = await rollbackRelease(platform, { ...anna, id: to });
    expect(composition).toMatchObject({ revision: 7, to });
  });
});

describe('rolling back', () => {
  it('goes to the previous release, then further back, and never forth again', async () => {
    const [first, second, third] = await buildLive('1.0.0', '1.1.0', '1.2.0');
    await rollbackRelease(platform, { ...anna, reason: 'form is broken' });
    expect(await stateOf('mf-agents')).toMatchObject({ live: second, previous: first });
    await rollbackRelease(platform, anna);
    expect(await stateOf('mf-agents')).toMatchObject({ live: first, previous: null });
    await expect(rollbackRelease(platform, anna)).rejects.toThrow(/has no previous release to go back to/);
    const entries = await readSwitches(store);
    expect(entries[3]).toMatchObject({ action: 'rollback', from: third, to: second, reason: 'form is broken' });
  });

  it('remembers what was live before a release that replaced a bad one', async () => {
    const [first, bad] = await buildLive('1.0.0', '1.1.0');
    await rollbackRelease(platform, anna);
    const [repaired] = await buildLive('1.1.1');
    expect(await stateOf('mf-agents')).toMatchObject({ live: repaired, previous: first });
    expect((await stateOf('mf-agents'))?.previous).not.toBe(bad);
  });

  it('remembers what stood before a release that was activated again while it was live', async () => {
    const [first, second = '', third = ''] = await buildLive('1.0.0', '1.1.0', '1.2.0');
    await rollbackRelease(platform, anna);
    await activateRelease(platform, { ...anna, id: second, guard: 'off' });
    await activateRelease(platform, { ...anna, id: third });
    await rollbackRelease(platform, anna);
    expect(await stateOf('mf-agents')).toMatchObject({ live: second, previous: first });
  });

  it('writes nothing past a damaged revision until it is moved aside by command: that may be a lost switch', async () => {
    const [first] = await buildLive('1.0.0', '1.1.0');
    await writeFile(`${store.place}/log/000000000003.json`, 'half');
    await expect(rollbackRelease(platform, anna)).rejects.toThrow(
      /^Revision 3 .* is damaged and does not count: .* "npm run release -- repair", .* Nothing was changed\.$/,
    );
    expect((await repairLog(platform, { dryRun: true })).movedAside).toEqual(['revision 3']);
    expect(await repairLog(platform, {})).toEqual({
      restored: [],
      movedAside: [expect.stringMatching(/^log\/refused\/0{11}3-\d+\.json$/)],
    });
    const { composition } = await rollbackRelease(platform, anna);
    expect(composition.revision).toBe(3);
    expect(await stateOf('mf-agents')).toMatchObject({ live: first });
  });
});

describe('a damaged revision that a running server has whole', () => {
  let file: string;
  let whole: string;
  let other: ReleasePlatform;

  beforeEach(async () => {
    await buildLive('1.0.0', '1.1.0');
    file = `${store.place}/log/000000000002.json`;
    whole = await readFile(file, 'utf8');
    await writeFile(file, 'half');
    const serving = { revision: 2, since: new Date().toISOString(), version: '1.0.0', instead: {} };
    await store.writeHeartbeat('a-server', { revision: 2, sharedModules: {}, serving });
    other = buildPlatform(openFolderStore(dataDir));
  });

  it('is waited for, and the act comes after it', async () => {
    const attempt = rollbackRelease(other, anna);
    const { promise: isLate, resolve } = Promise.withResolvers<string>();
    setTimeout(resolve, 700, 'waits');
    expect(await Promise.race([attempt, isLate])).toBe('waits');
    await writeFile(file, whole);
    expect((await attempt).composition).toMatchObject({ revision: 3, action: 'rollback' });
  });

  it('stops the act at once if the server ends meanwhile', async () => {
    const attempt = rollbackRelease(other, anna);
    setTimeout(() => void store.writeHeartbeat('a-server', null), 200);
    await expect(attempt).rejects.toThrow(/^Revision 2 .* is damaged and does not count/);
  });
});

describe('a canary', () => {
  let live: string;
  let next: string;
  beforeEach(async () => {
    [live = ''] = await buildLive('1.0.0');
    next = await buildPublished(store, { version: '1.1.0' });
  });
  const start = (percent: number, id = next) => startCanary(platform, { ...anna, id, percent, rules: quickGateRules });

  it('runs beside the live release, grows, and is promoted to it', async () => {
    await start(10);
    expect(await stateOf('mf-agents')).toMatchObject({
      live,
      canary: { id: next, percent: 10, since: expect.any(String) },
    });
    await start(50);
    expect(await stateOf('mf-agents')).toMatchObject({ live, canary: { id: next, percent: 50 } });
    await acts.promote.perform(platform, anna);
    expect(await stateOf('mf-agents')).toEqual({ live: next, previous: live, since: expect.any(String) });
    const entries = await readSwitches(store);
    expect(entries.map(({ action }) => action)).toEqual(['activate', 'canary', 'canary', 'promote']);
  });

  it('passes the gate before any visitor gets it', async () => {
    const bad = await buildPublished(store, { version: '2.0.0', routes: [{ path: '/leads' }] });
    await expect(start(1, bad)).rejects.toThrow(GateRefusal);
    expect((await stateOf('mf-agents'))?.canary).toBeUndefined();
  });

  it.each([0, -1, 100.1, Number.NaN])('is refused for %d percent', async (percent) => {
    await expect(start(percent)).rejects.toThrow(/above 0 and at most 100 percent/);
  });
});

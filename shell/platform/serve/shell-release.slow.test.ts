import { brotliCompressSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { shellName } from 'kit/contracts/shell-name';
import { activateRelease, acts, rollbackRelease, startCanary } from '../acts/acts.ts';
import { givePath } from '../acts/change-rights.ts';
import { publishRelease } from '../acts/publish-release.ts';
import { pruneStore, verifyStore } from '../acts/upkeep.ts';
import { shellGateRules } from '../gate/gate.ts';
import type { RightAction } from '../keys/rights.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import { buildPublished } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { copiesOf, anna as herself } from '../testing/build-published-site.ts';
import { buildPublishedSmallShell, buildSmallShellDist } from '../testing/build-shell-dist.ts';
import { grantNewKey, signedBy } from '../testing/build-switched-site.ts';
import { startFollower } from '../testing/start-follower.ts';
import { tamperWith } from '../testing/tamper.ts';
import { until } from '../testing/until.ts';
import type { ReleasePlatform } from './release-policy.ts';
import type { SiteFollower } from './site-follower.ts';

const anna = { ...herself, remote: shellName };

let store: ReleaseStore;
let platform: ReleasePlatform;
let first: string;
let second: string;
let follower: SiteFollower;
let said: string[];

const copySite = copiesOf(async (site) => {
  await activateRelease(site.platform, { ...herself, id: await buildPublished(site.store) });
  return {
    first: await buildPublishedSmallShell(site.store, { name: 'first' }),
    second: await buildPublishedSmallShell(site.store, { name: 'second' }),
  };
});

beforeEach(async () => {
  ({ store, platform, first, second } = await copySite());
  said = [];
  follower = await startFollower(buildPlatform(store), said);
});

const served = () => follower.current.shell?.live.record.id ?? null;
const withdrawn = (id: string) => follower.withdrawn[`${shellName}/${id}`];

describe('a release of the shell', () => {
  it('is the same for the same build, and another one for another', async () => {
    expect(await buildPublishedSmallShell(store, { name: 'first' })).toBe(first);
    expect(second).not.toBe(first);
    expect(await store.listReleases(shellName)).toHaveLength(2);
    expect((await verifyStore(platform)).problems).toEqual([]);
  });

  it('is what pages are made with from its switch on, and no remote of the site', async () => {
    expect(served()).toBeNull();
    await activateRelease(platform, { ...anna, id: first });
    await until(() => served() === first);
    const { current } = follower;
    expect(current.shell?.live.boot).toMatch(/\/\*first\*\/$/);
    expect(current.remotes.map(({ name }) => name)).toEqual(['mf-agents']);
    expect(Object.keys(current.browserComposition.remotes)).toEqual(['mf-agents']);
    expect(current.isComplete).toBe(true);
  });

  it('goes back like a remote, and open tabs are told', async () => {
    await activateRelease(platform, { ...anna, id: first });
    await activateRelease(platform, { ...anna, id: second });
    await until(() => served() === second);
    await rollbackRelease(platform, { ...anna });
    await until(() => served() === first);
    expect(withdrawn(second)).toBe(follower.current.revision);
  });

  it('can be a canary that visitors get by its release set, is promoted, or ends', async () => {
    await activateRelease(platform, { ...anna, id: first });
    await startCanary(platform, { ...anna, id: second, percent: 10 });
    await until(() => follower.current.hasCanary);
    const { current } = follower;
    expect(current.canaryOf(shellName)?.id).toBe(second);
    const varied = await follower.siteOf({ revision: current.revision, overrides: { [shellName]: second } });
    expect(varied?.set).toBe(`${current.revision}+shell@${second}`);
    expect(varied?.shell?.live.boot).toMatch(/\/\*second\*\/$/);
    await acts.abort.perform(platform, { ...anna });
    await until(() => withdrawn(second) !== undefined);
    await startCanary(platform, { ...anna, id: second, percent: 10 });
    await acts.promote.perform(platform, { ...anna });
    await until(() => served() === second);
    expect(withdrawn(second)).toBeUndefined();
  });

  it('that lost a file is not used: pages go on with the one before, and then with the server’s own', async () => {
    await activateRelease(platform, { ...anna, id: first });
    await until(() => served() === first);
    await tamperWith(store, second, shellName).overwrite('boot/boot.js', () => 'broken');
    await activateRelease(platform, { ...anna, id: second });
    await until(() => follower.current.revision === 3);
    expect(served()).toBe(first);
    expect(said.join()).toMatch(
      `shell ${second} is not served: The file boot/boot.js of shell ${second} is not what was`,
    );
    // A server that starts now, where the one before is damaged as well.
    await tamperWith(store, first, shellName).overwrite('server/render.cjs', () => 'broken');
    follower = await startFollower(buildPlatform(store), said);
    expect(served()).toBeNull();
    expect(follower.current.remotes).toHaveLength(1);
  });

  it('of a kind that this server program does not know leaves pages with the one before', async () => {
    await activateRelease(platform, { ...anna, id: first });
    const other = await buildPublishedSmallShell(store, { documents: 2 });
    await activateRelease(platform, { ...anna, id: other });
    await until(() => follower.current.revision === 3);
    expect(served()).toBe(first);
    expect(said.join()).toMatch('comes alive in documents of kind 2; this server program writes kind 1');
  });

  it('is refused with a boot script that would end its own element', async () => {
    const id = await buildPublishedSmallShell(store, { files: { 'boot/boot.js': 'a="</script>"' } });
    const activating = activateRelease(platform, { ...anna, id, rules: shellGateRules });
    await expect(activating).rejects.toThrow(/\[shell\] shell .* has a boot script that would end its own element/);
  });

  it('is refused with a brotli form of something else', async () => {
    const id = await buildPublishedSmallShell(store, { files: { 'browser/main.js.br': brotliCompressSync('else') } });
    const activating = activateRelease(platform, { ...anna, id, rules: shellGateRules });
    await expect(activating).rejects.toThrow(`main.js.br of shell ${id} is not a form of`);
  });

  it('keeps its files in reach of tabs that run it, when another one is live', async () => {
    await activateRelease(platform, { ...anna, id: first });
    await activateRelease(platform, { ...anna, id: second });
    await until(() => served() === second);
    const former = await follower.publicRelease(shellName, first, () => false);
    expect(String(await former.file('main.js'))).toBe('void 0;');
    expect(former.file(former.record.serverEntry)).toBeUndefined();
    expect(await pruneStore(platform, { by: 'anna', reason: 'test' })).toEqual([]);
  });
});

describe('the right to the shell', () => {
  const actions: RightAction[] = ['publish', 'activate', 'rollback'];
  const platformOfSquad = async (remotes: string[]) =>
    signedBy(buildPlatform(store), await grantNewKey(platform, 'squad', { remotes, actions }));

  it('is not part of that to any remote', async () => {
    await activateRelease(platform, { ...anna, id: first });
    const squad = await platformOfSquad(['mf-agents']);
    const dist = await buildSmallShellDist({ name: 'squad' });
    await expect(publishRelease(squad, dist, { remote: shellName })).rejects.toThrow('This key may not publish shell');
    await expect(activateRelease(squad, { ...anna, id: second })).rejects.toThrow('This key may not activate shell');
    await expect(rollbackRelease(squad, { ...anna })).rejects.toThrow('This key may not rollback shell');
  });

  it('can be a key’s own', async () => {
    const team = await platformOfSquad([shellName]);
    const { record } = await publishRelease(team, await buildSmallShellDist({ name: 'team' }), { remote: shellName });
    await activateRelease(team, { ...anna, id: record.id });
    await until(() => served() === record.id);
    await expect(activateRelease(team, { ...anna, remote: 'mf-agents', id: first })).rejects.toThrow(
      'may not activate',
    );
  });

  it('comes with no path: no remote can be called so', async () => {
    const giving = givePath(platform, { path: '/agents', remote: shellName, by: 'anna', reason: 'test' });
    await expect(giving).rejects.toThrow('The shell serves no pages of its own');
  });
});

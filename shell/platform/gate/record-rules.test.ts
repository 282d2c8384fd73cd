import { beforeEach, expect, it } from '@jest/globals';
import type { RemoteOrigins } from 'kit/contracts/origins';
import { activateRelease } from '../acts/switch.ts';
import { findBrokenReleases } from '../acts/upkeep.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { buildPublished } from '../testing/build-dist.ts';
import { anna, buildPublishedSite, grantToSite } from '../testing/build-published-site.ts';
import { quickGateRules } from './gate.ts';

let store: ReleaseStore;
let platform: ReleasePlatform;
let first: string;
const serving = { revision: 0, since: '', version: '1.0.0', instead: {} };

beforeEach(async () => {
  ({ store, platform, first } = await buildPublishedSite());
});

const activate = (id = first) => activateRelease(platform, { ...anna, id, rules: quickGateRules });

it('goes by the shells that run, each of them, and not by the checkout', async () => {
  await store.writeHeartbeat('new', { revision: 0, sharedModules: { react: '19.4.0' }, serving });
  await store.writeHeartbeat('old', { revision: 0, sharedModules: { react: '18.3.1' }, serving });
  await expect(activate()).rejects.toThrow('It needs react ^19.3.1; the shell provides 18.3.1.');
  await store.writeHeartbeat('old', null);
  expect(await activate()).toMatchObject({ outcome: 'changed' });
  // What the checkout would break is asked of the checkout.
  await store.writeHeartbeat('new', { revision: 0, sharedModules: { react: '18.0.0' }, serving });
  expect(await findBrokenReleases(platform, { pages: false, notes: [] })).toEqual({ asked: 1, broken: [] });
});

it('goes by the checkout where no shell runs', async () => {
  expect(await activate()).toMatchObject({ outcome: 'changed' });
});

it.each<[RemoteOrigins | undefined, ...string[]]>([
  [undefined, '"connect" of the release\'s origins lacks https://jobs.example.', 'Add it in package.json'],
  [{ frame: ['https://jobs.example'] }, 'origins lacks https://jobs.example.', 'have staff grant it to your key'],
  [
    { connect: ['https://jobs.example'] },
    'with a parameter that its path lacks.',
    'Name parameters of the path alone.',
  ],
])('refuses a page whose data is of a back end that the release does not declare: %j', async (origins, ...words) => {
  await grantToSite(platform, { origins: ['https://jobs.example'] });
  const page = { path: '/my-agent', data: `https://jobs.example/openings${origins?.connect ? '/:slug' : ''}` };
  const release = await buildPublished(store, { version: '2.0.0', routes: [page], output: { origins } });
  for (const word of words) await expect(activate(release)).rejects.toThrow(word);
});

it('takes a page whose data is of a back end that the release declares', async () => {
  await grantToSite(platform, { origins: ['https://jobs.example'] });
  const routes = [{ path: '/my-agent', data: 'https://jobs.example/openings' }];
  const output = { origins: { connect: ['https://jobs.example'] } };
  await activate(await buildPublished(store, { version: '2.1.0', routes, output }));
});

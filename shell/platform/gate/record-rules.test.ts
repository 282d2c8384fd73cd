import { createHash } from 'node:crypto';
import { beforeEach, expect, it } from '@jest/globals';
import type { RemoteOrigins } from 'kit/contracts/origins';
import { activateRelease, rollbackRelease } from '../acts/acts.ts';
import { setBudgetOf } from '../acts/change-rights.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { buildPublished } from '../testing/build-dist.ts';
import { anna, buildPublishedSite, grantToSite } from '../testing/build-published-site.ts';
import { refusalOf, tamperWith } from '../testing/tamper.ts';
import { quickGateRules } from './gate.ts';

let store: ReleaseStore;
let platform: ReleasePlatform;
let first: string;
const serving = { revision: 0, since: '', version: '1.0.0', instead: {} };

beforeEach(async () => {
  ({ store, platform, first } = await buildPublishedSite());
});

const activate = (id = first, remote = 'mf-agents') =>
  activateRelease(platform, { ...anna, remote, id, rules: quickGateRules });

it('goes by the shells that run, each of them, and not by the checkout', async () => {
  await store.writeHeartbeat('new', { revision: 0, sharedModules: { react: '19.4.0' }, serving });
  await store.writeHeartbeat('old', { revision: 0, sharedModules: { react: '18.3.1' }, serving });
  await expect(activate()).rejects.toThrow('It needs react ^19.3.1; the shell provides 18.3.1.');
  await store.writeHeartbeat('old', null);
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

it('refuses a release whose data the site does not offer by the rule "data"', async () => {
  const id = await buildPublished(store, {
    routes: [{ path: '/agents/:agentName', noindex: true, data: '/api/metrics' }],
  });
  const { findings } = await refusalOf(activate(id));
  expect(findings).toMatchObject([
    { rule: 'data', problem: expect.stringContaining('names /api/metrics as its data') },
  ]);
});

it('refuses a release that needs what the shell has not by the rule "needs", at activation and at rollback', async () => {
  // No shell runs: the checkout says what is shared.
  const newer = { 'left-pad': '^1.0.0', react: '^99.0.0' };
  const needs = { remote: newer, 'page-my-agent': { react: '^18.0.0' }, other: { react: 'newest one' } };
  const id = await buildPublished(store, { version: '2.2.0', output: { needs } });
  const { findings } = await refusalOf(activate(id));
  expect(findings).toMatchObject(
    [
      /takes left-pad from the shell, which does not share it/,
      /needs react \^99\.0\.0; the shell provides 19\./,
      /needs react \^18\.0\.0; the shell provides 19\./,
      /"newest one", which is no range/,
    ].map((problem) => ({ rule: 'needs', problem: expect.stringMatching(problem) })),
  );
  await activateRelease(platform, { ...anna, id });
  await activate(await buildPublished(store, { version: '1.1.0' }));
  const back = rollbackRelease(platform, { ...anna, rules: quickGateRules });
  expect((await refusalOf(back)).findings[0]?.rule).toBe('needs');
});

it('refuses a release that is over its size budget by the rule "budget", until staff raise it', async () => {
  const noise = Array.from({ length: 3000 }, (_, n) => createHash('sha256').update(`${n}`).digest('hex')).join('');
  const id = await buildPublished(store, { files: { 'browser/page-my-agent.js': noise } });
  const { findings } = await refusalOf(activate(id));
  expect(findings).toMatchObject([
    {
      rule: 'budget',
      problem: expect.stringMatching(
        /^Container, routes and the largest page weigh \d+\.\d kB with brotli; the budget is 90\.0 kB/,
      ),
    },
  ]);
  await setBudgetOf(platform, { ...anna, budget: { page: 200_000 } });
  await expect(activate(id)).resolves.toMatchObject({ outcome: 'changed' });
  await setBudgetOf(platform, { ...anna, budget: { registered: 10 } });
  const next = await buildPublished(store, { version: '1.1.0' });
  expect((await refusalOf(activate(next))).message).toMatch(
    /\[budget\] Container and routes weigh .* budget mf-agents --registered <kB>/s,
  );
});

it('refuses a release that wants to serve paths of others by the rule "namespace"', async () => {
  const id = await buildPublished(store, { routes: [{}, { path: '/leads' }, { path: '/api/agents' }] });
  const { findings } = await refusalOf(activate(id));
  expect(findings).toMatchObject([
    { rule: 'namespace', problem: expect.stringMatching(/wants to serve \/leads, which belongs to mf-marketplace/) },
    { rule: 'namespace', problem: expect.stringMatching(/\/api\/agents, which is reserved for the shell server/) },
  ]);
});

it('refuses a route that the release declares twice, also under another parameter name', async () => {
  const routes = [{ path: '/agents/:agentName' }, { path: '/agents/:id' }, { path: '/leads' }];
  const { findings } = await refusalOf(activate(await buildPublished(store, { routes })));
  // Every broken rule is named.
  expect(findings).toMatchObject([
    { rule: 'namespace' },
    { rule: 'clash', problem: 'The route /agents/:id is declared twice in this release.' },
  ]);
});

it('refuses a route that the live release of another remote serves, also under another parameter name', async () => {
  const routes = [{ path: '/my-agent' }, { path: '/agents/:who' }];
  const demos = await buildPublished(store, { remote: 'mf-demos', version: '2.0.0', routes });
  // Live since before the path was given away: the namespace rule was another one then.
  await activateRelease(platform, { ...anna, remote: 'mf-demos', id: demos, rules: [] });
  const own = [{ path: '/my-agent' }, { path: '/agents/:agentName', noindex: true }];
  const { findings } = await refusalOf(activate(await buildPublished(store, { version: '2.0.0', routes: own })));
  expect(findings).toMatchObject([
    { rule: 'clash', problem: 'The route /my-agent is declared by the live release of mf-demos too.' },
    { rule: 'clash', problem: 'The route /agents/:agentName is declared by the live release of mf-demos too.' },
  ]);
});

it('is not held up by a damaged live release of another remote', async () => {
  const demos = await buildPublished(store, { remote: 'mf-demos', routes: [{ path: '/click-demos' }] });
  await activate(demos, 'mf-demos');
  await tamperWith(store, demos, 'mf-demos').overwriteText('record', () => '');
  await expect(activate(await buildPublished(store))).resolves.toMatchObject({ outcome: 'changed' });
});

it('says plainly that a release is not there', async () => {
  await expect(activate('1.0.0-00000000')).rejects.toThrow(
    /^The store holds no release 1\.0\.0-00000000 of mf-agents;/,
  );
});

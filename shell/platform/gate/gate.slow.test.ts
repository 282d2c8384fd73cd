import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RouteMeta } from 'kit/contracts/release';
import { setBudgetOf } from '../acts/change-rights.ts';
import { activateRelease, rollbackRelease } from '../acts/switch.ts';
import { openFolderStore } from '../log/open-store.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { buildFolder, buildPublished, type DistOverrides } from '../testing/build-dist.ts';
import { buildPlatform, foundTestSite } from '../testing/build-platform.ts';
import { refusalOf, tamperWith } from '../testing/tamper.ts';
import { quickGateRules } from './gate.ts';

const operator = { by: 'anna', reason: 'test' };
let store: ReleaseStore;
let platform: ReleasePlatform;

beforeEach(async () => {
  store = openFolderStore(await buildFolder());
  platform = buildPlatform(store);
  await foundTestSite(store);
});

const agentPage = (route: Partial<RouteMeta>) => ({ path: '/agents/:agentName', noindex: true, ...route });

/** By the rules that only read the release. */
const activate = (id: string, remote = 'mf-agents') =>
  activateRelease(platform, { ...operator, remote, id, rules: quickGateRules });

describe('the gate', () => {
  const good: [string, DistOverrides][] = [
    ['one page', {}],
    ['a page with a parameter', { routes: [{ path: '/agents/:agentName', noindex: true }] }],
    ['data that the site offers', { routes: [agentPage({ data: '/api/ai-agents/by-name/:agentName' })] }],
    [
      'such data under another name of the parameter',
      { routes: [{ path: '/agents/:who', data: '/api/ai-agents/by-name/:who', noindex: true }] },
    ],
    ['several pages', { routes: [{ path: '/my-agent' }, { path: '/agents/:agentName' }, { path: '/ai-agent-demo' }] }],
    ['a page below its path', { routes: [{ path: '/my-agent/calls/:callId' }] }],
    ['query parameters', { routes: [{ search: { industry: ['hvac', 'roofing'] } }] }],
    ['a canonical path', { routes: [{ canonical: '/my-agent' }] }],
    ['no shared modules', { output: { needs: {} } }],
    ['a version before the first', { version: '2.0.0-beta.1' }],
    ['large files', { files: { 'browser/large.js': 'x'.repeat(2_000_000) } }],
    [
      'many files',
      { files: Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`browser/chunk-${n}.js`, `${n}`])) },
    ],
  ];

  it.each(good)('accepts a release with %s', async (_, overrides) => {
    const id = await buildPublished(store, overrides);
    const request = { ...operator, remote: 'mf-agents', id };
    await expect(activateRelease(platform, request)).resolves.toMatchObject({ outcome: 'changed' });
  });

  it.each([
    '/api/metrics',
    '/api/ai-agents/by-code/:agentName',
    '/api/ai-agents/by-name/:agentCode',
    '/api/ai-agents/by-name/demo-agent',
    '/api/ai-agents/:agentName/by-name',
  ])('refuses a release that names %s as its data by the rule "data"', async (data) => {
    const id = await buildPublished(store, { routes: [agentPage({ data })] });
    const { findings } = await refusalOf(activate(id));
    expect(findings).toMatchObject([{ rule: 'data', problem: expect.stringContaining(`names ${data} as its data`) }]);
  });

  const unmet: [string, Record<string, string>, RegExp][] = [
    [
      'a module that the shell does not share',
      { 'left-pad': '^1.0.0' },
      /takes left-pad from the shell, which does not share it/,
    ],
    ['a newer version than the shell has', { react: '^99.0.0' }, /needs react \^99\.0\.0; the shell provides 19\./],
    ['an older major version', { react: '^18.0.0' }, /needs react \^18\.0\.0; the shell provides 19\./],
    ['a range that is none', { react: 'newest one' }, /"newest one", which is no range/],
  ];

  it.each(unmet)(
    'refuses a release that needs %s by the rule "needs", at activation and at rollback',
    async (_, needs, problem) => {
      const id = await buildPublished(store, { output: { needs: { remote: needs, 'page-my-agent': needs } } });
      const { findings } = await refusalOf(activate(id));
      expect(findings).toMatchObject([{ rule: 'needs', problem: expect.stringMatching(problem) }]);
      await activateRelease(platform, { ...operator, remote: 'mf-agents', id, rules: [] });
      await activate(await buildPublished(store, { version: '1.1.0' }));
      expect(
        (await refusalOf(rollbackRelease(platform, { ...operator, remote: 'mf-agents', rules: quickGateRules })))
          .findings[0]?.rule,
      ).toBe('needs');
    },
  );

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
    await setBudgetOf(platform, { ...operator, remote: 'mf-agents', budget: { page: 200_000 } });
    await expect(activate(id)).resolves.toMatchObject({ outcome: 'changed' });
    await setBudgetOf(platform, { ...operator, remote: 'mf-agents', budget: { registered: 10 } });
    const next = await buildPublished(store, { version: '1.1.0' });
    expect((await refusalOf(activate(next))).message).toMatch(
      /\[budget\] Container and routes weigh .* budget mf-agents --registered <kB>/s,
    );
  });

  it('weighs a release of two megabytes of scripts', async () => {
    const noise = Array.from({ length: 30_000 }, (_, n) => createHash('sha256').update(`${n}`).digest('hex')).join('');
    const id = await buildPublished(store, { files: { 'browser/page-my-agent.js': noise } });
    expect((await refusalOf(activate(id))).message).toMatch(/\[budget\]/);
  });

  const misplaced: [string, string, RegExp][] = [
    ['a page of another remote', '/leads', /wants to serve \/leads, which belongs to mf-marketplace/],
    ['a page below another remote', '/services/exotic-car-intake/x', /belongs to mf-intake/],
    ['the home page', '/', /belongs to mf-marketing/],
    ['a path that nobody claims', '/agent', /belongs to mf-marketing/],
    ['a pattern over everything', '/:page', /belongs to mf-marketing/],
    ['the API', '/api/agents', /is reserved for the shell server/],
    ['the files of releases', '/remotes/mf-agents', /is reserved for the shell server/],
    ['the health check', '/healthz', /is reserved for the shell server/],
  ];

  it.each(misplaced)('refuses a release that wants to serve %s by the rule "namespace"', async (_, path, problem) => {
    const id = await buildPublished(store, { routes: [{}, { path }] });
    const { findings } = await refusalOf(activate(id));
    expect(findings).toMatchObject([{ rule: 'namespace', problem: expect.stringMatching(problem) }]);
  });

  it('refuses a route that the release declares twice, also under another parameter name', async () => {
    const id = await buildPublished(store, { routes: [{ path: '/agents/:agentName' }, { path: '/agents/:id' }] });
    const { findings } = await refusalOf(activate(id));
    expect(findings).toMatchObject([
      { rule: 'clash', problem: 'The route /agents/:id is declared twice in this release.' },
    ]);
  });

  it('refuses a route that the live release of another remote serves', async () => {
    const demos = await buildPublished(store, { remote: 'mf-demos', routes: [{ path: '/my-agent' }] });
    // Live since before the path was given away: the namespace rule was another one then.
    await activateRelease(platform, { ...operator, remote: 'mf-demos', id: demos, rules: [] });
    const { findings } = await refusalOf(activate(await buildPublished(store)));
    expect(findings).toMatchObject([
      { rule: 'clash', problem: 'The route /my-agent is declared by the live release of mf-demos too.' },
    ]);
  });

  it('is not held up by a damaged live release of another remote', async () => {
    const demos = await buildPublished(store, { remote: 'mf-demos', routes: [{ path: '/click-demos' }] });
    await activate(demos, 'mf-demos');
    await tamperWith(store, demos, 'mf-demos').overwriteText('record', () => '');
    await expect(activate(await buildPublished(store))).resolves.toMatchObject({ outcome: 'changed' });
  });

  it('names every broken rule at once', async () => {
    const id = await buildPublished(store, { routes: [{ path: '/leads' }, { path: '/leads' }] });
    const { findings } = await refusalOf(activate(id));
    expect(findings.map(({ rule }) => rule)).toEqual(['namespace', 'namespace', 'clash']);
  });

  it('says plainly that a release is not there', async () => {
    await expect(activate('1.0.0-00000000')).rejects.toThrow(
      /^The store holds no release 1\.0\.0-00000000 of mf-agents;/,
    );
  });
});

import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RouteMeta } from 'kit/contracts/release';
import { setBudgetOf } from '../acts/change-rights.ts';
import { activateRelease, rollbackRelease } from '../acts/switch.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { buildPublished, type DistOverrides } from '../testing/build-dist.ts';
import { buildFoundedSite } from '../testing/build-published-site.ts';
import { refusalOf, tamperWith } from '../testing/tamper.ts';
import { quickGateRules } from './gate.ts';

const operator = { by: 'anna', reason: 'test' };
let store: ReleaseStore;
let platform: ReleasePlatform;

beforeEach(async () => {
  ({ store, platform } = await buildFoundedSite());
});

const agentPage = (route: Partial<RouteMeta>) => ({ path: '/agents/:agentName', noindex: true, ...route });

/** By the rules that only read the release. */
const activate = (id: string, remote = 'mf-agents') =>
  activateRelease(platform, { ...operator, remote, id, rules: quickGateRules });

describe('the gate', () => {
  const good: [string, DistOverrides][] = [
    ['one page', {}],
    [
      'everything that a release may have',
      {
        version: '2.0.0-beta.1',
        routes: [
          { path: '/my-agent', canonical: '/my-agent', search: { industry: ['hvac', 'roofing'] } },
          { path: '/my-agent/calls/:callId' },
          { path: '/ai-agent-demo' },
          // Under another name of the parameter than the site has.
          { path: '/agents/:who', data: '/api/ai-agents/by-name/:who', noindex: true },
        ],
        // No shared modules, a large file and many files.
        output: { needs: {} },
        files: {
          'browser/large.js': 'x'.repeat(2_000_000),
          ...Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`browser/chunk-${n}.js`, `${n}`])),
        },
      },
    ],
  ];

  it.each(good)('accepts a release with %s', async (_, overrides) => {
    const id = await buildPublished(store, overrides);
    const request = { ...operator, remote: 'mf-agents', id };
    await expect(activateRelease(platform, request)).resolves.toMatchObject({ outcome: 'changed' });
  });

  it('refuses a release whose data the site does not offer by the rule "data"', async () => {
    const id = await buildPublished(store, { routes: [agentPage({ data: '/api/metrics' })] });
    const { findings } = await refusalOf(activate(id));
    expect(findings).toMatchObject([
      { rule: 'data', problem: expect.stringContaining('names /api/metrics as its data') },
    ]);
  });

  it('refuses a release that needs what the shell has not by the rule "needs", at activation and at rollback', async () => {
    const newer = { 'left-pad': '^1.0.0', react: '^99.0.0' };
    const needs = { remote: newer, 'page-my-agent': { react: '^18.0.0' }, other: { react: 'newest one' } };
    const id = await buildPublished(store, { output: { needs } });
    const { findings } = await refusalOf(activate(id));
    expect(findings).toMatchObject(
      [
        /takes left-pad from the shell, which does not share it/,
        /needs react \^99\.0\.0; the shell provides 19\./,
        /needs react \^18\.0\.0; the shell provides 19\./,
        /"newest one", which is no range/,
      ].map((problem) => ({ rule: 'needs', problem: expect.stringMatching(problem) })),
    );
    await activateRelease(platform, { ...operator, remote: 'mf-agents', id, rules: [] });
    await activate(await buildPublished(store, { version: '1.1.0' }));
    const back = rollbackRelease(platform, { ...operator, remote: 'mf-agents', rules: quickGateRules });
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
    await setBudgetOf(platform, { ...operator, remote: 'mf-agents', budget: { page: 200_000 } });
    await expect(activate(id)).resolves.toMatchObject({ outcome: 'changed' });
    await setBudgetOf(platform, { ...operator, remote: 'mf-agents', budget: { registered: 10 } });
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

  it('says plainly that a release is not there', async () => {
    await expect(activate('1.0.0-00000000')).rejects.toThrow(
      /^The store holds no release 1\.0\.0-00000000 of mf-agents;/,
    );
  });
});

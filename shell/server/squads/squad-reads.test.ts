import { describe, expect, it } from '@jest/globals';
import { switchOnSite } from 'kit/squad/site-client/switch-on-site';
import { FailureCounts } from '../../platform/index.ts';
import { publish } from './testing/publish.ts';
import { startSquad, startSquadSite } from './testing/start-squad-site.ts';

describe('a key that may only publish', () => {
  it('has the gate try a release of its remote, and of no other', async () => {
    const site = await startSquadSite();
    const key = await site.addSquad('ci-agents', { actions: ['publish'] });
    const client = site.client(key);
    const good = await publish(site, key);
    const call = { action: 'activate', reason: 'pull request 7' } as const;
    expect(await switchOnSite(client, 'mf-agents', { ...call, id: good, dryRun: true })).toMatchObject({
      ...{ outcome: 'checked', from: null, to: good, differences: [] },
    });
    await expect(switchOnSite(client, 'mf-demos', { ...call, id: good, dryRun: true })).rejects.toMatchObject({
      code: 'right',
    });
    expect(await site.live()).toBeUndefined();
  });
});

describe('what a squad reads of its own remote', () => {
  const release = '1.0.0-0a1b2c3d';
  const seen = {
    release,
    page: '/my-agent',
    set: '12',
    network: 'n1',
    kind: 'render',
    browser: 'Firefox 140',
  } as const;

  it('is given to the key of the remote, publish alone included, and to no other key', async () => {
    const site = await startSquadSite();
    const [ci, demos] = [
      await site.addSquad('ci-agents', { actions: ['publish'] }),
      await site.addSquad('squad-demos', { remotes: ['mf-demos'] }),
    ];
    for (const call of ['errors', 'visits', 'log'] as const) {
      await expect(site.client(ci)[call]('mf-agents', 20)).resolves.toBeDefined();
      await expect(site.client(demos)[call]('mf-agents', 20)).rejects.toMatchObject({
        ...{ status: 403, code: 'right' },
        message: 'The key squad-demos is for mf-demos: it may not read what is of mf-agents alone.',
      });
    }
  });

  it('shows errors of this remote alone, with lines of the source of its own scripts', async () => {
    const { site, key } = await startSquad();
    const maps = (source: string) => ({
      'browser/page-my-agent.js': 'throw new Error();',
      'maps/page-my-agent.js.map': JSON.stringify({
        ...{ version: 3, names: [], mappings: 'AAAA', sources: [source], sourcesContent: ['secretOf(them);'] },
      }),
    });
    const own = await publish(site, key, { files: maps('src/own.tsx') });
    const demos = await site.addSquad('squad-demos', { remotes: ['mf-demos'] });
    const routes = [{ path: '/click-demos' }];
    const other = await publish(site, demos, { remote: 'mf-demos', routes, files: maps('src/other.tsx') });
    const frame = (remote: string, id: string) => ({
      ...{ function: 'f', line: 1, column: 1, script: `/remotes/${remote}/${id}/browser/page-my-agent.js` },
    });
    const stack = [frame('mf-agents', own), frame('mf-demos', other)];
    const counter = new FailureCounts.FailureCounter();
    counter.count({ ...seen, remote: 'mf-agents', message: 'ours', stack });
    counter.count({ ...seen, remote: 'mf-demos', message: 'theirs', stack });
    await counter.report(site.staff.store.failures, 'web-1');
    const { errors, problems } = await site.client(key).errors('mf-agents');
    expect(problems).toEqual([]);
    expect(errors).toMatchObject([
      {
        ...{ message: 'ours', count: 1, networks: 1, releases: { [release]: 1 } },
        stack: [{ source: { file: 'src/own.tsx', line: 1, text: 'secretOf(them);' } }, { source: null }],
      },
    ]);
  });

  it('shows page views of this remote alone, by release', async () => {
    const { site, key } = await startSquad();
    const visit = { release, shell: '1.0.0-00000000' };
    site.metrics.countView({ ...visit, remote: 'mf-agents' }, { isFailed: true, again: false });
    site.metrics.countView({ ...visit, remote: 'mf-demos' }, { isFailed: false, again: false });
    site.metrics.observe({ ...visit, remote: 'mf-agents' }, { lcp: 1.2 });
    const { releases } = await site.client(key).visits('mf-agents');
    expect(releases).toEqual([
      { id: release, views: 1, failures: 1, p75: { lcp: expect.any(Number), inp: null, cls: null } },
    ]);
  });
});

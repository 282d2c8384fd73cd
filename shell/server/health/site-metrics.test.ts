import { once } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { serve } from '../../testing/serve.ts';
import { SiteMetrics } from './site-metrics.ts';

let metrics: SiteMetrics;
let isReady: boolean;

beforeEach(() => {
  isReady = true;
  metrics = new SiteMetrics({ readRevision: () => 7, isApiReady: async () => isReady });
});

const visit = (overrides: Partial<Parameters<SiteMetrics['countError']>[0]> = {}) => ({
  ...{ remote: 'mf-agents', release: '1.0.0-0a1b2c3d', shell: '1.0.0-5e11aaaa' },
  ...overrides,
});

describe('the metrics of a shell server', () => {
  it('have series of few releases, however many there are, and quote what would end a label', async () => {
    for (let release = 0; release < 500; release += 1) {
      const one = visit({ release: `${release}` });
      metrics.countView(one, { isFailed: release % 2 === 0, again: false });
      metrics.observe(one, { lcp: 1 });
    }
    metrics.countError(visit({ remote: 'a"} 1\nforged{x="', release: 'b\\' }));
    const text = await metrics.read();
    expect(text.match(/^site_page_views_total\{/gm)).toHaveLength(59);
    expect(text.match(/^site_lcp_seconds_count\{/gm)).toHaveLength(59);
    expect(text).toContain('site_uncaught_errors_total{remote="a\\"} 1\\nforged{x=\\"",release="b\\\\",');
  });

  it('give p75 as Prometheus does: by the share of the bucket, and no more than its last bound', async () => {
    for (const lcp of [0.4, 0.6, 0.7, 0.9]) metrics.observe(visit(), { lcp });
    // The third of four values is the second of the three between 0.5 and 1.
    const [first] = await metrics.readFigures();
    expect(first?.p75.lcp).toBeCloseTo(0.5 + (0.5 * 2) / 3, 10);
    expect(first?.p75.inp).toBeNull();
    for (let view = 0; view < 20; view += 1) metrics.observe(visit(), { lcp: 40 });
    expect((await metrics.readFigures())[0]?.p75.lcp).toBe(10);
  });

  it('add a release up over the shells around it, and a shell over the remotes in it', async () => {
    metrics.countView(visit(), { isFailed: false, again: false });
    metrics.countView(visit({ shell: '1.1.0-5e11aaaa' }), { isFailed: true, again: false });
    metrics.countView(visit({ remote: 'mf-demos', release: '2.0.0-0a1b2c3d' }), { isFailed: false, again: false });
    metrics.countView(visit(), { isFailed: true, again: true });
    const figures = await metrics.readFigures();
    const of = (remote: string, release: string) =>
      figures.find((one) => one.remote === remote && one.release === release);
    expect(of('mf-agents', '1.0.0-0a1b2c3d')).toMatchObject({ views: 2, failures: 2 });
    expect(of('shell', '1.0.0-5e11aaaa')).toMatchObject({ views: 2, failures: 1 });
    expect(of('shell', '1.1.0-5e11aaaa')).toMatchObject({ views: 1, failures: 1 });
    expect(figures).toHaveLength(4);
  });

  it('know the page views and failures of the last 30 whole minutes, of a remote and of the shell around it', () => {
    const start = Math.ceil(metrics.since / 60_000) * 60_000;
    const count = (minute: number, isFailed = false, again = false) =>
      metrics.countView(visit(), { isFailed, again }, start + minute * 60_000);
    for (const minute of [0, 0, 2]) count(minute);
    count(2, true, true);
    const recent = metrics.readRecent('mf-agents', start + 3 * 60_000);
    expect(recent).toEqual([
      { views: 2, failures: 0 },
      { views: 0, failures: 0 },
      { views: 1, failures: 1 },
    ]);
    expect(metrics.readRecent('shell', start + 3 * 60_000)).toEqual(recent);
    count(31);
    const later = metrics.readRecent('mf-agents', start + 32 * 60_000);
    expect(later).toHaveLength(30);
    expect([later[0], later[29]]).toMatchObject([{ views: 1 }, { views: 1 }]);
    // The running minute is not over yet, so that it is not compared with whole ones.
    expect(metrics.readRecent('mf-agents', start + 30_000)).toEqual([]);
  });

  it('tell whether the API can do its work', async () => {
    expect(await metrics.read()).toMatch(/^site_api_ready 1$/m);
    isReady = false;
    expect(await metrics.read()).toMatch(/^site_api_ready 0$/m);
  });

  it('count requests by area and status, and hold no path', async () => {
    const { server, url } = await serve((request, response) => {
      metrics.observeRequest(request, response);
      response.writeHead(request.url?.startsWith('/api') ? 503 : 200).end();
    });
    for (const path of ['/', '/agents?name=Anna', '/api/leads', '/remotes/mf-agents/x.js', '/_ops/remotes']) {
      await (await fetch(url + path)).text();
    }
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    const text = await metrics.read();
    const counts = [...text.matchAll(/^site_request_duration_seconds_count\{(.*)\} (\d+)$/gm)];
    expect(counts.map(([, labels, count]) => `${labels} ${count}`)).toEqual([
      'area="page",status="200" 2',
      'area="api",status="503" 1',
      'area="file",status="200" 1',
      'area="staff",status="200" 1',
    ]);
  });
});

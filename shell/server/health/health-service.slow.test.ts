import { createSecretKey } from 'node:crypto';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { activateRelease, type Live, type ReleaseStore, type SiteFollower } from '../../platform/index.ts';
import { buildPlatform } from '../../platform/testing/build-platform.ts';
import { anna, buildPublishedSite } from '../../platform/testing/build-published-site.ts';
import { buildPublishedSmallShell } from '../../platform/testing/build-shell-dist.ts';
import { startFollower } from '../../platform/testing/start-follower.ts';
import { until } from '../../platform/testing/until.ts';
import { HealthService } from './health-service.ts';
import { SiteMetrics } from './site-metrics.ts';
import { VisitService } from './visit-service.ts';

const key = createSecretKey(Buffer.alloc(32, 7));

let store: ReleaseStore;
let follower: SiteFollower;
let site: Live.LiveSite;
let remote: Live.LiveRemote;
let isApiReady: boolean;
let service: HealthService;

beforeEach(async () => {
  jest
    .spyOn(console, 'error')
    .mockImplementation(() => {})
    .mockClear();
  const published = await buildPublishedSite();
  const { platform, first: id } = published;
  ({ store } = published);
  await activateRelease(platform, { ...anna, id });
  follower = await startFollower(platform);
  jest.replaceProperty(store, 'pace', { ...store.pace, reports: { watched: 20, otherwise: 20 } });
  site = follower.current;
  [remote] = site.remotes as [Live.LiveRemote]; // made live above
  isApiReady = true;
  const metrics = new SiteMetrics({ readRevision: () => 1, isApiReady: async () => isApiReady });
  const visits = new VisitService({
    platform,
    follower,
    key,
    measuredShare: 1,
    shellRelease: '1.0.0-0a1b2c3d',
    metrics,
  });
  service = new HealthService({
    platform,
    follower,
    key,
    visits,
    measuredShare: 1,
    isApiReady: async () => isApiReady,
  });
});

const view = (isReleaseAtFault = false) =>
  /desc="([^"]+)/.exec(service.createTiming(site, remote, { isReleaseAtFault }))?.[1] ?? '';
const tell = (token: string, outcome: string, address: string | null = '192.0.2.7') =>
  service.receiveReport(JSON.stringify({ token, remote: 'mf-agents', release: remote.live.record.id, outcome }), {
    address,
    userAgent: undefined,
  });

/** Waits for this server's report and returns it. */
async function countedAll() {
  const server = `test-${crypto.randomUUID()}`;
  const { stop } = service.start(server);
  let text: string | undefined;
  await until(async () => {
    text = (await store.reports.readAll()).get(server);
    return text !== undefined;
  });
  stop();
  return JSON.parse(text ?? '');
}

const counted = async () => (await countedAll())[0];

interface Seen {
  hydrated: number;
  failed: Record<string, string>;
}

const networks = (report: { periods: { networks: Record<string, Seen> }[] }) =>
  Object.values(report.periods[0]?.networks ?? {});

describe('what browsers tell of page views', () => {
  it('counts once, by network, and a view that worked may still fail', async () => {
    const [first, second] = [view(), view()];
    expect(await tell(first, 'hydrated')).toBe(true);
    expect(await tell(first, 'hydrated')).toBe(false);
    expect(await tell(first, 'timeout')).toBe(true);
    expect(await tell(first, 'hydrated')).toBe(false);
    expect(await tell(second, 'hydrated', '192.0.2.99')).toBe(true);
    expect(await tell(view(), 'load', '198.51.100.7')).toBe(true);
    const seen = networks(await counted());
    expect(seen).toMatchObject([{ hydrated: 1 }, { hydrated: 0 }]);
    expect(seen.map(({ failed }) => Object.values(failed))).toEqual([['timeout'], ['load']]);
  });

  it('counts for the shell that the page was made with as well', async () => {
    const id = await buildPublishedSmallShell(store);
    await activateRelease(buildPlatform(store), { ...anna, remote: 'shell', id });
    await until(() => follower.current.shell !== null);
    const before = view();
    site = follower.current;
    await tell(before, 'hydrated');
    await tell(view(), 'load', '198.51.100.7');
    const reports = await countedAll();
    expect(reports.map((one: { remote: string; id: string }) => `${one.remote} ${one.id}`)).toEqual([
      `mf-agents ${remote.live.record.id}`,
      `shell ${id}`,
    ]);
    expect(networks(reports[0])).toHaveLength(2);
    // The first page view was rendered with the built-in shell.
    expect(networks(reports[1])).toMatchObject([{ hydrated: 0, failed: expect.anything() }]);
  });

  it('says nothing against a release while the API is away, unless its files are what fails', async () => {
    isApiReady = false;
    expect(await tell(view(), 'render')).toBe(true);
    expect(await tell(view(), 'load', '198.51.100.7')).toBe(true);
    const report = await counted();
    expect(report.ignored).toEqual({ render: 1 });
    expect(networks(report)).toMatchObject([{ hydrated: 0, failed: expect.anything() }]);
  });

  it('counts a page that throws while the API is well', async () => {
    await tell(view(), 'render');
    expect(await counted()).toMatchObject({ ignored: {}, periods: [expect.anything()] });
  });

  it('counts a page that its release could not render on the server only once a browser was there', async () => {
    for (let bot = 0; bot < 100; bot += 1) view(true);
    await tell(view(true), 'hydrated');
    const [seen] = networks(await counted());
    expect(seen?.hydrated).toBe(0);
    expect(Object.values(seen?.failed ?? {})).toEqual(['server rendering']);
  });

  it('writes no more into the log than a few lines for each network', async () => {
    for (let report = 0; report < 300; report += 1) await tell(view(), 'load', `192.0.2.${report % 256}`);
    const stranger = { address: '192.0.2.7', userAgent: undefined };
    for (let report = 0; report < 300; report += 1)
      expect(await service.receiveReport(`\n[shell] a forged line ${report}\n`, stranger)).toBe(false);
    expect(jest.mocked(console.error)).toHaveBeenCalledTimes(5);
  });
});

import { createSecretKey } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease, Failures, type ReleasePlatform, type SiteFollower } from '../../platform/index.ts';
import { buildPublished } from '../../platform/testing/build-dist.ts';
import { anna, copiesOf } from '../../platform/testing/build-published-site.ts';
import { startFollower } from '../../platform/testing/start-follower.ts';
import { SiteMetrics } from './site-metrics.ts';
import { createViewToken, isMeasuredView, makeNonce } from './view-token.ts';
import { networkLimits, readStack, VisitService } from './visit-service.ts';

const key = createSecretKey(Buffer.alloc(32, 7));
const map = {
  version: 3,
  sources: ['src/pages/my-agent-page.tsx'],
  sourcesContent: ['import { x } from "y";\n  throw new Error("told");\n'],
  names: [],
  // Line 1, column 7 of the script is line 2, column 2 of the source.
  mappings: 'OACE',
};

let platform: ReleasePlatform;
let follower: SiteFollower;
let metrics: SiteMetrics;
let service: VisitService;
let live: string;
let set: string;

const copySite = copiesOf(async (site) => {
  const id = await buildPublished(site.store, { files: { 'maps/page-my-agent.js.map': JSON.stringify(map) } });
  await activateRelease(site.platform, { ...anna, id });
  return { live: id };
});

beforeEach(async () => {
  ({ platform, live } = await copySite());
  follower = await startFollower(platform);
  set = follower.current.set;
  metrics = new SiteMetrics({ readRevision: () => 1, isApiReady: async () => true });
  service = serviceFor(1);
});

function serviceFor(measuredShare: number) {
  return new VisitService({ platform, follower, key, measuredShare, shellRelease: '1.0.0-5e11aaaa', metrics });
}

const view = () => createViewToken(key, { set, remote: 'mf-agents' });
const sender = (address: string | null = '192.0.2.7') => ({ address, userAgent: 'Mozilla/5.0 Firefox/140.0' });
const tell = (report: unknown, address?: string) => service.receiveReport(JSON.stringify(report), sender(address));
const scriptAt = (place: string) => `at Portal (https://site.example/remotes/mf-agents/${live}/browser/${place})`;

/** This server's counts, and the store's content after its report. */
async function counted() {
  await service.report('one');
  const mapper = new Failures.SourceMapper({ platform, readShellMap: async () => null });
  const { failures } = await Failures.readFailures(platform.store, mapper);
  return { figures: await metrics.readFigures(), failures };
}

describe('what browsers tell of a visit', () => {
  it('is measured once for each view, by the release that the token was sealed for', async () => {
    const token = view();
    expect(await tell({ token, page: '/my-agent', vitals: { lcp: 1.5, inp: 0.2, cls: 0.05 } })).toBe(true);
    expect(await tell({ token, page: '/my-agent', vitals: { lcp: 60 } })).toBe(false);
    const { figures } = await counted();
    // A single value is assumed to lie anywhere in its bucket.
    const p75 = { lcp: 1.375, inp: 0.1875, cls: 0.04 };
    expect(figures).toEqual([
      { remote: 'mf-agents', release: live, views: 0, failures: 0, p75 },
      { remote: 'shell', release: '1.0.0-5e11aaaa', views: 0, failures: 0, p75 },
    ]);
    expect(await metrics.read()).toContain(
      `site_lcp_seconds_bucket{le="1.5",remote="mf-agents",release="${live}",shell="1.0.0-5e11aaaa"} 1`,
    );
  });

  it('is refused if it is forged, empty, impossible, more than is asked, or of no script of its release', async () => {
    const vitals = { lcp: 1 };
    const errorAt = (script: string) => ({ message: 'x', stack: `at f (https://x.example/${script}:1:2)` });
    const refused = {
      'a forged token': { token: `${view()}x`, page: '/my-agent', vitals },
      'no token': { page: '/my-agent', vitals },
      'nothing to tell': { token: view(), page: '/my-agent' },
      'a value that is none': { token: view(), page: '/my-agent', vitals: { lcp: -1 } },
      'a value of hours': { token: view(), page: '/my-agent', vitals: { lcp: 1e9 } },
      'a set that never was': { token: createViewToken(key, { set: '99', remote: 'mf-agents' }), page: '/', vitals },
      'more than is asked': { token: view(), page: '/', vitals, cookie: 'x' },
      'an error of no script of ours': { token: view(), page: '/', error: errorAt('a.js') },
      'an error of another release': {
        token: view(),
        page: '/',
        error: errorAt('remotes/mf-agents/9.9.9-0a1b2c3d/browser/a.js'),
      },
    };
    const taken: string[] = [];
    for (const [name, report] of Object.entries(refused)) if (await tell(report)) taken.push(name);
    expect(taken).toEqual([]);
    expect(await counted()).toEqual({ figures: [], failures: [] });
  });

  it('moves no figure beyond what its network may, however many page views it reports', async () => {
    for (let visitor = 0; visitor < 20; visitor += 1) {
      await tell({ token: view(), page: '/my-agent', vitals: { lcp: 0.8 } }, `198.51.${visitor}.7`);
    }
    for (let forged = 0; forged < 500; forged += 1) {
      await tell({ token: view(), page: '/my-agent', vitals: { lcp: 60 } }, `192.0.2.${forged % 256}`);
    }
    expect(await metrics.read()).toContain(
      `site_lcp_seconds_count{remote="mf-agents",release="${live}",shell="1.0.0-5e11aaaa"} ${20 + networkLimits.vitals}`,
    );
    expect((await counted()).figures[0]?.p75.lcp).toBeLessThan(1);
  });

  it('is measured of the share that the server draws, which the seal holds', async () => {
    const nonces = Array.from({ length: 2000 }, makeNonce);
    const drawn = nonces.filter((nonce) => isMeasuredView(nonce, 0.25));
    expect(drawn.length).toBeGreaterThan(400);
    expect(drawn.length).toBeLessThan(600);
    expect(nonces.filter((nonce) => isMeasuredView(nonce, 1))).toHaveLength(2000);
    service = serviceFor(0);
    expect(await tell({ token: view(), page: '/my-agent', vitals: { lcp: 1 } })).toBe(false);
  });

  it('has errors with the line of the source, and strange words as nothing but text', async () => {
    const error = { message: 'Error: <b>told</b> to anna@example.com', stack: scriptAt('page-my-agent.js:1:9') };
    expect(await tell({ token: view(), page: '/my-agent<script>', error })).toBe(true);
    const { failures } = await counted();
    expect(await metrics.read()).toContain(
      `site_uncaught_errors_total{remote="mf-agents",release="${live}",shell="1.0.0-5e11aaaa"} 1`,
    );
    expect(failures).toMatchObject([
      {
        ...{ remote: 'mf-agents', release: live, kind: 'uncaught', message: 'Error: <b>told</b> to [e-mail]' },
        ...{ set, count: 1, networks: 1, browsers: { 'Firefox 140': 1 }, pages: { '*': 1 } },
        stack: [
          {
            function: 'Portal',
            source: { file: 'src/pages/my-agent-page.tsx', line: 2, text: 'throw new Error("told");' },
          },
        ],
      },
    ]);
  });

  it('shows the stack as it was told where there is no map, and takes few errors of a view', async () => {
    const token = view();
    const report = { token, page: '/my-agent', error: { message: 'x', stack: scriptAt('remoteEntry.js:3:4') } };
    const answers = [];
    for (let error = 0; error < 7; error += 1) answers.push(await tell(report));
    expect(answers.filter(Boolean)).toHaveLength(5);
    expect((await counted()).failures).toMatchObject([{ count: 5, stack: [{ line: 3, column: 4, source: null }] }]);
  });

  it('has what took the page of a remote away, with whatever stack', async () => {
    const error = { message: 'RangeError: x', stack: '' };
    expect(await tell({ token: view(), page: '/my-agent', error, failed: 'mf-agents' })).toBe(true);
    expect(await tell({ token: view(), page: '/my-agent', error, failed: 'mf-nobody' })).toBe(false);
    const { figures, failures } = await counted();
    expect(failures).toMatchObject([{ kind: 'render', release: live, message: 'RangeError: x', count: 1, stack: [] }]);
    // The outcome of the view has a report of its own.
    expect(figures).toEqual([]);
  });

  it('of the shell alone counts for the shell', async () => {
    const stack = 'at f (https://site.example/shell/main.0a1b2c3d.js:1:2)';
    expect(await tell({ token: view(), page: '/my-agent', error: { message: 'x', stack } })).toBe(true);
    expect((await counted()).failures).toMatchObject([{ remote: 'shell', release: '1.0.0-5e11aaaa' }]);
  });

  it('gives no browser a source map', async () => {
    const release = await follower.publicRelease('mf-agents', live, () => false);
    expect(release.file('maps/page-my-agent.js.map')).toBeUndefined();
    expect(await release.file('browser/page-my-agent.js')).toBeDefined();
  });
});

describe('the stack of an error', () => {
  const script = '/remotes/mf-agents/1.4.0-0a1b2c3d/browser/page-my-agent.js';

  it.each([
    [
      'Chromium',
      `TypeError: x\n    at Portal (https://site.example${script}:1:2345)\n    at https://site.example/shell/main.0a1b2c3d.js:2:3`,
    ],
    [
      'Firefox and Safari',
      `Portal@https://site.example${script}:1:2345\n@https://site.example/shell/main.0a1b2c3d.js:2:3\n`,
    ],
  ])('is read as %s writes it', (_, stack) => {
    expect(readStack(stack)).toEqual([
      { function: 'Portal', script, line: 1, column: 2345 },
      { function: '', script: '/shell/main.0a1b2c3d.js', line: 2, column: 3 },
    ]);
  });

  it('names a script by its release, whatever try it came with', () => {
    const [retried] = readStack(`at f (http://localhost:3000${script.replace('0a1b2c3d/', '0a1b2c3d~27/')}:1:2)`);
    expect(retried?.script).toBe(script);
  });

  it.each([
    'at f (chrome-extension://abc/remotes/mf-agents/1.4.0-0a1b2c3d/browser/x.js:1:2)',
    'at f (https://site.example/remotes/../../etc/passwd.js:1:2)',
    'at f (https://site.example/shell/../server/main.js:1:2)',
    'at f (https://site.example/remotes/mf-agents/latest/browser/x.js:1:2)',
    `at f (https://site.example${script}?token=1:1:2)`,
    'at f (https://elsewhere.example/widget.js:1:2)',
    `${'('.repeat(100_000)}https://x/shell/${'/'.repeat(100_000)}`,
    '',
  ])('leaves out what is no script of ours: %.80s', (line) => {
    expect(readStack(line)).toEqual([]);
  });

  it('keeps ten frames, and of names what names are made of', () => {
    const hostile = `at <img src=x onerror=alert(1)> (https://site.example${script}:1:2)\n`;
    const frames = readStack(hostile.repeat(1000));
    expect(frames).toHaveLength(10);
    expect(frames[0]?.function).toBe('');
  });
});

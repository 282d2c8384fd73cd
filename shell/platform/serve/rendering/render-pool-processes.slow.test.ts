import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { RouteMeta } from 'kit/contracts/release';
import { bundleOf } from '../../testing/hostile-bundles.ts';
import { until } from '../../testing/until.ts';
import type { RenderJob } from './host-bundle.ts';
import { RenderPool, type RenderPoolOptions } from './render-pool.ts';

/** Whichever host it is, its processes are the same. */
const hostBundle = resolve(import.meta.dirname, '../../testing/small-host.cjs');
const site = {};
const meta: RouteMeta = { path: '/x', title: 'A page', description: 'About it.', chunk: 'page-x' };
/** Says how often it was rendered in its process. */
const counting =
  'globalThis.times = (globalThis.times ?? 0) + 1; return () => jsx("h1", { children: "time " + times })';
let pool: RenderPool;

afterEach(() => pool.close());

function startPool(options: Partial<RenderPoolOptions> = {}): RenderPool {
  pool = new RenderPool({ hostBundle, timeLimit: 30_000, log: () => {}, ...options });
  return pool;
}

function buildJob(release: string, load = counting): RenderJob {
  return { url: '/x', site, page: { release, meta, loadCode: async () => bundleOf(load) } };
}

async function headingOf(job: RenderJob): Promise<string | undefined> {
  return /<h1>(.*?)<\/h1>/.exec((await pool.render(job)).html)?.[1];
}

describe('the processes of a pool', () => {
  it('are one for each release, and one for the not-found page, so that none finds what another left behind', async () => {
    startPool();
    const headings = [];
    for (const release of ['a', 'a', 'b', 'a (preview)', 'a']) headings.push(await headingOf(buildJob(release)));
    expect(headings).toEqual(['time 1', 'time 2', 'time 1', 'time 1', 'time 3']);
    expect(pool.processes).toBe(3);
    expect(await headingOf({ url: '/none', site, page: null })).toBe('Not found');
    expect(pool.processes).toBe(4);
  });

  it('are never more than the bound, however much is live: the one that has been idle for longest ends', async () => {
    startPool({ size: 2 });
    for (const release of ['a', 'b', 'a', 'c']) {
      await headingOf(buildJob(release));
      expect(pool.processes).toBeLessThanOrEqual(2);
    }
    // `a` was used later than `b`.
    expect(await headingOf(buildJob('a'))).toBe('time 3');
    expect(await headingOf(buildJob('b'))).toBe('time 1');
    await pool.serve(Array.from({ length: 100 }, (_, index) => `release ${index}`));
    expect(pool.processes).toBe(2);
  });

  it('are waited for when all work, which is no fault of anybody', async () => {
    startPool({ size: 1 });
    const headings = await Promise.all(['a', 'b'].map((release) => headingOf(buildJob(release))));
    expect(headings).toEqual(['time 1', 'time 1']);
    expect(pool.processes).toBe(1);
  });

  it('start ahead for what is live, and end with it: behind a page that waits, or that is asked for seconds later', async () => {
    startPool();
    await pool.serve(['a', 'b']);
    // And one for the host itself.
    expect(pool.processes).toBe(3);
    const slow = buildJob('a', `await new Promise((resolve) => setTimeout(resolve, 200)); ${counting}`);
    expect(await headingOf(slow)).toBe('time 1');
    const waiting = headingOf(slow);
    await pool.serve(['b']);
    expect(await waiting).toBe('time 2');
    await until(() => pool.processes === 2);
    // By then the pool has looked for what it may forget, long before it may forget this release.
    await delay(5100);
    expect(await headingOf(buildJob('a'))).toBe('time 1');
    await pool.serve(['a', 'b']);
    expect(await headingOf(buildJob('a'))).toBe('time 1');
  });

  it('end when they have nothing to do, unless they were started ahead', async () => {
    startPool({ idleFor: 300 });
    await pool.serve(['a']);
    await headingOf(buildJob('b'));
    expect(pool.processes).toBe(3);
    await until(() => pool.processes === 2);
    await delay(700);
    expect(pool.processes).toBe(2);
  });

  it('keep a blank one warm within the bound, which no release has ever run in, and give it to the release that comes next', async () => {
    const lines: string[] = [];
    startPool({ size: 3, refillAfter: 0, log: (line) => lines.push(line) });
    await pool.serve(['a']);
    await until(() => pool.warm === 1);
    const poison = 'globalThis.times = 41; throw new Error("poison")';
    await expect(headingOf(buildJob('a', poison))).rejects.toThrow('poison');
    expect(pool.warm).toBe(1);
    // It is taken at once, so there is one process more, and none is warm until another is started again.
    void pool.serve(['b']);
    expect(pool.processes).toBe(2);
    expect(pool.warm).toBe(0);
    // What it says from now on is said by the release that has it.
    expect(await headingOf(buildJob('b', `console.log('mine'); ${counting}`))).toBe('time 1');
    await until(() => lines.length > 0);
    expect(lines).toEqual(['[renderer b] mine']);
    await until(() => pool.warm === 1);
    expect(await headingOf(buildJob('c'))).toBe('time 1');
    expect(await headingOf(buildJob('b'))).toBe('time 2');
    for (const release of ['a', 'd']) {
      await headingOf(buildJob(release));
      expect(pool.processes + pool.warm).toBeLessThanOrEqual(3);
    }
    await delay(200);
    expect(pool.processes + pool.warm).toBeLessThanOrEqual(3);
  });

  it('let others begin while some hang on all processors', async () => {
    startPool();
    await headingOf(buildJob('a'));
    const hanging = Array.from({ length: Math.max(2, availableParallelism()) }, (_, index) =>
      pool.render(buildJob(`hanging ${index}`, 'for (;;);')).catch(() => 'ended'),
    );
    await delay(100);
    expect(await headingOf(buildJob('a'))).toBe('time 2');
    pool.close();
    await Promise.all(hanging);
  });

  it('may take longer to load the bundle of the host than a page may take', async () => {
    const code = `for (const end = Date.now() + 1100; Date.now() < end; );\n${await readFile(hostBundle, 'utf8')}`;
    startPool({ hostBundle: { code }, timeLimit: 1000 });
    expect(await headingOf(buildJob('a'))).toBe('time 1');
  });

  it('end when a bundle goes on working between two pages, which its release is blamed for', async () => {
    const lines: string[] = [];
    startPool({ log: (line) => lines.push(line) });
    const looping = "setTimeout(() => { for (;;); }, 30); return () => jsx('h1', { children: 'fine' });";
    expect(await headingOf(buildJob('a', looping))).toBe('fine');
    await until(() => pool.processes === 0);
    expect(lines).toEqual([expect.stringMatching(/^\[renderer a\] between two pages it ended the renderer/)]);
  });
});

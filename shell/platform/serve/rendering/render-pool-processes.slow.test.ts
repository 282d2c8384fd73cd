import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { RouteMeta } from 'kit/contracts/release';
import { testPolicy } from '../../testing/build-platform.ts';
import { bundleOf } from '../../testing/hostile-bundles.ts';
import { until } from '../../testing/until.ts';
import type { RenderJob } from './host-bundle.ts';
import { RenderPool, type RenderPoolOptions } from './render-pool.ts';

/** The shell, for what depends on how its pages are rendered. */
const { bundle: shell, readSite } = testPolicy.rendering;
/** Whichever host it is, its processes are the same. */
const hostBundle = resolve(import.meta.dirname, '../../testing/small-host.cjs');
const site = readSite();
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
  it('are one for each release, so that none finds what another left behind', async () => {
    startPool();
    const headings = [];
    for (const release of ['a', 'a', 'b', 'a (preview)', 'a']) headings.push(await headingOf(buildJob(release)));
    expect(headings).toEqual(['time 1', 'time 2', 'time 1', 'time 1', 'time 3']);
    expect(pool.processes).toBe(3);
  });

  it('render the not-found page where no release has ever been', async () => {
    startPool({ hostBundle: shell });
    const poison = 'Object.prototype.left = 1; return () => jsx("h1", {})';
    await expect(headingOf(buildJob('a', poison))).rejects.toThrow();
    const notFound = await pool.render({ url: '/none', site, page: null });
    expect(notFound.html).toContain('<h1');
    expect(pool.processes).toBe(2);
  });

  it('are never more than the bound: the one that has been idle for longest ends, and every page comes', async () => {
    startPool({ size: 2 });
    for (const release of ['a', 'b', 'a', 'c', 'a', 'b']) {
      await headingOf(buildJob(release));
      expect(pool.processes).toBeLessThanOrEqual(2);
    }
    // `a` was always used later than the other one.
    expect(await headingOf(buildJob('a'))).toBe('time 4');
  });

  it('are waited for when all work, which is no fault of anybody', async () => {
    startPool({ size: 1 });
    const headings = await Promise.all(['a', 'b', 'c', 'd'].map((release) => headingOf(buildJob(release))));
    expect(headings).toEqual(['time 1', 'time 1', 'time 1', 'time 1']);
    expect(pool.processes).toBe(1);
  });

  it('start ahead for what is live, and end with what is live no more', async () => {
    startPool();
    await pool.serve(['a', 'b']);
    // And one for the host itself.
    expect(pool.processes).toBe(3);
    expect(await headingOf(buildJob('a'))).toBe('time 1');
    await pool.serve(['b', 'c']);
    expect(pool.processes).toBe(3);
    await pool.serve(['a', 'b']);
    expect(await headingOf(buildJob('a'))).toBe('time 1');
  });

  it('give a page that waits when its release leaves, and end behind it', async () => {
    startPool();
    await pool.serve(['a']);
    const slow = headingOf(
      buildJob(
        'a',
        'await new Promise((resolve) => setTimeout(resolve, 300)); return () => jsx("h1", { children: "slow" })',
      ),
    );
    await pool.serve([]);
    expect(await slow).toBe('slow');
    await until(() => pool.processes <= 1);
  });

  it('end behind a page for somebody who came before its release left, also seconds later', async () => {
    startPool();
    await pool.serve(['a']);
    await headingOf(buildJob('a'));
    await pool.serve([]);
    // By then the pool has looked for what it may forget.
    await delay(6000);
    await headingOf(buildJob('a'));
    await pool.serve(['a']);
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

  it('do not start in hundreds when hundreds of releases are live', async () => {
    startPool({ size: 3 });
    await pool.serve(Array.from({ length: 100 }, (_, index) => `release ${index}`));
    expect(pool.processes).toBe(3);
  });

  it('keep a blank one warm, which no release has ever run in, and give it to the release that comes next', async () => {
    startPool({ refillAfter: 0 });
    await pool.serve(['a']);
    await until(() => pool.warm === 1);
    const poison = 'globalThis.times = 41; throw new Error("poison")';
    await expect(headingOf(buildJob('a', poison))).rejects.toThrow('poison');
    expect(pool.warm).toBe(1);
    // It is taken at once, so there is one process more, and none is warm until another is started again.
    void pool.serve(['b']);
    expect(pool.processes).toBe(2);
    expect(pool.warm).toBe(0);
    expect(await headingOf(buildJob('b'))).toBe('time 1');
    await until(() => pool.warm === 1);
    expect(await headingOf(buildJob('c'))).toBe('time 1');
    expect(await headingOf(buildJob('b'))).toBe('time 2');
  });

  it('count the warm one, too: there are never more than the bound', async () => {
    startPool({ size: 3, refillAfter: 0 });
    await pool.serve(['a']);
    await until(() => pool.warm === 1);
    for (const release of ['b', 'c', 'a', 'd']) {
      await headingOf(buildJob(release));
      expect(pool.processes + pool.warm).toBeLessThanOrEqual(3);
    }
    await delay(200);
    expect(pool.processes + pool.warm).toBeLessThanOrEqual(3);
  });

  it('are blamed on the release that has them, not on the warm pool that they came from', async () => {
    const lines: string[] = [];
    startPool({ refillAfter: 0, log: (line) => lines.push(line) });
    await pool.serve(['a']);
    await until(() => pool.warm === 1);
    await headingOf(buildJob('b', "console.log('mine'); return () => jsx('h1', {})"));
    await until(() => lines.length > 0);
    expect(lines).toEqual(['[renderer b] mine']);
  });

  it('let others begin while some hang on all processors', async () => {
    startPool({ timeLimit: 20_000 });
    await pool.serve(['a']);
    const hanging = ['h1', 'h2', 'h3', 'h4'].map((release) =>
      pool.render(buildJob(release, 'for (;;);')).catch(() => 'ended'),
    );
    await delay(100);
    expect(await headingOf(buildJob('a'))).toBe('time 1');
    pool.close();
    await Promise.all(hanging);
  });

  it('go on, and say why, when something throws that a page has left for later', async () => {
    const lines: string[] = [];
    startPool({ log: (line) => lines.push(line) });
    const late =
      "setTimeout(() => { throw new Error('left behind'); }, 1); return () => jsx('h1', { children: 'fine' });";
    expect(await headingOf(buildJob('a', late))).toBe('fine');
    await until(() => lines.some((line) => line.startsWith('[renderer a] Error: left behind')));
    expect(await headingOf(buildJob('a', late))).toBe('fine');
    expect(pool.processes).toBe(1);
  });

  it('may take seconds to load the bundle of the host', async () => {
    const code = `for (const end = Date.now() + 1500; Date.now() < end; );\n${await readFile(hostBundle, 'utf8')}`;
    // The limit is for pages alone.
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

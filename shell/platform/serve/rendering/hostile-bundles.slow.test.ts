import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RouteMeta } from 'kit/contracts/release';
import { testPolicy } from '../../testing/build-platform.ts';
import { bundleOf, bundleOfPages, type HostileBundle, hostileBundles } from '../../testing/hostile-bundles.ts';
import type { RenderedPage, RenderJob } from './host-bundle.ts';
import { RenderPool } from './render-pool.ts';

const { bundle: hostBundle, readSite } = testPolicy.rendering;
const site = readSite();
const meta: RouteMeta = { path: '/x', title: 'A page', description: 'About it.', chunk: 'page-x' };
const good = 'return () => jsx("h1", { children: "Hello" })';
const lines: string[] = [];
let pool: RenderPool;
/** The page of another release, before anybody meant harm. */
let before: RenderedPage;

beforeAll(async () => {
  pool = new RenderPool({ hostBundle, timeLimit: 2500, idleFor: 20_000, log: (line) => void lines.push(line) });
  before = await pool.render(buildJob(good, 'mf-good 1'));
});

afterAll(() => pool.close());

function buildJob(load: string, release = `mf-bad ${randomUUID()}`): RenderJob {
  return { url: '/x', site, page: { release, meta, loadCode: async () => bundleOf(load) } };
}

const pathOf = ({ name }: HostileBundle) => `/${name.replaceAll(/\W+/g, '-')}`;
/** A release with a page for each bundle that leaves its process as it was: to start one takes longer than to render them. */
const shared = bundleOfPages(
  Object.fromEntries(hostileBundles.filter(({ alone }) => !alone).map((bundle) => [pathOf(bundle), bundle.code])),
);

function buildHostileJob(bundle: HostileBundle): RenderJob {
  if (bundle.alone) return buildJob(bundle.code);
  const path = pathOf(bundle);
  return { url: path, site, page: { release: 'mf-bad 1', meta: { ...meta, path }, loadCode: async () => shared } };
}

/** Whatever comes of it, as long as something does. */
const outcomeOf = (job: RenderJob) =>
  pool.render(job).then(
    ({ html }) => html,
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('a server bundle that means harm', () => {
  it.each(hostileBundles)('and $name harms no page but its own, and not the server', async (bundle) => {
    const job = buildHostileJob(bundle);
    const own = outcomeOf(job);
    const beside = pool.render(buildJob(good, 'mf-good 1'));
    const outcome = await own;
    // Whatever it left for later has its time.
    await delay(100);
    const again = outcomeOf(job);
    await expect(beside).resolves.toEqual(before);
    await expect(pool.render(buildJob(good, 'mf-good 1'))).resolves.toEqual(before);
    await expect(pool.render(buildJob(good, 'mf-new 1'))).resolves.toEqual(before);
    const outcomes = [outcome, await again];
    expect(outcomes).not.toContainEqual(expect.stringMatching(/root:|is ready/));
    // A process that ended would leave the bundles behind it untried.
    if (!bundle.alone) expect(outcomes).not.toContainEqual(expect.stringContaining('RenderBreakdown'));
  });

  it('has each line that it logs carry its own name, and no more lines than somebody would read', () => {
    expect(lines.filter((line) => !line.startsWith('[renderer mf-bad '))).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is what this is about
    expect(lines.filter((line) => /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(line))).toEqual([]);
    const counts = Map.groupBy(lines, (line) => line.split(']')[0]);
    expect(Math.max(...[...counts.values()].map(({ length }) => length))).toBeLessThanOrEqual(60);
    expect(lines).toContainEqual(expect.stringContaining('fine'));
  });
});

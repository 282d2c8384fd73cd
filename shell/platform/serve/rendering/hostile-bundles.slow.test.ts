import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RouteMeta } from 'kit/contracts/release';
import { testPolicy } from '../../testing/build-platform.ts';
import {
  attemptAll,
  bundleOf,
  bundleOfPages,
  type HostileBundle,
  hostileAttempts,
  hostileBundles,
} from '../../testing/hostile-bundles.ts';
import { until } from '../../testing/until.ts';
import type { RenderedPage, RenderJob } from './host-bundle.ts';
import { RenderPool } from './render-pool.ts';

const { bundle: shell, readSite } = testPolicy.rendering;
/** For bundles that need a process of their own, which starts sooner with it. */
const smallHost = resolve(import.meta.dirname, '../../testing/small-host.cjs');
const site = readSite();
const meta: RouteMeta = { path: '/x', title: 'A page', description: 'About it.', chunk: 'page-x' };
const lines: string[] = [];

class Server {
  readonly pool: RenderPool;
  /** The page of another release, before anybody meant harm. */
  before: RenderedPage | undefined;

  constructor(hostBundle: string) {
    this.pool = new RenderPool({ hostBundle, timeLimit: 30_000, log: (line) => void lines.push(line) });
  }

  renderGood(): Promise<RenderedPage> {
    return this.pool.render(buildJob('mf-good 1', bundleOf('return () => jsx("h1", { children: "Hello" })')));
  }
}

let ofShell: Server;
let ofSmallHost: Server;

beforeAll(async () => {
  [ofShell, ofSmallHost] = [new Server(shell), new Server(smallHost)];
  for (const server of [ofShell, ofSmallHost]) server.before = await server.renderGood();
});

afterAll(() => {
  for (const { pool } of [ofShell, ofSmallHost]) pool.close();
});

function buildJob(release: string, code: string, path = '/x'): RenderJob {
  return { url: path, site, page: { release, meta: { ...meta, path }, loadCode: async () => code } };
}

const isAlone = ({ alone, isWhole }: HostileBundle) => alone || isWhole;
const pathOf = ({ name }: HostileBundle) => `/${name.replaceAll(/\W+/g, '-')}`;
/** A release with a page for each bundle that leaves its process as it was: to start one takes longer than to render them. */
const shared = bundleOfPages({
  '/attempts': attemptAll,
  ...Object.fromEntries(
    hostileBundles.filter((bundle) => !isAlone(bundle)).map((bundle) => [pathOf(bundle), bundle.code]),
  ),
});

function buildHostileJob(bundle: HostileBundle): RenderJob {
  if (!isAlone(bundle)) return buildJob('mf-bad 1', shared, pathOf(bundle));
  return buildJob(`mf-bad${pathOf(bundle)}`, bundle.isWhole ? bundle.code : bundleOf(bundle.code));
}

/** Whatever comes of it, as long as something does. */
const outcomeOf = ({ pool }: Server, job: RenderJob) =>
  pool.render(job).then(
    ({ html }) => html,
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('a server bundle that means harm', () => {
  it('reaches nothing of Node, of the network or of its thread, by whatever it tries', async () => {
    const html = await outcomeOf(ofShell, buildJob('mf-bad 1', shared, '/attempts'));
    const outcomes = JSON.parse(decodeURIComponent(/<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? html));
    expect(outcomes).toEqual(
      Object.fromEntries(hostileAttempts.map(({ name, outcome }) => [name, expect.stringMatching(outcome)])),
    );
    // Of the attempt that comes later.
    await until(() => lines.some((line) => line.startsWith('[renderer mf-bad 1] ReferenceError: process is not')));
    await expect(ofShell.renderGood()).resolves.toEqual(ofShell.before);
  });

  it.each(hostileBundles)('and $name harms no page but its own, and not the server', async (bundle) => {
    const server = isAlone(bundle) ? ofSmallHost : ofShell;
    const job = buildHostileJob(bundle);
    const own = outcomeOf(server, job);
    const beside = server.renderGood();
    const outcomes = [await own];
    // Whatever it left for later has its time.
    await delay(100);
    outcomes.push(await outcomeOf(server, job));
    await expect(beside).resolves.toEqual(server.before);
    await expect(server.renderGood()).resolves.toEqual(server.before);
    const shown = outcomes.map((outcome) => /<h1.{0,20}/s.exec(outcome)?.[0] ?? outcome);
    expect(shown).toEqual(shown.map(() => expect.stringMatching(bundle.outcome ?? /./)));
    // A process that ended would leave the bundles behind it untried.
    if (!isAlone(bundle)) expect(outcomes).not.toContainEqual(expect.stringContaining('RenderBreakdown'));
  });

  it('has each line that it logs carry its own name, and no more lines than somebody would read', () => {
    expect(lines.filter((line) => !line.startsWith('[renderer mf-bad'))).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is what this is about
    expect(lines.filter((line) => /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(line))).toEqual([]);
    const counts = Map.groupBy(lines, (line) => line.split(']')[0]);
    // The flood came with each of its two pages, of which each may fall into a period of its own.
    expect(Math.max(...[...counts.values()].map(({ length }) => length))).toBeLessThanOrEqual(2 * 31);
    expect(lines).toContainEqual(expect.stringContaining('fine'));
  });
});

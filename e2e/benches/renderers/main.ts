import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReleaseRecord } from 'kit/contracts/release';
import { RenderPool } from '../../../shell/platform/index.ts';
import { buildReleasePolicy } from '../../../shell/settings/release-policy.ts';
import { buildPages } from '../../support/build-pages.ts';
import { markdownTable } from '../../support/figures.ts';
import { processTree } from '../../support/process-tree.ts';
import { memoryUse } from '../../support/process-use.ts';

// npm run bench:renderers: memory of the renderers of 5 and of 50 live releases, and the first response of each renderer.
// Linux only, because other systems do not report shared memory by process.

const remotes = ['mf-marketing', 'mf-marketplace', 'mf-intake', 'mf-agents', 'mf-demos'];
const builds = path.resolve(import.meta.dirname, '../../..');
/** In ms. Shorter than a server's idle time, so that the bench does not wait for a minute. */
const idleFor = 5000;

type Build = Pick<ReleaseRecord, 'routes' | 'serverEntry'>;

const policy = buildReleasePolicy(process.env, null);
const site = policy.rendering.readSite();

/** Releases by the name of their renderer: the built remotes, repeated as often as needed. */
function releasesFor(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const remote = remotes[index % remotes.length] ?? '';
    const dist = path.join(builds, remote, 'dist');
    // The cast is safe: our own build writes this file.
    const { routes, serverEntry } = JSON.parse(readFileSync(path.join(dist, 'build.json'), 'utf8')) as Build;
    const pages = routes.filter((route) => !route.path.includes(':'));
    return { release: `${remote} ${index}`, pages, loadCode: () => readFile(path.join(dist, serverEntry), 'utf8') };
  });
}

type BenchRelease = ReturnType<typeof releasesFor>[number];

async function renderFirst(pool: RenderPool, { release, pages, loadCode }: BenchRelease): Promise<number> {
  const [meta] = pages;
  if (!meta) throw new Error(`${release} has no page.`);
  const before = performance.now();
  await pool.render({ url: meta.path, site, page: { release, meta, loadCode } });
  return performance.now() - before;
}

async function renderAll(pool: RenderPool, releases: readonly BenchRelease[]): Promise<void> {
  for (const { release, pages, loadCode } of releases) {
    for (const meta of pages) await pool.render({ url: meta.path, site, page: { release, meta, loadCode } });
  }
}

function memoryRow(name: string): string[] {
  const { processes, resident, proportional } = memoryUse(
    processTree(process.pid).filter((pid) => pid !== process.pid),
  );
  const each = proportional / Math.max(processes, 1);
  return [name, String(processes), ...[resident, proportional, each].map((megabytes) => megabytes.toFixed())];
}

async function benchMemory(count: number): Promise<string[][]> {
  const releases = releasesFor(count);
  const pool = new RenderPool({ hostBundle: policy.rendering.bundle, idleFor, timeLimit: 30_000 });
  try {
    await pool.serve(releases.map(({ release }) => release));
    const rows = [memoryRow(`${count} live, started ahead`)];
    await renderAll(pool, releases);
    rows.push(memoryRow(`${count} live, every page of each rendered`));
    await delay(idleFor * 2 + 1000);
    rows.push(memoryRow(`${count} live, then idle`));
    return rows;
  } finally {
    pool.close();
    await delay(500);
  }
}

async function benchFirstPages(): Promise<string[][]> {
  const pool = new RenderPool({ hostBundle: policy.rendering.bundle, timeLimit: 30_000 });
  try {
    const [cold, ahead] = releasesFor(2);
    if (!cold || !ahead) throw new Error('There are no releases to render.');
    await pool.serve([ahead.release]);
    const rows: [string, number][] = [
      ['the first page of a release, its renderer started ahead', await renderFirst(pool, ahead)],
      ['the first page of a release without a renderer', await renderFirst(pool, cold)],
      ['the next page', await renderFirst(pool, cold)],
    ];
    return rows.map(([name, milliseconds]) => [name, milliseconds.toFixed()]);
  } finally {
    pool.close();
  }
}

await buildPages();
const memory = [...(await benchMemory(5)), ...(await benchMemory(50))];
console.log('### Memory of renderers\n');
console.log(markdownTable(['', 'processes', 'resident MB', 'proportional MB', 'proportional MB each'], memory));
console.log('\n### Time of a page\n');
console.log(markdownTable(['', 'ms'], await benchFirstPages()));
process.exit(0);

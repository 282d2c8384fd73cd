import { cp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FaultProxy } from '../../../shell/platform/testing/object-store/fault-proxy.ts';
import type { Ceph } from '../../../shell/platform/testing/object-store/start-ceph.ts';
import { buildPages } from '../../support/build-pages.ts';
import { isRenderedPage } from '../../support/rendered-page.ts';
import { anotherNote, publishChanged, runReleaseAs, type ShellSite, startShellSite } from '../../support/shell-site.ts';

/** The remote that is switched during the faults. */
export const remote = 'mf-demos';
const paths = ['/', '/leads', '/exotics-intake', '/my-agent', '/click-demos'];

/** A cluster with two gateways, and a faulty network in front of the first. */
export interface Arena {
  ceph: Ceph;
  proxy: FaultProxy;
  makeFolder(): Promise<string>;
}

/** A site on a bucket, which its servers reach through the faulty network. */
export interface BucketSite {
  site: ShellSite;
  first: string;
  second: string;
  /** Runs a release command on another machine, which the faults do not affect. */
  command: (...args: string[]) => Promise<Record<string, unknown>>;
}

/** Runs the work on a site with two releases of a remote, of which the first is live. */
export async function withSite<Result>(
  arena: Arena,
  work: (site: BucketSite) => Promise<Result>,
  environment: NodeJS.ProcessEnv = {},
): Promise<Result> {
  await buildPages();
  const shared = { ...arena.ceph.environment, RELEASE_STORE: `s3://${await arena.ceph.makeBucket()}/site` };
  // Filling a store reads the variables of this process.
  const before = { ...process.env };
  Object.assign(process.env, shared, { PREVIEW_KEY: 'a'.repeat(64), VIEW_KEY: 'b'.repeat(64) });
  try {
    const site = await startShellSite({ ...environment, S3_ENDPOINT: arena.proxy.url });
    try {
      const elsewhere = await arena.makeFolder();
      await cp(path.join(site.dataFolder, 'keys'), path.join(elsewhere, 'keys'), { recursive: true });
      const variables = { ...shared, S3_ENDPOINT: arena.ceph.gateways[1] ?? '', DATA_DIR: elsewhere };
      const first = await site.live(remote);
      const second = await publishChanged(site, { remote, files: anotherNote() });
      return await work({ site, first, second, command: (...args) => runReleaseAs(variables, ...args) });
    } finally {
      await site.stop();
    }
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

export async function liveAt(address: string): Promise<string> {
  return (await fetch(`${address}/click-demos`)).headers.get('x-release-set')?.split('/').at(-1) ?? '';
}

/** Milliseconds until a server serves a release. */
export async function seenAfter(address: string, id: string): Promise<number> {
  const started = performance.now();
  while ((await liveAt(address)) !== id) {
    if (performance.now() - started > 20_000) return Number.POSITIVE_INFINITY;
    await wait(10);
  }
  return Math.round(performance.now() - started);
}

/** Has two visitors load pages until they are stopped, with a pause in milliseconds after each; returns the number of pages and the failures. */
export function load(address: string, pause: number) {
  let isRunning = true;
  let pages = 0;
  const failed: string[] = [];
  const visit = async () => {
    while (isRunning) {
      const url = paths[pages++ % paths.length] ?? '/';
      const answer = await fetch(address + url).catch(() => null);
      if (answer?.status !== 200 || !isRenderedPage(await answer.text())) failed.push(`${url} ${answer?.status}`);
      await wait(pause);
    }
  };
  const visitors = Promise.all([visit(), visit()]);
  return async () => {
    isRunning = false;
    await visitors;
    return { pages, failed };
  };
}

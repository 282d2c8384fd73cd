import { activateRelease, type ReleasePlatform } from '../../../shell/platform/index.ts';
import { markdownTable, ratio } from '../../support/figures.ts';
import { processTree } from '../../support/process-tree.ts';
import { type MemoryUse, memoryUse } from '../../support/process-use.ts';
import { publishCopy } from './copies.ts';
import { load, type Subject, steadyRate } from './load.ts';

/** In seconds. Renderers end after an idle minute, so those of other remotes have ended after this time. */
const settling = 75;

/** Publishes copies of a release and activates each in turn, until this many releases have been live. */
export async function fillWithReleases(platform: ReleasePlatform, count: number): Promise<void> {
  await platform.chain.refresh({ whole: true });
  const remotes = Object.keys(platform.chain.current?.composition.remotes ?? {});
  for (let number = remotes.length; number < count; number += 1) {
    const id = await publishCopy(platform, 'mf-demos');
    await activateRelease(platform, { remote: 'mf-demos', id, by: 'bench', reason: 'to measure', rules: [] });
  }
}

/** Compares the memory of servers with few and with many remotes and releases after the same load. */
export async function benchScale(few: Subject, many: Subject): Promise<string> {
  const uses: MemoryUse[] = [];
  for (const subject of [few, many]) {
    await load(subject, { seconds: settling, paths: ['/hvac', '/leads', '/my-agent'], rate: steadyRate });
    uses.push(memoryUse(processTree(subject.pid)));
  }
  const rows = [few, many].map(({ name }, index) => rowOf(name, uses[index]));
  const [small, large] = uses;
  return [
    '### Memory of the shell server and its renderers, after the same load',
    markdownTable(['server', 'processes', 'resident, MB', 'proportional, MB'], rows),
    `Proportional: ${ratio(large?.proportional ?? 0, small?.proportional ?? 0)}, where a page of memory that several share counts once.`,
  ].join('\n\n');
}

function rowOf(name: string, use: MemoryUse | undefined): string[] {
  return [name, ...[use?.processes, use?.resident, use?.proportional].map((value) => (value ?? Number.NaN).toFixed())];
}

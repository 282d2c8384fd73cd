import { activateRelease, type ReleasePlatform } from '../../../shell/platform/index.ts';
import { markdownTable, ratio } from '../support/figures.ts';
import { publishCopy } from './copies.ts';
import type { Subject } from './load.ts';
import { residentMegabytes } from './process-use.ts';
import { loadSteadily } from './steady.ts';

/** Of pages of few remotes, in seconds: the renderers of all others end meanwhile, as those of a real site do. */
const settling = 20;

/** Publishes copies of a release and makes each live in turn, until this many releases have been live. */
export async function fillWithReleases(platform: ReleasePlatform, count: number): Promise<void> {
  await platform.chain.refresh({ whole: true });
  const remotes = Object.keys(platform.chain.current?.composition.remotes ?? {});
  for (let number = remotes.length; number < count; number += 1) {
    const id = await publishCopy(platform, 'mf-demos');
    await activateRelease(platform, { remote: 'mf-demos', id, by: 'bench', reason: 'to measure', rules: [] });
  }
}

/** Memory of servers with few and with many remotes and releases, after the same load. */
export async function benchScale(few: Subject, many: Subject): Promise<string> {
  const sizes: number[] = [];
  for (const subject of [few, many]) {
    await loadSteadily(subject, ['/hvac', '/leads', '/my-agent'], settling);
    sizes.push(residentMegabytes(subject.pid));
  }
  const [small = 0, large = 0] = sizes;
  return [
    '### Memory of the shell server and its renderers, after the same load',
    markdownTable(
      ['server', 'MB'],
      [
        [few.name, small.toFixed()],
        [many.name, large.toFixed()],
        ['ratio', ratio(large, small)],
      ],
    ),
  ].join('\n\n');
}

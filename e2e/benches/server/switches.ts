import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { activateRelease, publishRelease, type ReleasePlatform } from '../../../shell/platform/index.ts';
import { openSitePlatform } from '../../../shell/settings/site-platform.ts';
import { markdownTable } from '../support/figures.ts';
import { load, page, type Subject } from './load.ts';

/** Whose page is under load. */
const switchedRemote = 'mf-marketing';
const seconds = 10;
/** Between two switches, in milliseconds. */
const switchEvery = 1000;

/** How the page under load is answered while its remote goes back and forth between two releases. */
export async function benchSwitches(subject: Subject, dataFolder: string): Promise<string> {
  const platform = openSitePlatform({ ...process.env, DATA_DIR: dataFolder });
  await platform.chain.refresh({ whole: true });
  const calm = await load(subject, seconds);
  const { result: switching, switches } = await switchDuring(platform, switchEvery, () => load(subject, seconds));
  const row = (name: string, { perSecond, p50, p99, slowest, failures }: typeof calm) =>
    [name, perSecond.toFixed(), ...[p50, p99, slowest].map((each) => each.toFixed()), failures].map(String);
  return [
    `### ${page} across switches of its remote, ${seconds} s`,
    markdownTable(
      ['', 'requests/s', 'p50 ms', 'p99 ms', 'slowest ms', 'failures'],
      [row('no switch', calm), row(`${switches} switches`, switching)],
    ),
  ].join('\n\n');
}

/** Switches the remote back and forth between its live release and a copy of that for as long as something goes on. */
export async function switchDuring<Result>(
  platform: ReleasePlatform,
  pause: number,
  start: () => Promise<Result>,
): Promise<{ result: Result; switches: number }> {
  const first = platform.chain.current?.composition.remotes[switchedRemote]?.live;
  if (!first) throw new Error(`${switchedRemote} is not live.`);
  const second = await publishCopy(platform);
  let isGoingOn = true;
  const going = start().finally(() => {
    isGoingOn = false;
  });
  let switches = 0;
  while (isGoingOn) {
    const id = switches % 2 === 0 ? second : first;
    // The gate is no work of the server's.
    await activateRelease(platform, { remote: switchedRemote, id, by: 'bench', reason: 'to measure', rules: [] });
    switches += 1;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return { result: await going, switches };
}

/** Publishes the same build once more, as another release. */
export async function publishCopy(platform: ReleasePlatform, remote = switchedRemote): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'release-copy-'));
  try {
    await cp(path.resolve(import.meta.dirname, '../../..', remote, 'dist'), folder, { recursive: true });
    await writeFile(path.join(folder, 'browser/note.txt'), crypto.randomUUID());
    return (await publishRelease(platform, folder, { remote })).record.id;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

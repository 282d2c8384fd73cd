import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { markdownTable } from '../../support/figures.ts';
import { load, page, type Subject } from './load.ts';

const seconds = 10;
/** The interval between two switches, in milliseconds. */
const switchEvery = 1000;

/** Measures the latency of a page while its remote switches between two releases. */
export async function benchSwitches(subject: Subject, dataFolder: string): Promise<string> {
  const calm = await load(subject, { seconds });
  const { result: switching, switches } = await switchDuring(dataFolder, switchEvery, () => load(subject, { seconds }));
  const row = (name: string, { perSecond, latency: { p50, p99, max }, failures }: typeof calm) => [
    name,
    ...[perSecond, p50, p99, max].map((each) => each.toFixed()),
    failures,
  ];
  return [
    `### ${page} across switches of its remote, ${seconds} s`,
    markdownTable(
      ['', 'requests/s', 'p50 ms', 'p99 ms', 'slowest ms', 'failures'],
      [row('no switch', calm), row(`${switches} switches`, switching)],
    ),
  ].join('\n\n');
}

/** Switches the remote between its live release and a copy of it while the work runs. */
export async function switchDuring<Result>(
  dataFolder: string,
  pause: number,
  start: () => Promise<Result>,
): Promise<{ result: Result; switches: number }> {
  const switcher = fork(path.join(import.meta.dirname, 'switcher.ts'), [dataFolder, String(pause)]);
  const heard = () =>
    Promise.race([
      once(switcher, 'message'),
      once(switcher, 'exit').then(() => Promise.reject(new Error('What switches has ended.'))),
    ]);
  await heard();
  switcher.send('begin');
  const result = await start();
  const ended = heard();
  switcher.send('end');
  const [switches] = await ended;
  return { result, switches };
}

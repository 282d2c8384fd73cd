import { markdownTable } from '../../support/figures.ts';
import { listPages } from '../support/list-pages.ts';
import { load, type Round, type Subject, steadyRate } from './load.ts';
import { switchDuring } from './switches.ts';

/** The interval between two switches, in milliseconds. */
const switchEvery = 2000;

/** Requests all pages at a steady rate, without and with switches of the remote that has most of them. */
export async function benchSteadyRate(subject: Subject, dataFolder: string, seconds: number): Promise<string> {
  const paths = await listPages(subject.address);
  const loadSteadily = () => load(subject, { seconds, paths, rate: steadyRate });
  await loadSteadily();
  const calm = await loadSteadily();
  const { result: switching, switches } = await switchDuring(dataFolder, switchEvery, loadSteadily);
  return [
    `### ${paths.length} pages at ${steadyRate} requests a second, ${seconds} s`,
    markdownTable(
      ['', 'requests', 'p50 ms', 'p99 ms', '99.9 % ms', 'slowest ms', 'CPU µs/request', 'failures'],
      [steadyRow('no switch', calm), steadyRow(`${switches} switches`, switching)],
    ),
  ].join('\n\n');
}

function steadyRow(name: string, { latency, requests, failures, processorTime }: Round) {
  const times = [latency.p50, latency.p99, latency.p99_9, latency.max].map((each) => each.toFixed());
  return [name, requests, ...times, processorTime.toFixed(), failures];
}

import { markdownTable } from '../../support/figures.ts';
import { processorSeconds } from '../../support/process-use.ts';
import { loadTool } from '../support/tools.ts';
import { connections, headers, type Subject } from './load.ts';
import { switchDuring } from './switches.ts';

/** Requests a second, independent of the server's speed. */
const rate = 1000;
/** The interval between two switches, in milliseconds. */
const switchEvery = 2000;

interface Autocannon {
  default: (options: object) => Promise<{
    requests: { total: number };
    latency: Latency;
    errors: number;
    non2xx: number;
    throughput: { total: number };
  }>;
}

interface Latency {
  p50: number;
  p99: number;
  p99_9: number;
  max: number;
}

/** The results of one round at a steady rate. */
interface SteadyRound {
  latency: Latency;
  requests: number;
  failures: number;
  /** CPU time of the server for one request, in microseconds. */
  processorTime: number;
  /** On the wire, with headers. */
  bytesEach: number;
}

/** Requests paths in turn at the steady rate. Requests that a late response delays count as late too (coordinated omission). */
export async function loadSteadily({ address, pid }: Subject, paths: readonly string[], seconds: number) {
  const { default: autocannon } = await loadTool<Autocannon>('autocannon');
  const before = processorSeconds(pid);
  const { requests, latency, errors, non2xx, throughput } = await autocannon({
    url: address,
    connections,
    overallRate: rate,
    duration: seconds,
    requests: paths.map((path) => ({ path, headers })),
  });
  const round: SteadyRound = {
    latency,
    requests: requests.total,
    failures: errors + non2xx,
    processorTime: ((processorSeconds(pid) - before) * 1e6) / requests.total,
    bytesEach: throughput.total / requests.total,
  };
  return round;
}

/** The pages of the sitemap. */
export async function listPages({ address }: Subject): Promise<string[]> {
  const sitemap = await (await fetch(`${address}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>(?<url>[^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
}

/** Requests all pages at a steady rate, without and with switches of the remote that has most of them. */
export async function benchSteadyRate(subject: Subject, dataFolder: string, seconds: number): Promise<string> {
  const pages = await listPages(subject);
  await loadSteadily(subject, pages, seconds);
  const calm = await loadSteadily(subject, pages, seconds);
  const { result: switching, switches } = await switchDuring(dataFolder, switchEvery, () =>
    loadSteadily(subject, pages, seconds),
  );
  return [
    `### ${pages.length} pages at ${rate} requests a second, ${seconds} s`,
    markdownTable(
      ['', 'requests', 'p50 ms', 'p99 ms', '99.9 % ms', 'slowest ms', 'CPU µs/request', 'failures'],
      [steadyRow('no switch', calm), steadyRow(`${switches} switches`, switching)],
    ),
  ].join('\n\n');
}

function steadyRow(name: string, { latency, requests, failures, processorTime }: SteadyRound): string[] {
  const times = [latency.p50, latency.p99, latency.p99_9, latency.max].map((each) => each.toFixed());
  return [name, String(requests), ...times, processorTime.toFixed(), String(failures)];
}

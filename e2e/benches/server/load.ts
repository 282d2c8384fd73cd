import { processorSeconds } from '../../support/process-use.ts';
import { loadTool } from '../support/tools.ts';

/** A server under load. Its process tree starts at `pid`. */
export interface Subject {
  name: string;
  address: string;
  pid: number;
}

/** The results of one round of load. */
export interface Round {
  perSecond: number;
  /** In milliseconds. */
  p50: number;
  p99: number;
  slowest: number;
  failures: number;
  /** CPU time of the server for one request, in microseconds. Other programs on the machine hardly affect it. */
  processorTime: number;
}

export const page = '/hvac';
export const headers = { 'Accept-Encoding': 'br' };
export const connections = 50;

interface Autocannon {
  default: (options: object) => Promise<{
    requests: { average: number; total: number };
    latency: { p50: number; p99: number; max: number };
    errors: number;
    non2xx: number;
  }>;
}

/** Requests until our server runs compiled code. Earlier requests take twice as long. */
const warmUp = 30_000;

export async function warm({ address }: Subject): Promise<void> {
  const { default: autocannon } = await loadTool<Autocannon>('autocannon');
  await autocannon({ url: address + page, connections, amount: warmUp, headers });
}

export async function load({ address, pid }: Subject, seconds: number): Promise<Round> {
  const { default: autocannon } = await loadTool<Autocannon>('autocannon');
  const before = processorSeconds(pid);
  const { requests, latency, errors, non2xx } = await autocannon({
    url: address + page,
    connections,
    duration: seconds,
    headers,
  });
  return {
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    slowest: latency.max,
    failures: errors + non2xx,
    processorTime: ((processorSeconds(pid) - before) * 1e6) / requests.total,
  };
}

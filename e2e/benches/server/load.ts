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
  requests: number;
  perSecond: number;
  failures: number;
  /** In milliseconds. */
  latency: { p50: number; p99: number; p99_9: number; max: number };
  /** CPU time of the server for one request, in microseconds. Other programs on the machine hardly affect it. */
  processorTime: number;
  /** On the wire, with headers. */
  bytesEach: number;
}

interface Work {
  seconds: number;
  /** They are requested in turn; {@link page} by default. */
  paths?: readonly string[];
  /**
   * Requests a second, independent of the server's speed: requests that a late response delays count as late too
   * (coordinated omission). Without it there are as many as the server answers.
   */
  rate?: number;
}

export const page = '/hvac';
export const headers = { 'Accept-Encoding': 'br' };
export const connections = 50;
/** Requests a second of a steady load. */
export const steadyRate = 1000;

interface Autocannon {
  default: (options: object) => Promise<{
    requests: { average: number; total: number };
    latency: Round['latency'];
    throughput: { total: number };
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

export async function load({ address, pid }: Subject, { seconds, paths = [page], rate }: Work): Promise<Round> {
  const { default: autocannon } = await loadTool<Autocannon>('autocannon');
  const before = processorSeconds(pid);
  const { requests, latency, throughput, errors, non2xx } = await autocannon({
    url: address,
    connections,
    duration: seconds,
    requests: paths.map((path) => ({ path, headers })),
    ...(rate && { overallRate: rate }),
  });
  return {
    requests: requests.total,
    perSecond: requests.average,
    failures: errors + non2xx,
    latency,
    processorTime: ((processorSeconds(pid) - before) * 1e6) / requests.total,
    bytesEach: throughput.total / requests.total,
  };
}

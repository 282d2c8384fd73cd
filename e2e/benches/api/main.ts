import { randomUUID } from 'node:crypto';
import {
  makeDataDir,
  type Started,
  startApi,
  startBareServer,
  startDatabase,
  stop,
} from '../../support/api-processes.ts';
import { cpuMs, type LoadResult, runLoad, type Shot } from './load.ts';

// npm run bench:api: the whole API beside bare express + pg, in one run on one database. Read the ratios.

const connections = 32;
const rounds = 3;
const count = Number(process.env.BENCH_REQUESTS ?? 4000);

const lead = JSON.stringify({
  name: 'Ada Lovelace',
  company: 'Analytical Heating',
  phone: '(801) 555-0142',
  email: 'ada@example.com',
  location: 'Salt Lake City',
  services: ['repair'],
});

const subjects: { name: string; maxCpu: number; minThroughput: number; shotOf: () => Shot }[] = [
  {
    name: 'POST /api/leads',
    maxCpu: 2,
    minThroughput: 0.5,
    shotOf: () => ({ method: 'POST', path: '/api/leads', headers: { 'Idempotency-Key': randomUUID() }, body: lead }),
  },
  {
    name: 'GET agent by code',
    maxCpu: 1.5,
    minThroughput: 0.5,
    shotOf: () => ({ method: 'GET', path: '/api/ai-agents/by-code/DEMO-ACTIVE' }),
  },
];

interface Figures extends LoadResult {
  cpuPerRequest: number;
}

async function measure({ child, port }: Started, shotOf: () => Shot): Promise<Figures> {
  const before = cpuMs(child.pid ?? 0);
  const result = await runLoad(port, count, connections, shotOf);
  return { ...result, cpuPerRequest: (cpuMs(child.pid ?? 0) - before) / count };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function medianOf(runs: Figures[]): Figures {
  const pick = (of: (run: Figures) => number) => median(runs.map(of));
  return {
    perSecond: pick((run) => run.perSecond),
    p50: pick((run) => run.p50),
    p99: pick((run) => run.p99),
    cpuPerRequest: pick((run) => run.cpuPerRequest),
    failures: runs.reduce((sum, run) => sum + run.failures, 0),
  };
}

function line(name: string, { perSecond, p50, p99, cpuPerRequest, failures }: Figures): string {
  const cells = [perSecond.toFixed(0).padStart(8), p50.toFixed(1).padStart(8), p99.toFixed(1).padStart(8)];
  return `  ${name.padEnd(20)}${cells.join('')}${cpuPerRequest.toFixed(3).padStart(12)}${String(failures).padStart(10)}`;
}

const { dataDir, remove } = makeDataDir();
const database = await startDatabase(dataDir);
const api = await startApi(database.url, dataDir);
const bare = await startBareServer(database.url);
let reached = true;
try {
  for (const { name, maxCpu, minThroughput, shotOf } of subjects) {
    for (const server of [api, bare]) await runLoad(server.port, 1500, connections, shotOf);
    const runs: Record<'api' | 'bare', Figures[]> = { api: [], bare: [] };
    for (let round = 0; round < rounds; round++) {
      runs.bare.push(await measure(bare, shotOf));
      runs.api.push(await measure(api, shotOf));
    }
    const [ours, theirs] = [medianOf(runs.api), medianOf(runs.bare)];
    const cpu = ours.cpuPerRequest / theirs.cpuPerRequest;
    const throughput = ours.perSecond / theirs.perSecond;
    // Now and then two of its references are the same, and it does not try again.
    const isFair = theirs.failures < count / 1000;
    const holds = isFair && cpu <= maxCpu && throughput >= minThroughput && ours.failures === 0;
    reached &&= holds;
    console.log(`${name}, ${connections} connections, median of ${rounds} rounds of ${count}`);
    console.log('                         req/s  p50 ms  p99 ms  CPU ms/req  failures');
    console.log(line('bare express + pg', theirs));
    console.log(line('the API', ours));
    console.log(
      `  CPU ${cpu.toFixed(2)}x (at most ${maxCpu}x), throughput ${throughput.toFixed(2)}x (at least ${minThroughput}x): ${holds ? 'reached' : 'MISSED'}\n`,
    );
  }
} finally {
  await Promise.all([stop(api), stop(bare)]);
  await stop(database);
  remove();
}
process.exitCode = reached ? 0 : 1;

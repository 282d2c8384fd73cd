import { randomUUID } from 'node:crypto';
import {
  makeDataDir,
  type Started,
  startApi,
  startBareServer,
  startDatabase,
  stop,
} from '../../support/api-processes.ts';
import { median } from '../support/figures.ts';
import { type Pair, type PairedRatio, pairedRatio, verdictOf } from '../support/pairs.ts';
import { cpuMs, type LoadResult, runLoad, type Shot } from './load.ts';

// npm run bench:api: the whole API beside bare express + pg, on one database, in short rounds that alternate. The figure is
// the processor time of the process for each request, PostgreSQL's apart; the verdict is by the median of the pairs' ratios.

const connections = 32;
/** Each with processes of their own: how a process came to be compiled is luck that lasts as long as it does. */
const starts = Number(process.env.BENCH_STARTS ?? 4);
const pairsOfStart = Number(process.env.BENCH_PAIRS ?? 8);
const requests = Number(process.env.BENCH_REQUESTS ?? 1000);
const warmUp = 6000;
/** `off` measures what benches before this one did. */
const rateLimits = process.env.BENCH_RATE_LIMITS ?? 'on';

const lead = JSON.stringify({
  name: 'Ada Lovelace',
  company: 'Analytical Heating',
  phone: '(801) 555-0142',
  email: 'ada@example.com',
  location: 'Salt Lake City',
  services: ['repair'],
});

interface Subject {
  name: string;
  /** CPU beside the bare server's. */
  atMost: number;
  shotOf(index: number): Shot;
}

const subjects: Subject[] = [
  {
    name: 'POST /api/leads',
    atMost: 1.4,
    shotOf: (index) => ({
      method: 'POST',
      path: '/api/leads',
      headers: { 'Idempotency-Key': randomUUID(), ...from(index) },
      body: lead,
    }),
  },
  {
    name: 'GET agent by code',
    atMost: 1.25,
    shotOf: (index) => ({ method: 'GET', path: '/api/ai-agents/by-code/DEMO-ACTIVE', headers: from(index) }),
  },
];

/** The limits are on, so that each request comes from another of 40,000 networks, as from behind a proxy. */
function from(index: number): Record<string, string> {
  const network = index % 40_000;
  return { 'X-Forwarded-For': `10.${network >> 8}.${network & 255}.7` };
}

interface Round extends LoadResult {
  cpuPerRequest: number;
}

interface Rounds {
  ours: Round[];
  theirs: Round[];
}

async function measure({ child, port }: Started, shotOf: Subject['shotOf']): Promise<Round> {
  const before = cpuMs(child.pid ?? 0);
  const result = await runLoad(port, requests, connections, shotOf);
  return { ...result, cpuPerRequest: (cpuMs(child.pid ?? 0) - before) / requests };
}

/** Every second pair begins with the other one: what the first meets more often than the second is even. */
async function measurePairs(rounds: Rounds, api: Started, bare: Started, shotOf: Subject['shotOf']): Promise<void> {
  for (const server of [api, bare]) await runLoad(server.port, warmUp, connections, shotOf);
  for (let pair = 0; pair < pairsOfStart; pair++) {
    const isOursFirst = pair % 2 === 0;
    if (isOursFirst) rounds.ours.push(await measure(api, shotOf));
    rounds.theirs.push(await measure(bare, shotOf));
    if (!isOursFirst) rounds.ours.push(await measure(api, shotOf));
  }
}

function pairsOf({ ours, theirs }: Rounds, pick: (round: Round) => number): Pair[] {
  return ours.flatMap((round, index) => {
    const other = theirs[index];
    return other ? [{ ours: pick(round), theirs: pick(other) }] : [];
  });
}

function line(name: string, rounds: readonly Round[]): string {
  const figure = (pick: (round: Round) => number, digits: number, width: number) =>
    median(rounds.map(pick)).toFixed(digits).padStart(width);
  const failures = String(failuresOf(rounds)).padStart(10);
  return `  ${name.padEnd(20)}${figure((round) => round.perSecond, 0, 8)}${figure((round) => round.p50, 1, 8)}${figure((round) => round.p99, 1, 8)}${figure((round) => round.cpuPerRequest, 3, 12)}${failures}`;
}

function failuresOf(rounds: readonly Round[]): number {
  return rounds.reduce((sum, { failures }) => sum + failures, 0);
}

function words({ median, low, high, least, greatest, ofTotals }: PairedRatio): string {
  const [middle, from, to, first, last, total] = [median, low, high, least, greatest, ofTotals].map((ratio) =>
    ratio.toFixed(2),
  );
  return `${middle}x, 99 % sure of ${from} to ${to}; pairs ${first} to ${last}, in total ${total}x`;
}

/** Whether it keeps to its bound. */
function report({ name, atMost }: Subject, rounds: Rounds): boolean {
  const { ours, theirs } = rounds;
  const cpu = pairedRatio(pairsOf(rounds, (round) => round.cpuPerRequest));
  const throughput = pairedRatio(pairsOf(rounds, (round) => round.perSecond));
  // Now and then two of its references are the same, and it does not try again.
  const isFair = failuresOf(theirs) < (theirs.length * requests) / 1000;
  const holds = verdictOf(cpu, atMost) ?? 'too close to tell';
  const verdict = isFair && failuresOf(ours) === 0 ? holds : 'not told: requests failed';
  console.log(
    `${name}, ${connections} connections, ${ours.length} pairs of rounds of ${requests}, ${starts} starts, limits ${rateLimits}`,
  );
  console.log('                         req/s  p50 ms  p99 ms  CPU ms/req  failures   (medians)');
  console.log(line('bare express + pg', theirs));
  console.log(line('the API', ours));
  console.log(`  CPU         ${words(cpu)}`);
  console.log(`  throughput  ${words(throughput)}`);
  console.log(`  CPU at most ${atMost}x: ${verdict}\n`);
  return verdict === 'reached';
}

const { dataDir, remove } = makeDataDir();
const database = await startDatabase(dataDir);
const measured = subjects.map((subject) => ({ subject, rounds: { ours: [], theirs: [] } as Rounds }));
try {
  for (let start = 0; start < starts; start++) {
    const [api, bare] = await Promise.all([
      startApi(database.url, dataDir, {}, { rateLimits: rateLimits === 'on' }),
      startBareServer(database.url),
    ]);
    try {
      for (const { subject, rounds } of measured) await measurePairs(rounds, api, bare, subject.shotOf);
    } finally {
      await Promise.all([stop(api), stop(bare)]);
    }
  }
} finally {
  await stop(database);
  remove();
}
const reached = measured.map(({ subject, rounds }) => report(subject, rounds));
process.exitCode = reached.every(Boolean) ? 0 : 1;

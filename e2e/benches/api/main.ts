import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { makeDataDir, startApi, startDatabase, stop } from '../../support/api-processes.ts';
import { median, quantile } from '../../support/figures.ts';

// npm run bench:api: how many leads a second one API process stores in its embedded database, with all rate limits on, and
// how long each poster waits for the response, which the API sends after COMMIT.

const posters = Number(process.env.BENCH_POSTERS ?? 200);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const leads = Number(process.env.BENCH_LEADS ?? 6000);
const warmUp = 3000;
const limits = { perSecond: 600, p99: 600 };

const lead = JSON.stringify({
  name: 'Ada Lovelace',
  company: 'Analytical Heating',
  phone: '(801) 555-0142',
  email: 'ada@example.com',
  location: 'Salt Lake City',
  services: ['repair'],
});

interface Round {
  perSecond: number;
  /** In milliseconds. */
  p50: number;
  p99: number;
  failures: number;
}

/** Rate limits are on, so the requests come from 40,000 networks in turn, as if through a proxy. */
function addressOf(index: number): string {
  const network = index % 40_000;
  return `10.${network >> 8}.${network & 255}.7`;
}

function post(agent: Agent, port: number, index: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(lead),
      'Idempotency-Key': randomUUID(),
      'X-Forwarded-For': addressOf(index),
    };
    const sending = request(
      { agent, host: '127.0.0.1', port, method: 'POST', path: '/api/leads', headers },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sending.once('error', reject);
    sending.end(lead);
  });
}

/** Each poster sends its next lead as soon as the previous one is answered. */
async function measure(port: number, count: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: posters });
  const times: number[] = [];
  let next = 0;
  let failures = 0;
  const started = performance.now();
  const poster = async () => {
    for (let index = next++; index < count; index = next++) {
      const sent = performance.now();
      const status = await post(agent, port, index);
      times.push(performance.now() - sent);
      if (status !== 201) failures++;
    }
  };
  await Promise.all(Array.from({ length: posters }, poster));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return { perSecond: count / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99), failures };
}

const { dataDir, remove } = makeDataDir();
const database = await startDatabase(dataDir);
const measured: Round[] = [];
try {
  const api = await startApi(database.url, dataDir, {}, { rateLimits: true });
  try {
    await measure(api.port, warmUp);
    for (let round = 0; round < rounds; round++) measured.push(await measure(api.port, leads));
  } finally {
    await stop(api);
  }
} finally {
  await stop(database);
  remove();
}
const of = (pick: (round: Round) => number) => median(measured.map(pick));
const [perSecond, p50, p99] = [of((round) => round.perSecond), of((round) => round.p50), of((round) => round.p99)];
const failures = measured.reduce((sum, round) => sum + round.failures, 0);
console.log(`${posters} posters, ${rounds} rounds of ${leads} leads, medians of the rounds:`);
console.log(`  leads a second  ${perSecond.toFixed(0)}  (at least ${limits.perSecond})`);
console.log(`  p50             ${p50.toFixed(0)} ms`);
console.log(`  p99             ${p99.toFixed(0)} ms  (at most ${limits.p99})`);
console.log(`  failures        ${failures}`);
const holds = perSecond >= limits.perSecond && p99 <= limits.p99 && failures === 0;
console.log(holds ? 'The limits hold.' : 'The limits do not hold.');
process.exitCode = holds ? 0 : 1;

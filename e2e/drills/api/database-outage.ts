import { setTimeout as sleep } from 'node:timers/promises';
import { problemContentType, problemSchema } from 'kit/contracts/problem';
import pg from 'pg';
import { makeDataDir, startApi, startDatabase, stop } from '../../support/api-processes.ts';
import { type Answer, ask, newLead } from '../../support/leads.ts';

// npm run drill:database-outage: the database is down for 30 s and returns; the API stays up and reports the outage. Then
// the database restarts repeatedly and ends connections while they are opened, under load.

const outageMs = Number(process.env.DRILL_OUTAGE_MS ?? 30_000);
const rounds = Number(process.env.DRILL_ROUNDS ?? 20);
const writers = 12;
const { dataDir, remove } = makeDataDir();
let database = await startDatabase(dataDir);
const api = await startApi(database.url, dataDir, {}, { delivers: true });
const wrong: string[] = [];

function check(holds: boolean, what: string): void {
  if (!holds) wrong.push(what);
}

function checkRefusal({ status, body, type, ms }: Answer): void {
  check(status === 503, `answered ${status} instead of 503`);
  check(ms <= 3000, `took ${Math.round(ms)} ms to say 503`);
  check(
    type === problemContentType && problemSchema.safeParse(parse(body)).success,
    `503 without our body: ${body.slice(0, 200)}`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const post = () => {
  const lead = newLead('outage');
  return ask(api.port, 'POST', '/api/leads', lead.body, { 'Idempotency-Key': lead.key });
};

async function writeWhile(work: () => Promise<void>): Promise<void> {
  let writing = true;
  const write = async () => {
    while (writing) {
      const answer = await post();
      if (answer.status !== 201) checkRefusal(answer);
    }
  };
  const written = Array.from({ length: writers }, write);
  try {
    await work();
  } finally {
    writing = false;
    await Promise.all(written);
  }
}

async function endConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (let time = 0; time < 20; time++) {
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'beaconfield-api'",
    );
  }
  await client.end();
}

async function restartRepeatedly(): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await endConnections();
    await stop(database);
    database = await startDatabase(dataDir, database.port);
  }
}

try {
  check((await post()).status === 201, 'a lead was refused before the outage');
  await stop(database);
  const slowest = { refusal: 0, liveness: 0 };
  let refused = 0;
  for (const end = Date.now() + outageMs; Date.now() < end; ) {
    const [lead, agent, live, ready] = await Promise.all([
      post(),
      ask(api.port, 'GET', '/api/ai-agents/by-code/DEMO-ACTIVE'),
      ask(api.port, 'GET', '/api/health/live'),
      ask(api.port, 'GET', '/api/health/ready'),
    ]);
    for (const answer of [lead, agent, ready]) checkRefusal(answer);
    check(live.status === 200, `liveness answered ${live.status}`);
    slowest.refusal = Math.max(slowest.refusal, lead.ms, agent.ms, ready.ms);
    slowest.liveness = Math.max(slowest.liveness, live.ms);
    refused += 3;
    await sleep(200);
  }
  database = await startDatabase(dataDir, database.port);
  const back = Date.now();
  while ((await post()).status !== 201 && Date.now() - back < 60_000) await sleep(50);
  const recovery = Date.now() - back;
  check(recovery <= 5000, `the first success came ${recovery} ms after the return`);
  check((await ask(api.port, 'GET', '/api/health/ready')).status === 200, 'readiness did not come back');
  console.log(
    `${outageMs / 1000} s without the database: ${refused} refusals, slowest ${Math.round(slowest.refusal)} ms, liveness slowest ${Math.round(slowest.liveness)} ms; first success ${recovery} ms after its return`,
  );
  await writeWhile(restartRepeatedly);
  check((await post()).status === 201, `a lead was refused after ${rounds} short outages`);
  console.log(`${rounds} short outages under ${writers} writers`);
} finally {
  const ending = api.ending();
  check(ending === undefined, `the API process ended by itself: ${ending}`);
  await stop(api);
  await stop(database);
  remove();
}
for (const what of new Set(wrong)) console.error(`WRONG: ${what}`);
process.exitCode = wrong.length > 0 ? 1 : 0;

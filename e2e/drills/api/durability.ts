import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { problemContentType, problemSchema } from 'kit/contracts/problem';
import { goneOf, kill, makeDataDir, type Started, startApi, startDatabase, stop } from '../../support/api-processes.ts';
import {
  type Answer,
  countKept,
  countWithoutDelivery,
  newLead,
  type SentLead,
  sendLead,
  sendUntilAcknowledged,
} from '../../support/leads.ts';
import { queryDatabase } from '../../support/query-database.ts';

// npm run drill:durability: kill -9 under load. Every acknowledged lead must be stored, and a lead that was sent again with
// its key must be stored once. While PostgreSQL alone is away, the API stays, says so in time, and takes leads again soon.
// The control run commits asynchronously and must show that the drill detects a loss.

type Victim = 'api' | 'postgres' | 'both';

const rounds = Number(process.env.DRILL_ROUNDS ?? 20);
const writers = 16;
/** In milliseconds: until the API says that its database is away, and until it takes a lead after the return. */
const maxRefusalMs = 3000;
const maxRecoveryMs = 5000;
const { dataDir, remove } = makeDataDir();
const wrong = new Set<string>();
const slowest = { refusal: 0, recovery: 0 };

const launchApi = () => startApi(database.url, dataDir, {}, { delivers: true });
let database = await startDatabase(dataDir);
let api = await launchApi();

const postmaster = () =>
  Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);

async function killPostgres(started: Started): Promise<void> {
  process.kill(postmaster(), 'SIGKILL');
  await goneOf(started.child);
}

async function killVictim(victim: Victim): Promise<void> {
  const deaths: Promise<void>[] = [];
  if (victim !== 'api') deaths.push(killPostgres(database));
  if (victim !== 'postgres') deaths.push(kill(api));
  await Promise.all(deaths);
  if (victim !== 'api') database = await startDatabase(dataDir, database.port);
  if (victim !== 'postgres') api = await launchApi();
  else await watchRecovery();
}

async function watchRecovery(): Promise<void> {
  const began = performance.now();
  await sendUntilAcknowledged(api.port, newLead('recovery'));
  slowest.recovery = Math.max(slowest.recovery, performance.now() - began);
  if (slowest.recovery > maxRecoveryMs)
    wrong.add(`the first lead after the return took longer than ${maxRecoveryMs} ms`);
  const ending = api.ending();
  if (ending !== undefined) wrong.add(`the API ended with its database: ${ending}`);
}

/** The API is there and says in the words of a problem that its database is not. */
function checkRefusal({ status, body, type, ms }: Answer): void {
  slowest.refusal = Math.max(slowest.refusal, ms);
  if (ms > maxRefusalMs) wrong.add(`a refusal took longer than ${maxRefusalMs} ms`);
  const isProblem = type === problemContentType && problemSchema.safeParse(JSON.parse(body)).success;
  if (status !== 503 || !isProblem) wrong.add(`a lead was answered ${status} ${body.slice(0, 200)}`);
}

/** Writers send leads until the victim is back, or the API is killed; leads without an acknowledgement are returned too. */
async function writeUntilKilled(name: string, victim: Victim): Promise<SentLead[]> {
  const sent: SentLead[] = [];
  let writing = true;
  const write = async () => {
    while (writing) {
      const lead = newLead(name);
      sent.push(lead);
      const answer = await sendLead(api.port, lead);
      if (answer.status === 201) continue;
      if (victim !== 'postgres') return;
      checkRefusal(answer);
      await sleep(50);
    }
  };
  const work = Array.from({ length: writers }, write);
  await sleep(300 + Math.random() * 400);
  await killVictim(victim);
  writing = false;
  await Promise.all(work);
  return sent;
}

async function retry(leads: SentLead[]): Promise<void> {
  for (const lead of leads.filter(({ reference }) => reference === undefined))
    await sendUntilAcknowledged(api.port, lead);
}

const count = (leads: readonly SentLead[]) => countKept(database.url, leads);

async function drill(victim: Victim) {
  const total = { acknowledged: 0, lost: 0, doubled: 0, retried: 0 };
  for (let round = 0; round < rounds; round++) {
    const leads = await writeUntilKilled(`${victim} ${round}`, victim);
    const acknowledged = leads.filter(({ reference }) => reference !== undefined);
    total.acknowledged += acknowledged.length;
    total.lost += (await count(acknowledged)).lost;
    total.retried += leads.length - acknowledged.length;
    await retry(leads);
    const after = await count(leads);
    total.lost += after.lost;
    total.doubled += after.doubled;
  }
  return total;
}

/** With asynchronous commits a killed PostgreSQL loses rows, which the drill must detect. */
async function control(): Promise<number> {
  await queryDatabase(database.url, 'alter role app set synchronous_commit = off');
  await queryDatabase(
    database.url,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'beaconfield-api'",
  );
  let lost = 0;
  for (let round = 0; round < 10 && lost === 0; round++) {
    await sendUntilAcknowledged(api.port, newLead('control'));
    const leads = await writeUntilKilled('control', 'postgres');
    lost += (await count(leads)).lost;
  }
  return lost;
}

let failed = false;
try {
  for (const victim of ['api', 'postgres', 'both'] as const) {
    const { acknowledged, lost, doubled, retried } = await drill(victim);
    failed ||= lost > 0 || doubled > 0 || acknowledged === 0;
    console.log(
      `kill -9 of ${victim}: ${rounds} rounds, ${acknowledged} acknowledged, ${lost} lost, ${retried} sent again, ${doubled} doubled`,
    );
  }
  const { refusal, recovery } = slowest;
  console.log(
    `slowest refusal ${Math.round(refusal)} ms, first lead after the return ${Math.round(recovery)} ms at most`,
  );
  const missing = await countWithoutDelivery(database.url);
  failed ||= missing > 0;
  console.log(`leads without their delivery: ${missing}`);
  const seen = await control();
  failed ||= seen === 0;
  console.log(`control with asynchronous commit: ${seen} acknowledged leads lost (must be more than 0)`);
} finally {
  await stop(api);
  await stop(database);
  remove();
}
for (const what of wrong) console.error(`WRONG: ${what}`);
process.exitCode = failed || wrong.size > 0 ? 1 : 0;

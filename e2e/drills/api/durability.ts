import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { goneOf, kill, makeDataDir, type Started, startApi, startDatabase, stop } from '../../support/api-processes.ts';
import { countKept, countWithoutDelivery, newLead, type SentLead, sendLead } from '../../support/leads.ts';
import { queryDatabase } from '../../support/query-database.ts';

// npm run drill:durability: kill -9 under load. Every acknowledged lead must be stored, and a lead that was sent again with
// its key must be stored once. The control run commits asynchronously and must show that the drill detects a loss.

type Victim = 'api' | 'postgres' | 'both';

const rounds = Number(process.env.DRILL_ROUNDS ?? 20);
const writers = 16;
const { dataDir, remove } = makeDataDir();

let database = await startDatabase(dataDir);
let api = await startApi(database.url, dataDir);

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
  if (victim !== 'postgres') api = await startApi(database.url, dataDir);
}

/** Writers send leads until the victim dies; leads without an acknowledgement are returned too. */
async function writeUntilKilled(name: string, victim: Victim): Promise<SentLead[]> {
  const sent: SentLead[] = [];
  let writing = true;
  const write = async () => {
    while (writing) {
      const lead = newLead(name);
      sent.push(lead);
      if (!(await sendLead(api.port, lead))) return;
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
  const deadline = Date.now() + 30_000;
  for (const lead of leads.filter(({ reference }) => reference === undefined)) {
    while (!(await sendLead(api.port, lead))) {
      if (Date.now() > deadline) throw new Error('a lead was not taken within 30 s after the restart');
      await sleep(50);
    }
  }
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
    while (!(await sendLead(api.port, newLead('control')))) await sleep(50);
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
process.exitCode = failed ? 1 : 0;

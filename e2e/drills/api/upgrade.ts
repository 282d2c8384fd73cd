import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { kill, makeDataDir, type Started, startApi, startDatabase, stop } from '../../support/api-processes.ts';

// npm run drill:upgrade: a database of version 0.1.0 with 150,000 forms (DRILL_ROWS) is brought up to date while others write
// to it, by an API process that is killed in the middle and started again. Nobody who writes may wait for longer than two
// seconds, and every form must be there and be found.

const rows = Number(process.env.DRILL_ROWS ?? 150_000);
const mostWaitMs = 2000;
const between = 5;
const firstVersion = readFileSync(
  fileURLToPath(new URL('../../../api/testing/data-of-0.1.0.sql', import.meta.url)),
  'utf8',
);

/** As version 0.1.0 keeps a form, and what it had delivered of it. */
const insertForms = `
  with kept as (
    insert into submissions (kind, reference, payload, request_hash, created_at)
    select 'lead', $1 || lpad(number::text, 7, '0'), json_build_object('name', 'Ada ' || md5(number::text), 'company',
      'Company ' || number, 'phone', '(801) 555-' || lpad((number % 10000)::text, 4, '0'), 'email', 'person' || number || '@example.com',
      'location', 'SLC', 'services', json_build_array('all')), md5(number::text), now() - number * interval '3 minutes'
    from generate_series($2::int, $3::int) as number
    returning id
  )
  insert into deliveries (submission_id, channel, attempts, delivered_at) select id, 'mail', 1, now() from kept`;

const { dataDir, remove } = makeDataDir();
const database = await startDatabase(dataDir);
const open = async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client;
};
const [client, writer] = [await open(), await open()];
const wrong: string[] = [];
let written = 0;
let longest = 0;
let isOver = false;

async function write(): Promise<void> {
  while (!isOver) {
    const began = performance.now();
    await writer.query(insertForms, ['W-', ++written, written]);
    longest = Math.max(longest, performance.now() - began);
    await sleep(between);
  }
}

async function ask<Row>(sql: string): Promise<Row> {
  const { rows: found } = await client.query(sql);
  return found[0] as Row; // Each of the questions has one answer.
}

const isDone = async () =>
  (await ask<{ done: boolean }>(`select exists (select from migrations where name like '021-%') as done`)).done;
const filled = async () =>
  (await ask<{ filled: number }>('select count(search)::int as filled from submissions')).filled;

async function startTimed(what: string): Promise<Started> {
  const began = performance.now();
  const api = await startApi(database.url, dataDir);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${what} after ${seconds} s; a writer waited at most ${Math.round(longest)} ms so far`);
  return api;
}

try {
  await client.query(firstVersion);
  const { count: before } = await ask<{ count: number }>('select count(*)::int as count from submissions');
  await client.query(insertForms, ['L-', 1, rows]);
  await client.query('vacuum analyze');
  const writing = write();
  await sleep(500);
  let api = await startTimed('the new version answers');
  while ((await filled()) < rows / 5) await sleep(200);
  await kill(api);
  const halfway = await filled();
  if (await isDone()) wrong.push('it was done before it could be killed: the drill needs more forms');
  api = await startTimed(`killed with the words of ${halfway} forms made, it answers again`);
  const began = performance.now();
  while (!(await isDone())) await sleep(500);
  console.log(`all forms are found ${((performance.now() - began) / 1000).toFixed(0)} s later`);
  isOver = true;
  await writing;
  await stop(api);
  const { total, found } = await ask<{ total: number; found: number }>(
    'select count(*)::int as total, count(search)::int as found from submissions',
  );
  const expected = before + rows + written;
  console.log(
    `${total} forms, ${written} of them written meanwhile; a writer waited at most ${Math.round(longest)} ms`,
  );
  if (total !== expected) wrong.push(`${total} forms are there, not ${expected}`);
  if (found !== total) wrong.push(`${total - found} forms are not found`);
  if (longest > mostWaitMs) wrong.push(`a writer waited ${Math.round(longest)} ms; ${mostWaitMs} ms are granted`);
} finally {
  isOver = true;
  await Promise.all([client.end(), writer.end()]);
  await stop(database);
  remove();
}
for (const what of wrong) console.error(`WRONG: ${what}`);
process.exit(wrong.length > 0 ? 1 : 0);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { officePath } from 'kit/contracts/office';
import { sealAssertion } from 'kit/server/staff-assertion';
import pg from 'pg';
import { makeDataDir, startApi, startDatabase, stop } from '../../support/api-processes.ts';
import { ask, newLead } from '../../support/leads.ts';

// npm run drill:erase: a database with 5 million delivery tries, one in a thousand of which contains a person's address. The
// office's command that erases the person is killed midway and started again, and the inbox's call erases another person.
// Leads are posted meanwhile. DRILL_TRIES sets the number of tries.

const tries = Number(process.env.DRILL_TRIES ?? 5_000_000);
const maxSeconds = Number(process.env.DRILL_SECONDS ?? 120);
const maxPostMs = 1000;
const people = ['grace.hopper@example.com', 'ada.lovelace@example.com'];
const formsOfEach = 120;
const officeKey = Buffer.alloc(32, 7);
const command = fileURLToPath(new URL('../../../api/office.mjs', import.meta.url));

/** Deliveries of other people with tries that quote mail servers. One try in a thousand contains an erased address. */
const fill = `
  set session_replication_role = replica; -- Triggers and foreign keys cost minutes, and no row breaks them.
  insert into submissions (kind, reference, payload, request_hash, search)
    select 'lead', 'D-' || number, json_build_object('name', 'Drill', 'email', 'x' || number || '@example.com'), '', ''
    from generate_series(1, ${Math.ceil(tries / 20)}) as number;
  insert into deliveries (submission_id, channel, delivered_at, attempts)
    select id, channel, now(), 10 from submissions, unnest(array['mail', 'webhook']) as channel;
  insert into delivery_tries (delivery_id, ms, outcome, said)
    select 1 + number % ${Math.ceil(tries / 20) * 2}, 12, 'failed', case
      when number % 2000 = 0 then '550 5.1.1 <${people[0]}>: no mailbox here under this name'
      when number % 2000 = 1000 then '550 5.1.1 <${people[1]}>: no mailbox here under this name'
      else '451 4.7.1 <x' || number || '@example.com>: greylisted, come again in 300 seconds' end
    from generate_series(1, ${tries}) as number;
  set session_replication_role = default;
  analyze submissions, deliveries, delivery_tries`;

const wrong: string[] = [];
const { dataDir, remove } = makeDataDir();
const database = await startDatabase(dataDir);
const api = await startApi(database.url, dataDir, { LOG_LEVEL: 'fatal', OFFICE_KEY: officeKey.toString('hex') });
const client = new pg.Client({ connectionString: database.url });
await client.connect();

async function postForms(email: string): Promise<void> {
  const lead = { ...JSON.parse(newLead('Person').body), email };
  for (let number = 0; number < formsOfEach; number++) {
    const { status } = await ask(api.port, 'POST', '/api/leads', JSON.stringify({ ...lead, name: `Person ${number}` }));
    if (status !== 201) wrong.push(`a lead was answered ${status}`);
  }
}

async function count(sql: string, email: string): Promise<number> {
  const { rows } = await client.query(`select count(*)::int as count from ${sql}`, [`%${email}%`]);
  return rows[0].count;
}
const named = (email: string) => count('delivery_tries where said ilike $1', email);
const kept = (email: string) => count('submissions where payload::text ilike $1', email);

/** Runs the office's command. It is killed once its output contains `killAt`. */
async function erase(email: string, killAt?: string) {
  const began = performance.now();
  const words = ['person', 'erase', email, '--forms', String(formsOfEach), '--by', 'drill'];
  const child = spawn(process.execPath, ['--no-warnings', command, ...words], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text;
      if (killAt !== undefined && said.includes(killAt)) child.kill('SIGKILL');
    });
  const [code, signal] = await once(child, 'close');
  return { ended: code ?? signal, said, seconds: (performance.now() - began) / 1000 };
}

/** Posts ten leads a second until the returned function is called, which returns the milliseconds of each. */
function postMeanwhile(): () => Promise<number[]> {
  const times: Promise<number>[] = [];
  let isOver = false;
  const posting = (async () => {
    while (!isOver) {
      const { body } = newLead(`Meanwhile ${times.length}`);
      times.push(
        ask(api.port, 'POST', '/api/leads', body).then(({ status, ms }) => {
          if (status !== 201) wrong.push(`a lead was answered ${status} while a person was erased`);
          return ms;
        }),
      );
      await sleep(100);
    }
  })();
  return async () => {
    isOver = true;
    await posting;
    return Promise.all(times);
  };
}

function checkTime(what: string, seconds: number, times: number[]): void {
  const slowest = Math.round(Math.max(...times));
  console.log(`${what}: ${seconds.toFixed(1)} s, the slowest of ${times.length} simultaneous posts ${slowest} ms`);
  if (seconds > maxSeconds) wrong.push(`${what}: ${seconds.toFixed(1)} s, more than ${maxSeconds}`);
  if (slowest > maxPostMs) wrong.push(`${what}: a post took ${slowest} ms, more than ${maxPostMs}`);
}

async function checkErased(email: string): Promise<void> {
  const [left, forms] = [await named(email), await kept(email)];
  if (left + forms > 0) wrong.push(`${left} tries and ${forms} forms name ${email} after it was erased`);
}

try {
  const [first = '', second = ''] = people;
  let began = performance.now();
  await client.query(fill);
  for (const email of people) await postForms(email);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${tries} tries, ${await named(first)} of which name ${first}: filled in ${seconds} s`);

  const half = await erase(first, 'delivery_tries: 30 % searched');
  const [left, forms] = [await named(first), await kept(first)];
  console.log(`killed (${half.ended}) after ${half.seconds.toFixed(1)} s: ${left} tries and ${forms} forms are left`);
  if (half.ended !== 'SIGKILL') wrong.push(`the command was not killed but ended with ${half.ended}: ${half.said}`);
  if (left === 0 || left >= tries / 2000)
    wrong.push(`${left} tries are left, but only a part should be erased at this time`);
  let stopPosting = postMeanwhile();
  const whole = await erase(first);
  checkTime('the command, started again', whole.seconds, await stopPosting());
  if (whole.ended !== 0) wrong.push(`the command ended with ${whole.ended}: ${whole.said}`);
  await checkErased(first);

  stopPosting = postMeanwhile();
  began = performance.now();
  const request = { act: 'erase-person', who: second, count: formsOfEach };
  const sealed = sealAssertion(officeKey, { by: 'drill', role: 'office', request });
  const { status, body } = await ask(api.port, 'POST', officePath, JSON.stringify({ sealed }));
  checkTime('the call of the inbox', (performance.now() - began) / 1000, await stopPosting());
  if (status !== 200 || JSON.parse(body).erased !== formsOfEach)
    wrong.push(`the inbox was answered ${status}: ${body}`);
  await checkErased(second);
} finally {
  await client.end();
  await stop(api);
  await stop(database);
  remove();
}
for (const sentence of wrong) console.error(sentence);
process.exitCode = wrong.length > 0 ? 1 : 0;

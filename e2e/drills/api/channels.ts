import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDir, startApi, startDatabase, stop } from '../../support/api-processes.ts';
import { median } from '../../support/figures.ts';
import { ask, newLead } from '../../support/leads.ts';
import { type Receiver, startCrmReceiver, startMailReceiver } from './channel-receivers.ts';
import { makeMovedClock, moveClock } from './moved-clock.ts';

// npm run drill:channels: two API processes on one database, 10,000 leads an hour. The mail server hangs, then the CRM
// hangs, then both are unavailable for 9 hours of a shifted clock. The healthy channel must be unaffected, no delivery may
// be given up, and everything must arrive exactly once within 10 minutes of the recovery. Of the leads of those hours one
// in a hundred is posted; the others are database copies of posted ones, with deliveries as the API writes them, because
// the drill tests the delivery.

const leadsAnHour = Number(process.env.DRILL_RATE ?? 10_000);
const hangSeconds = Number(process.env.DRILL_HANG_SECONDS ?? 35);
const outageHours = Number(process.env.DRILL_AWAY_HOURS ?? 9);
const maxMinutesAfter = Number(process.env.DRILL_MINUTES_AFTER ?? 10);
const stepMinutes = 30;
/** In milliseconds of real time after each step of the clock, for the attempts that are due. */
const triesMs = 1000;
const writers = 8;
/** One in so many leads of the outage hours is posted. */
const postedOneIn = 100;

const { dataDir, remove } = makeDataDir();
const messages: string[] = [];
const mail = await startMailReceiver((text) => messages.push(/^Subject: (.*)$/m.exec(text)?.[1] ?? text));
const crm = await startCrmReceiver();
const operator = await startCrmReceiver((body) => messages.push(String(JSON.parse(body).text).split('\n')[0] ?? body));
const database = await startDatabase(dataDir);
const client = await makeMovedClock(database.url);
const environment = {
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  CRM_WEBHOOK_URL: `http://127.0.0.1:${crm.port}/crm`,
  CRM_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
  CRM_WEBHOOK_ALLOW_PRIVATE: 'on',
  OPERATOR_WEBHOOK_URL: `http://127.0.0.1:${operator.port}/`,
};
const start = () => startApi(database.url, dataDir, environment, { delivers: true });
const apis = [await start(), await start()];

/** The acknowledgement time of each lead, by its id. */
const acknowledged = new Map<string, number>();
const wrong: string[] = [];
let turn = 0;

async function post(): Promise<void> {
  const port = apis[turn++ % apis.length]?.port ?? 0;
  const { status, body } = await ask(port, 'POST', '/api/leads', newLead(`Drill ${turn}`).body);
  if (status === 201) acknowledged.set(JSON.parse(body).id, performance.now());
  else wrong.push(`a lead was answered ${status}`);
}

/** Posts as many leads as arrive in that time. */
async function postFor(seconds: number): Promise<void> {
  const posts: Promise<void>[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    posts.push(post());
    await sleep(3_600_000 / leadsAnHour);
  }
  await Promise.all(posts);
}

async function postAtOnce(count: number): Promise<void> {
  let left = count;
  const write = async () => {
    while (left-- > 0) await post();
  };
  await Promise.all(Array.from({ length: writers }, write));
}

/** Inserts copies of posted forms with their deliveries; each counts as acknowledged now. */
async function copyLeads(count: number): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `with originals as (
       select array_agg(id) as ids from (select id from submissions order by created_at desc limit 20) as newest
     ), kept as (
       insert into submissions (kind, reference, payload, request_hash, created_at, ip, user_agent, page_path, consent_version, search)
       select kind, 'L-' || upper(substr(md5(random()::text || number), 1, 14)), payload, md5(random()::text), now(), ip, user_agent,
         page_path, consent_version, search
       from generate_series(1, $1::int) as number
       cross join originals join submissions on submissions.id = originals.ids[1 + number % cardinality(originals.ids)]
       returning id
     ), queued as (
       insert into deliveries (submission_id, channel) select id, channel from kept, unnest(array['mail', 'webhook']) as channel
     )
     select id from kept`,
    [count],
  );
  for (const { id } of rows) acknowledged.set(id, performance.now());
}

const missing = ({ arrivals }: Receiver) => [...acknowledged.keys()].filter((id) => !arrivals.has(id));

/** Continues at the usual rate until everything sent before has arrived; returns the seconds that it took. */
async function untilAllCame(receivers: Receiver[]): Promise<number> {
  const began = performance.now();
  const ids = [...acknowledged.keys()];
  const isMissing = () => ids.some((id) => receivers.some(({ arrivals }) => !arrivals.has(id)));
  while (isMissing() && performance.now() - began < maxMinutesAfter * 60_000) await postFor(1);
  return Math.round((performance.now() - began) / 1000);
}

/** The median of the seconds from the acknowledgement of these leads to their arrival. */
function medianWait(receiver: Receiver, ids: string[]): number {
  const waits = ids.map((id) => {
    const [first] = receiver.arrivals.get(id) ?? [];
    return first === undefined ? Number.POSITIVE_INFINITY : Math.max(0, first - (acknowledged.get(id) ?? first)) / 1000;
  });
  return waits.length === 0 ? 0 : median(waits);
}

interface Result {
  phase: string;
  leads: number;
  'healthy median s': string;
  'all there s after return': number;
}

async function hang(phase: string, broken: Receiver, healthy: Receiver): Promise<Result> {
  const before = new Set(acknowledged.keys());
  broken.hang();
  await postFor(hangSeconds);
  broken.work();
  const seconds = await untilAllCame([broken, healthy]);
  const ids = [...acknowledged.keys()].filter((id) => !before.has(id));
  const healthyMedian = medianWait(healthy, ids);
  if (!(healthyMedian <= 2)) wrong.push(`${phase}: the healthy channel's median is ${healthyMedian} s`);
  return report(phase, ids.length, healthyMedian.toFixed(2), seconds);
}

async function bothUnavailable(): Promise<Result> {
  const before = acknowledged.size;
  await Promise.all([mail.leave(), crm.leave()]);
  for (let minutes = 0; minutes < outageHours * 60; minutes += stepMinutes) {
    const began = performance.now();
    const leads = Math.round((leadsAnHour * stepMinutes) / 60);
    const posted = Math.ceil(leads / postedOneIn);
    await postAtOnce(posted);
    await copyLeads(leads - posted);
    await moveClock(client, Math.max(0, stepMinutes * 60 - (performance.now() - began) / 1000));
    await sleep(triesMs);
  }
  await sleep(5000);
  await Promise.all([mail.comeBack(), crm.comeBack()]);
  const seconds = await untilAllCame([mail, crm]);
  return report(`both away for ${outageHours} h`, acknowledged.size - before, '-', seconds);
}

function report(phase: string, leads: number, healthyMedian: string, seconds: number): Result {
  if (seconds >= maxMinutesAfter * 60)
    wrong.push(`${phase}: not everything was delivered after ${maxMinutesAfter} min`);
  console.log(
    `${phase}: ${leads} leads, healthy median ${healthyMedian} s, all delivered ${seconds} s after the recovery`,
  );
  return { phase, leads, 'healthy median s': healthyMedian, 'all there s after return': seconds };
}

async function checkTheEnd(): Promise<void> {
  const isMissing = () => missing(mail).length + missing(crm).length > 0;
  for (const end = performance.now() + maxMinutesAfter * 60_000; isMissing() && performance.now() < end; )
    await sleep(500);
  for (const [name, receiver] of Object.entries({ mail, crm })) {
    const twice = [...receiver.arrivals.values()].filter((times) => times.length > 1).length;
    console.log(
      `${name}: ${receiver.arrivals.size} of ${acknowledged.size} leads came, ${twice} of them more than once`,
    );
    if (twice > 0) wrong.push(`${name}: ${twice} leads arrived more than once`);
    if (missing(receiver).length > 0) wrong.push(`${name}: ${missing(receiver).length} leads did not arrive`);
  }
  const { rows } = await client.query(`
    select count(*) filter (where dead_at is not null)::int as dead,
      coalesce(round(extract(epoch from max(next_attempt_at) filter (where dead_at is null) - now()) / 3600, 1), 0) as hours
    from deliveries where delivered_at is null`);
  console.log(`DEAD: ${rows[0].dead}; waiting deliveries are retried within ${Math.max(0, rows[0].hours)} h`);
  if (rows[0].dead > 0) wrong.push(`${rows[0].dead} deliveries are dead`);
  console.log(`the operator got ${messages.length} notifications:`);
  for (const text of messages) console.log(`  ${text}`);
}

try {
  await postFor(10);
  await untilAllCame([mail, crm]);
  const usual = {
    phase: 'both work',
    median: Math.max(...[mail, crm].map((one) => medianWait(one, [...acknowledged.keys()]))),
  };
  console.log(`${usual.phase}: ${acknowledged.size} leads, median ${usual.median.toFixed(2)} s`);
  const results = [
    await hang('mail server hangs', mail, crm),
    await hang('CRM hangs', crm, mail),
    await bothUnavailable(),
  ];
  console.table(results);
  await checkTheEnd();
} finally {
  await Promise.all(apis.map(stop));
  await client.end();
  await stop(database);
  remove();
}
for (const what of new Set(wrong)) console.error(`WRONG: ${what}`);
process.exit(wrong.length > 0 ? 1 : 0);

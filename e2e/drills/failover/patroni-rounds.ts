import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type Started, startApi, stop } from '../../support/api-processes.ts';
import { markdownHead, markdownRow, medianAndMost, quantile } from '../../support/figures.ts';
import { countKept, type SentLead } from '../../support/leads.ts';
import { type ShellSite, startShellSite } from '../../support/shell-site.ts';
import { Writers } from '../../support/writers.ts';
import { runHaproxy } from './haproxy.ts';
import { findPatroni, PatroniPair, until } from './patroni.ts';

interface Given {
  /** An empty folder; it is removed after a success. */
  base: string;
  rounds: number;
  /** Names of failures; an empty list means all. */
  wanted: readonly string[];
  haproxy: string;
}

type Leader = PatroniPair['machines'][0];

/**
 * A failure of the leader. It returns its repair, and the result of a command, if any. Patroni decides when another leader
 * is elected, and which.
 */
type Failure = (pair: PatroniPair, leader: Leader) => { repair: () => void; done?: Promise<void> };

const failures: Record<string, { what: string; fail: Failure }> = {
  switch: {
    what: 'patronictl switchover',
    fail: (pair, leader) => ({ repair: () => {}, done: pair.switchOver(leader) }),
  },
  kill: {
    what: 'the primary is killed (kill -9)',
    fail: (_, leader) => {
      leader.killDatabase();
      return { repair: () => {} };
    },
  },
  gone: {
    what: 'its machine disappears and returns',
    fail: (_, leader) => ({ done: leader.vanish(), repair: () => leader.start() }),
  },
};

interface Tally {
  leads: SentLead[];
  /** Seconds until a new primary accepted writes, and from then to the first acknowledged form at each port. */
  promotedAfter: number[];
  seconds: number[];
  pages: { good: number; failed: number };
}

const maxSeconds = 10;

/** Tries each failure; returns whether all checks passed. */
export async function tryPatroni({ base, rounds, wanted, haproxy }: Given): Promise<boolean> {
  const programs = findPatroni();
  if ('missing' in programs) {
    console.log(`The drill with Patroni was not run: apt-get install ${programs.missing}`);
    return false;
  }
  const pair = await PatroniPair.start(base, programs);
  const servers = pair.machines.map(({ name, at, ports }) => ({ name, at, agent: ports.agent }));
  const between = await runHaproxy(haproxy, servers);
  const url = pair.url(between.at);
  const apis: Started[] = [];
  let site: ShellSite | undefined;
  let doesHold = false;
  try {
    for (let count = 0; count < 2; count++) apis.push(await startApi(url, base, {}, { delivers: true }));
    site = await startShellSite({ API_URL: `http://127.0.0.1:${apis[0]?.port}` });
    const ports = [Number(new URL(site.address).port), apis[1]?.port ?? 0];
    console.log(
      markdownHead([
        ...['what happens', 'times', 'acknowledged', 'lost', 'doubled', 'a new primary after'],
        ...['then acknowledged after', 'failed pages', ''],
      ]),
    );
    const verdicts: boolean[] = [];
    for (const [name, { what, fail }] of Object.entries(failures)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      verdicts.push(await tryFailure(pair, { what, fail, ports, rounds }));
    }
    const ended = apis.flatMap((api) => api.ending() ?? []);
    if (!site.isRunning()) ended.push('the shell server ended');
    console.log(
      `Processes that ended or were started again: ${ended.length}${ended.map((how) => `\n  ${how}`).join('')}`,
    );
    doesHold = verdicts.every(Boolean) && ended.length === 0;
    return doesHold;
  } finally {
    await site?.stop();
    await Promise.all(apis.map(stop));
    await between.stop();
    await pair.stop();
    if (doesHold) rmSync(base, { recursive: true, force: true });
    else console.log(`The logs of Patroni and etcd are in ${base}.`);
  }
}

async function tryFailure(
  pair: PatroniPair,
  { what, fail, ports, rounds }: { what: string; fail: Failure; ports: readonly number[]; rounds: number },
): Promise<boolean> {
  const tally: Tally = { leads: [], promotedAfter: [], seconds: [], pages: { good: 0, failed: 0 } };
  for (let round = 0; round < rounds; round++) await tryRound(pair, { fail, ports, tally });
  const { machine } = await pair.leader();
  const { lost, doubled } = await countKept(pair.url(machine.at), tally.leads);
  const acknowledged = tally.leads.filter(({ reference }) => reference !== undefined).length;
  const failed = tally.pages.failed;
  const doesHold = lost + doubled + failed === 0 && acknowledged > 0 && quantile(tally.seconds, 1) <= maxSeconds;
  const cells = [
    what,
    rounds,
    acknowledged,
    lost,
    doubled,
    medianAndMost(tally.promotedAfter),
    medianAndMost(tally.seconds),
    `${failed} of ${tally.pages.good + failed}`,
    doesHold ? 'holds' : 'FAILS',
  ];
  console.log(markdownRow(cells));
  return doesHold;
}

async function tryRound(
  pair: PatroniPair,
  { fail, ports, tally }: { fail: Failure; ports: readonly number[]; tally: Tally },
): Promise<void> {
  const { machine, timeline } = await pair.leader();
  const writers = new Writers(ports, { name: 'patroni' });
  await wait(1000 + Math.random() * 1000);
  const startedAt = performance.now();
  const { repair, done } = fail(pair, machine);
  // Patroni may restart the same server if that is faster.
  const promoted = pair.leader(timeline).then((leader) => ({ ...leader, moment: performance.now() }));
  const [{ machine: next, moment }] = await Promise.all([promoted, done]);
  await until('forms are acknowledged', async () => writers.firstAfter(moment) !== undefined);
  await wait(1500);
  repair();
  await wait(1500);
  await writers.stop();
  tally.leads.push(...writers.leads);
  tally.promotedAfter.push((moment - startedAt) / 1000);
  tally.seconds.push(writers.firstAfter(moment) ?? Number.POSITIVE_INFINITY);
  tally.pages.good += writers.pages.good;
  tally.pages.failed += writers.pages.failed;
  await pair.untilOtherMay(next);
}

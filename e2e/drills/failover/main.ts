import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildWorkspace } from '../../../shell/build/build-workspace.ts';
import { knownRemotes } from '../../../shell/settings/namespaces.ts';
import { type Started, startApi, stop } from '../../support/api-processes.ts';
import { markdownHead, markdownRow, medianAndMost, quantile } from '../../support/figures.ts';
import { countKept } from '../../support/leads.ts';
import { type ShellSite, startShellSite } from '../../support/shell-site.ts';
import { Writers } from '../../support/writers.ts';
import { findHaproxy, startHaproxy } from './haproxy.ts';
import { acknowledges, Pair } from './pair.ts';
import { tryPatroni } from './patroni-rounds.ts';

// npm run drill:failover -- [--rounds 10] [kill cut switch control]: two PostgreSQL servers behind HAProxy with synchronous
// replication, and forms sent through the site's public port, while the primary is killed, is cut off and returns, or is
// stopped for a switchover, and the standby is promoted. With `--patroni`, Patroni promotes instead of the drill: two
// PostgreSQL servers from Debian packages, configured by docs/deploy/patroni.yml (patroni-rounds.ts).

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    patroni: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const rounds = Number(values.rounds);
const maxSeconds = 10;

interface Round {
  seconds: number | undefined;
  writers: Writers;
  /** Whether the former primary acknowledged a write after its return. */
  acknowledgedByOld: boolean;
}

type Failure = (pair: Pair) => Promise<{ moment: number; acknowledgedByOld?: boolean }>;

const failures: Record<string, { what: string; fail: Failure }> = {
  kill: {
    what: 'the primary is killed (kill -9 of all its processes)',
    fail: async (pair) => {
      await pair.primary.kill();
      return { moment: await pair.promote() };
    },
  },
  cut: {
    what: 'the primary is cut off (SIGSTOP) and comes again',
    fail: async (pair) => {
      const old = pair.primary;
      old.freeze();
      const moment = await pair.promote();
      await sleep(1500);
      // From here on two servers believe that they are the primary.
      old.thaw();
      const acknowledgedByOld = await acknowledges(old);
      return { moment, acknowledgedByOld };
    },
  },
  switch: {
    what: 'switched over on purpose (the primary is stopped)',
    fail: async (pair) => {
      await pair.primary.stop();
      return { moment: await pair.promote() };
    },
  },
};

const base = mkdtempSync(join(tmpdir(), 'failover-'));
chmodSync(base, 0o755);

async function tryRound(pair: Pair, ports: readonly number[], fail: Failure): Promise<Round> {
  const writers = new Writers(ports);
  await sleep(500 + Math.random() * 500);
  const { moment, acknowledgedByOld = false } = await fail(pair);
  const deadline = Date.now() + 30_000;
  while (writers.firstAfter(moment) === undefined && Date.now() < deadline) await sleep(20);
  await sleep(1000);
  await writers.stop();
  return { seconds: writers.firstAfter(moment), writers, acknowledgedByOld };
}

/** With asynchronous replication, a killed primary loses acknowledged forms, which the drill must detect. */
async function control(pair: Pair, ports: readonly number[]): Promise<number> {
  await pair.primary.ask("alter system set synchronous_standby_names = ''");
  await pair.primary.ask('select pg_reload_conf()');
  const writers = new Writers(ports, { name: 'control' });
  await sleep(500);
  const { standby } = pair;
  await standby.stop();
  await sleep(500);
  await pair.primary.kill();
  await standby.start();
  await pair.promote();
  await writers.stop();
  const { lost } = await countKept(pair.primary.url, writers.acknowledged);
  await pair.heal();
  return lost;
}

interface Line {
  name: string;
  passed: boolean;
}

async function tryFailure(name: string, pair: Pair, ports: readonly number[]): Promise<Line> {
  const { what, fail } = failures[name] ?? {
    what: name,
    fail: () => Promise.reject(new Error(`no such failure: ${name}`)),
  };
  const total = { acknowledged: 0, lost: 0, doubled: 0, byOld: 0, pages: 0, failedPages: 0 };
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { writers, ...result } = await tryRound(pair, ports, fail);
    const { lost, doubled } = await countKept(pair.primary.url, writers.leads);
    total.acknowledged += writers.acknowledged.length;
    total.lost += lost;
    total.doubled += doubled;
    total.byOld += result.acknowledgedByOld ? 1 : 0;
    total.pages += writers.pages.good;
    total.failedPages += writers.pages.failed;
    seconds.push(result.seconds ?? Number.POSITIVE_INFINITY);
    await pair.heal();
  }
  const passed =
    total.lost + total.doubled + total.byOld + total.failedPages === 0 &&
    total.acknowledged > 0 &&
    quantile(seconds, 1) <= maxSeconds;
  const { acknowledged, lost, doubled, byOld, pages, failedPages } = total;
  const ofPages = `${failedPages} of ${pages + failedPages}`;
  const verdict = passed ? 'holds' : 'FAILS';
  console.log(
    markdownRow([what, rounds, acknowledged, lost, doubled, byOld, medianAndMost(seconds), ofPages, verdict]),
  );
  return { name, passed };
}

async function main(): Promise<void> {
  const haproxy = findHaproxy();
  for (const workspace of ['api', 'shell', ...knownRemotes]) await buildWorkspace(workspace);
  if (values.patroni) {
    const doesHold = await tryPatroni({ base, rounds, wanted: positionals, haproxy });
    process.exitCode = doesHold ? 0 : 1;
    return;
  }
  const pair = await Pair.start(base);
  const between = await startHaproxy(haproxy, pair);
  const url = `postgres://app:for-tests@${between.at}/site`;
  const apis: Started[] = [];
  let site: ShellSite | undefined;
  try {
    for (let count = 0; count < 2; count++) apis.push(await startApi(url, base, {}, { delivers: true }));
    site = await startShellSite({ API_URL: `http://127.0.0.1:${apis[0]?.port}` });
    // Half of the writers use the site's public port, half an API process beside it.
    const ports = [Number(new URL(site.address).port), apis[1]?.port ?? 0];
    await tryAll(pair, ports, { apis, site });
  } finally {
    await site?.stop();
    await Promise.all(apis.map(stop));
    await between.stop();
    await pair.stop();
    rmSync(base, { recursive: true, force: true });
  }
}

async function tryAll(
  pair: Pair,
  ports: readonly number[],
  processes: { apis: Started[]; site: ShellSite },
): Promise<void> {
  const wanted = positionals.length > 0 ? positionals : [...Object.keys(failures), 'control'];
  const lines: Line[] = [];
  console.log(
    markdownHead([
      ...['what happens', 'rounds', 'acknowledged', 'lost', 'doubled', 'acknowledged by the old primary'],
      ...['first success (median / most)', 'failed pages', ''],
    ]),
  );
  for (const name of wanted.filter((each) => each !== 'control')) lines.push(await tryFailure(name, pair, ports));
  if (wanted.includes('control')) {
    const lost = await control(pair, ports);
    console.log(`\nControl, asynchronous replication: ${lost} acknowledged forms lost (must be more than 0).`);
    lines.push({ name: 'control', passed: lost > 0 });
  }
  const ended = processes.apis.flatMap((api) => api.ending() ?? []);
  if (!processes.site.isRunning()) ended.push('the shell server ended');
  console.log(
    `Processes that ended or were started again: ${ended.length}${ended.map((how) => `\n  ${how}`).join('')}`,
  );
  const failing = lines.filter(({ passed }) => !passed).map(({ name }) => name);
  if (failing.length > 0) console.log(`These do not hold: ${failing.join(', ')}.`);
  process.exitCode = failing.length > 0 || ended.length > 0 ? 1 : 0;
}

await main();

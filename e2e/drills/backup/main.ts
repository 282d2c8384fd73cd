import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { captureCommand } from '../../run/run-command.ts';
import { startDatabase, stop } from '../../support/api-processes.ts';
import { markdownHead, markdownRow } from '../../support/figures.ts';
import {
  ask,
  countKept,
  countWithoutDelivery,
  newLead,
  type SentLead,
  sendLead,
  sendUntilAcknowledged,
} from '../../support/leads.ts';
import { queryDatabase } from '../../support/query-database.ts';
import { isRenderedPage } from '../../support/rendered-page.ts';
import { anotherNote, publishChanged, runRelease } from '../../support/shell-site.ts';
import { startSite } from '../../support/site.ts';
import { Writers } from '../../support/writers.ts';

// npm run drill:backup -- [--rounds 5]: backups of a whole site under load while a release is switched. Each is restored into
// another folder and counted: every form that was acknowledged before the backup began is there, once, with its deliveries.

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const base = mkdtempSync(join(tmpdir(), 'backup-drill-'));
const dataFolder = join(base, 'site');

async function command(dataDir: string, ...args: string[]): Promise<void> {
  const environment = { DATABASE_URL: undefined, RELEASE_STORE: undefined, DATA_DIR: dataDir };
  const words = ['--no-warnings', 'api/site-data.mjs', ...args];
  const { passed, output } = await captureCommand('node', words, environment);
  if (!passed) throw new Error(`${args.join(' ')}: ${output}`);
}

async function switchRelease(): Promise<void> {
  const release = (...args: string[]) => runRelease(dataFolder, ...args);
  const id = await publishChanged({ release }, { remote: 'mf-agents', files: anotherNote() });
  await release('activate', 'mf-agents', id);
}

interface Counted {
  lost: number;
  doubled: number;
  withoutDelivery: number;
  /** Delivered forms whose mail file is missing. */
  withoutMail: number;
  /** Forms that were sent after the backup: none, otherwise the wrong database was counted. */
  later: number;
  seconds: { backup: number; restore: number };
  bytes: number;
  problems: number;
}

async function tryRound(round: number, port: number): Promise<{ before: number; counted: Counted }> {
  const writers = new Writers([port], { name: `backup ${round}` });
  await sleep(2000);
  const before = [...writers.acknowledged];
  const file = join(base, `${round}.tar.gz`);
  const startedAt = performance.now();
  await Promise.all([command(dataFolder, 'backup', file), switchRelease()]);
  const backedUp = performance.now();
  const later = newLead('later');
  await sendUntilAcknowledged(port, later);
  await writers.stop();
  const restored = join(base, `restored-${round}`);
  const beginning = performance.now();
  await command(restored, 'restore', file);
  const seconds = { backup: (backedUp - startedAt) / 1000, restore: (performance.now() - beginning) / 1000 };
  const { problems } = await runRelease(restored, 'verify');
  const counted = await count(restored, { before, later, all: [...writers.leads, later] });
  return {
    before: before.length,
    counted: { ...counted, seconds, bytes: statSync(file).size, problems: (problems as unknown[]).length },
  };
}

interface Sent {
  before: readonly SentLead[];
  later: SentLead;
  all: readonly SentLead[];
}

async function count(dataDir: string, { before, later, all }: Sent) {
  const database = await startDatabase(dataDir);
  const { lost } = await countKept(database.url, before);
  const { doubled } = await countKept(database.url, all);
  const { lost: absent } = await countKept(database.url, [later]);
  const mailed = await queryDatabase<{ reference: string }>(
    database.url,
    "select reference from submissions join deliveries on submission_id = submissions.id where channel = 'mail' and delivered_at is not null",
  );
  const withoutDelivery = await countWithoutDelivery(database.url);
  await stop(database);
  return {
    lost,
    doubled,
    withoutDelivery,
    withoutMail: mailed.filter(({ reference }) => !existsSync(join(dataDir, 'mail', `${reference}.eml`))).length,
    later: 1 - absent,
  };
}

/** Starts the last restored site completely, as on another machine, and checks pages and forms. */
async function startRestored(): Promise<string[]> {
  const site = await startSite({ dataFolder: join(base, `restored-${rounds - 1}`), fromNothing: true });
  const port = Number(new URL(site.address).port);
  const wrong: string[] = [];
  const home = await ask(port, 'GET', '/');
  if (home.status !== 200 || !isRenderedPage(home.body)) wrong.push('it does not show its home page');
  if ((await sendLead(port, newLead('after'))).status !== 201) wrong.push('it stores no form');
  await site.stop();
  return wrong;
}

async function main(): Promise<void> {
  const site = await startSite({ dataFolder, fromNothing: true });
  const wrong: string[] = [];
  try {
    console.log(
      markdownHead([
        ...['backup', 'acknowledged before', 'lost', 'doubled', 'without delivery', 'mail delivered and not there'],
        ...['sent after, in it', 'problems of the release store', 'backup, restore', 'size'],
      ]),
    );
    for (let round = 0; round < rounds; round++) {
      const { before, counted } = await tryRound(round, Number(new URL(site.address).port));
      const { lost, doubled, withoutDelivery, withoutMail, later, problems, seconds, bytes } = counted;
      const took = `${seconds.backup.toFixed(1)} s, ${seconds.restore.toFixed(1)} s`;
      const counts = [before, lost, doubled, withoutDelivery, withoutMail, later, problems];
      console.log(markdownRow([round + 1, ...counts, took, `${(bytes / 1e6).toFixed(1)} MB`]));
      if (before === 0 || lost + doubled + withoutDelivery + withoutMail + later + problems > 0)
        wrong.push(`backup ${round + 1}`);
    }
  } finally {
    await site.stop();
  }
  wrong.push(...(await startRestored()));
  console.log(
    wrong.length === 0
      ? '\nEverything that was acknowledged before a backup began is in it; the last one runs as a site.'
      : `\nThese do not hold: ${wrong.join(', ')}.`,
  );
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

try {
  await main();
} finally {
  rmSync(base, { recursive: true, force: true });
}

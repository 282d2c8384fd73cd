import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runReleaseAs } from '../../support/shell-site.ts';
import { liveAt, load, remote, seenAfter, withSite } from './bucket-site.ts';
import { cost } from './cost-row.ts';
import { type Row, repair } from './drill-row.ts';

// Requirements on whole servers with a bucket: each has its own copies and reaches the store through the first proxy. The
// commands of these rows use the second gateway, without faults.

const secondsAway = Number(process.env.DOWN ?? 60);

async function healthOf(address: string): Promise<{ status: number; problems: string[] }> {
  const answer = await fetch(`${address}/healthz`);
  // The cast is safe: it is the shape of the server's answer.
  return { status: answer.status, problems: ((await answer.json()) as { problems: string[] }).problems };
}

const storeUnavailable: Row = {
  name: 'away',
  what: `store unavailable for ${secondsAway} s under load`,
  passesWhen: '0 failed pages; a switch in the meantime is seen <= 1 s after its return',
  run: (arena) =>
    withSite(arena, async ({ site, second, command }) => {
      const stop = load(site.address);
      arena.proxies[0].faults.isDown = true;
      await wait(secondsAway * 500);
      await command('activate', remote, second);
      await wait(secondsAway * 500);
      const { problems } = await healthOf(site.address);
      arena.proxies[0].faults.isDown = false;
      const seen = await seenAfter(site.address, second);
      const { pages, failed } = await stop();
      const passed = failed.length === 0 && seen <= 1000 && problems.some((words) => words.includes('since'));
      return {
        passed,
        words: `${pages} pages, ${failed.length} failed; seen after ${seen} ms; health: ${problems[0]}`,
      };
    }),
};

const coldStart: Row = {
  name: 'cold',
  what: 'server started without the store',
  passesWhen: 'last good composition, reported in health; without copies 503 with a sentence',
  run: (arena) =>
    withSite(arena, async ({ site, first }) => {
      arena.proxies[0].faults.isDown = true;
      const again = await site.startAnother();
      const live = await liveAt(again.address);
      await wait(1000);
      const { status, problems } = await healthOf(again.address);
      await again.stop();
      await rm(path.join(site.dataFolder, 'mirror'), { recursive: true });
      const empty = await site.startAnother();
      const page = await fetch(`${empty.address}/`);
      const words = await page.text();
      await empty.stop();
      const isRight = live === first && status === 200 && problems.some((sentence) => sentence.includes('since'));
      const saysWhy = page.status === 503 && words.includes('try again in a few minutes');
      return {
        passed: isRight && saysWhy,
        words: `serves ${live}, health ${status}: ${problems[0]}; without copies ${page.status}`,
      };
    }),
};

const latency: Row = {
  name: 'latency',
  what: '2 s latency',
  passesWhen: 'rollback seen <= 5 s, pages unaffected',
  run: (arena) =>
    withSite(arena, async ({ site, first, second, command }) => {
      await command('activate', remote, second);
      await seenAfter(site.address, second);
      arena.proxies[0].faults.delay = 2000;
      await wait(3000);
      const stop = load(site.address);
      await command('rollback', remote, '--reason', 'the drill');
      const seen = await seenAfter(site.address, first);
      const { pages, failed } = await stop();
      return {
        passed: seen <= 5000 && failed.length === 0,
        words: `seen after ${seen} ms; ${pages} pages, ${failed.length} failed`,
      };
    }),
};

const credentials: Row = {
  name: 'credentials',
  what: 'credentials expire',
  passesWhen: 'publish exits 1 with a sentence; servers continue and recover without a restart',
  run: (arena) =>
    withSite(arena, async ({ site, second, variables, command }) => {
      const [proxy] = arena.proxies;
      proxy.faults.areCredentialsEnded = true;
      const publishing = runReleaseAs({ ...variables, S3_ENDPOINT: proxy.url }, 'publish', remote);
      const refusal = await publishing.then(
        () => 'published',
        (error: { code?: number; stderr?: string; stdout?: string }) =>
          `exit ${error.code}: ${error.stderr}${error.stdout}`,
      );
      await command('activate', remote, second);
      const stop = load(site.address);
      await wait(2000);
      const { pages, failed } = await stop();
      repair(proxy);
      const seen = await seenAfter(site.address, second);
      const isRefused = refusal.startsWith('exit 1') && refusal.includes('they have ended or are wrong');
      return {
        passed: isRefused && failed.length === 0 && seen < 5000,
        words: `publish ${refusal.slice(0, 6)}; ${pages} pages, ${failed.length} failed; a switch seen ${seen} ms after new credentials`,
      };
    }),
};

/** A machine whose clock is 20 minutes ahead. */
const wrongClock = `const real = Date; const ahead = 20 * 60000;
globalThis.Date = class extends real { constructor(...parts) { parts.length ? super(...parts) : super(real.now() + ahead); } static now() { return real.now() + ahead; } };`;

const clock: Row = {
  name: 'clock',
  what: 'clock 20 minutes off',
  passesWhen: 'keeps following',
  run: (arena) =>
    withSite(arena, async ({ site, first, second, command }) => {
      const module = `data:text/javascript,${encodeURIComponent(wrongClock)}`;
      let log = '';
      const onOutput = (text: string) => {
        log += text;
      };
      const another = await site.startAnother({ execArgv: ['--import', module], onOutput });
      const before = await liveAt(another.address);
      await command('activate', remote, second);
      const seen = await seenAfter(another.address, second);
      await another.stop();
      const logLine = /This machine's clock is \d+ seconds ahead/.exec(log)?.[0] ?? 'nothing of its clock';
      return {
        passed: before === first && seen < 5000 && logLine.startsWith('This'),
        words: `seen after ${seen} ms; it said: ${logLine}`,
      };
    }),
};

export const serverRows: readonly Row[] = [storeUnavailable, coldStart, latency, credentials, clock, cost];

import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { openSitePlatform } from '../../../shell/settings/site-platform.ts';
import { launchChromium } from '../../run/chromium.ts';
import { buildPages } from '../../support/build-pages.ts';
import { listen } from '../../support/listen.ts';
import { openHydrated, stayAt } from '../../support/open-hydrated.ts';
import { anotherNote, publishChanged, type ShellSite, startShellSite } from '../../support/shell-site.ts';
import { startSiteInParts } from '../../support/site-in-parts.ts';
import { startBucketWhenAsked } from '../object-storage/start-bucket.ts';
import { takePicture } from './take-pictures.ts';
import { type Harm, sendVisitors, someoneWithCanary } from './visitors.ts';

// npm run drill:incident -- [--api-away] [--bucket] [--pictures <folder>]: a canary with a plan fails for every fifth
// visitor and shows its page a second later. The plan stops automatically, an alert arrives by webhook, staff see message,
// source line and browsers in the control room and roll back if the site has not, and every open tab leaves the release.
// `--bucket` stores the releases in a bucket of a real Ceph.

const { values } = parseArgs({
  options: {
    'api-away': { type: 'boolean', default: false },
    bucket: { type: 'boolean', default: false },
    pictures: { type: 'string' },
  },
});
const remote = 'mf-demos';
const pagePath = '/click-demos';
const token = 'a-token-of-anna-for-the-drill';
const plan = '4,25,100';
const firstShare = 4;
const visitors = 3000;
const tabsOpen = 10;
/** Seconds from the first failure to the last tab that moved, and the percentage of visitors who ever got the release. */
const maxSeconds = 60;
const maxAffected = 5;

/** Seconds since the first failure. */
interface Times {
  stopped: number;
  alert: number;
  seen: number;
  back: number;
  lastTab: number;
}

async function startReceiver() {
  const alerts: { at: number; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    alerts.push({ at: performance.now(), body });
    response.end();
  });
  const port = await listen(server);
  return { alerts, url: `http://127.0.0.1:${port}/alerts`, stop: () => server.close() };
}

/** A browser's report of an error in a script of the release, at a position within its page. */
async function failureIn(site: ShellSite, id: string): Promise<Harm['error']> {
  const { store } = openSitePlatform({ ...process.env, DATA_DIR: site.dataFolder }, null);
  const files = await store.listFiles(remote, id);
  const file = files.find(({ path: name }) => /^browser\/page-.*\.js$/.test(name))?.path ?? 'browser/remoteEntry.js';
  const content = await store.readFile({ remote, id, path: file }, { isPublic: true, maxBytes: 1_000_000 });
  const lines = String(content).split('\n');
  const longest = lines.reduce((best, line, index) => (line.length > (lines[best]?.length ?? 0) ? index : best), 0);
  const column = Math.floor((lines[longest]?.length ?? 0) / 2);
  return {
    message: "TypeError: Cannot read properties of undefined (reading 'clients')",
    stack: `    at Demos (${site.address}/remotes/${remote}/${id}/${file}:${longest + 1}:${column})`,
  };
}

async function openTabs(browser: Browser, site: ShellSite, visitor: string): Promise<Page[]> {
  const context = await browser.newContext({ baseURL: site.address });
  await context.addCookies([{ name: 'visitor', value: visitor, url: site.address }]);
  await stayAt(site.address, context);
  const tabs: Page[] = [];
  for (let count = 0; count < tabsOpen; count += 1) {
    const page = await context.newPage();
    await openHydrated(page, pagePath);
    tabs.push(page);
  }
  return tabs;
}

const setOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as { set: string }).set);

/** Waits until all tabs have left the release; returns the time. */
async function watchTabs(tabs: readonly Page[], id: string): Promise<number> {
  await Promise.all(
    tabs.map(async (page) => {
      while ((await setOf(page).catch(() => id)).includes(id)) await wait(100);
    }),
  );
  return performance.now();
}

async function logIn(browser: Browser, site: ShellSite): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${site.address}/_ops`);
  await page.getByLabel('Your token').fill(token);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Remotes' }).waitFor();
  return page;
}

/** Reloads a page of the control room until it contains all of these. */
async function waitInRoom(page: Page, address: string, says: readonly RegExp[]): Promise<number> {
  for (;;) {
    await page.goto(address);
    const text = await page.getByRole('main').textContent();
    if (says.every((pattern) => pattern.test(text ?? ''))) return performance.now();
    await wait(500);
  }
}

const hasCanary = async (site: ShellSite) => {
  const { remotes } = (await site.release('status')) as { remotes: { remote: string; canary?: unknown }[] };
  return Boolean(remotes.find((state) => state.remote === remote)?.canary);
};

/** Rolls back as staff do if the site has not done it automatically. */
async function goBack(staff: Page, site: ShellSite): Promise<void> {
  if (!(await hasCanary(site))) return;
  await staff.goto(`${site.address}/_ops/act/abort?remote=${remote}`);
  await staff.getByLabel('Why', { exact: true }).fill('it fails for every fifth visitor');
  await staff.getByRole('button', { name: 'End the canary' }).click();
  await staff.getByRole('status').first().waitFor();
}

async function picture(page: Page, name: string, address?: string): Promise<void> {
  if (values.pictures !== undefined) await takePicture(page, values.pictures, name, address);
}

/** Takes pictures of the control room's other states after the tabs have moved. */
async function takeOthers(staff: Page, site: ShellSite, canary: string) {
  if (values.pictures === undefined) return;
  const room = `${site.address}/_ops`;
  const act = `${room}/act/canary?remote=${remote}&id=${canary}`;
  await picture(staff, 'overview', room);
  await picture(staff, 'failures', `${room}/failures`);
  await picture(staff, 'remote', `${room}/remotes/${remote}`);
  await picture(staff, 'act', act);
  await staff.getByRole('textbox', { name: 'Why' }).fill('what Anna had typed');
  await site.release('freeze', remote, '--reason', 'somebody else was first');
  await staff.getByLabel('Percent of the visitors').fill('10');
  await staff.getByRole('button', { name: /^Canary/ }).click();
  await picture(staff, 'act-read-back');
  await staff.getByRole('button', { name: 'Yes, do this' }).click();
  await picture(staff, 'act-refused');
  await picture(staff, 'frozen', room);
  await picture(staff, 'log', `${room}/log`);
  await picture(staff, 'preview', `${room}/act/preview?remote=${remote}&id=${canary}`);
  await staff.context().clearCookies();
  await picture(staff, 'door', room);
}

async function play(site: ShellSite, browser: Browser, alerts: readonly { at: number; body: string }[]) {
  const live = await site.live(remote);
  const canary = await publishChanged(site, { remote, files: anotherNote() });
  const error = await failureIn(site, canary);
  const staff = await logIn(browser, site);
  await site.release('canary', remote, canary, '--plan', plan, '--every', '1m', '--reason', 'the drill');
  const someone = someoneWithCanary(remote, { live, canary, percent: firstShare });
  await wait(1500);
  const tabs = await openTabs(browser, site, someone);
  for (const tab of tabs) if (!(await setOf(tab)).includes(canary)) throw new Error('A tab did not get the canary.');

  // A thrown error counts against no release while the API is unavailable; a file that does not load does.
  const outcome = values['api-away'] ? 'load' : 'render';
  const harm: Harm = { remote, canary, failsOneIn: 5, outcome, error, lcp: { canary: 2.2, live: 1.2 } };
  let stoppedAt = Number.POSITIVE_INFINITY;
  const isStopped = async () => {
    while (stoppedAt === Number.POSITIVE_INFINITY) {
      const { entries } = (await site.release('log', '--last', '1')) as { entries: { action: string }[] };
      if (/^(?:abort|pause|rollback)$/.test(entries[0]?.action ?? '')) stoppedAt = performance.now();
      else await wait(500);
    }
  };
  const stopping = isStopped();
  const visited = await sendVisitors({ address: site.address, path: pagePath, count: visitors }, harm, () => false);
  await Promise.race([stopping, wait(60_000)]);
  const seenAt = await waitInRoom(staff, `${site.address}/_ops/failures`, [
    /Cannot read properties of undefined/,
    /src\/[\w/.-]+\.tsx?:\d+/,
    /Safari/,
  ]);
  await picture(staff, 'incident', `${site.address}/_ops`);
  await goBack(staff, site);
  const backAt = performance.now();
  const movedAt = await Promise.race([watchTabs(tabs, canary), wait(60_000, Number.POSITIVE_INFINITY)]);
  await takeOthers(staff, site, canary);
  const since = visited.firstFailureAt ?? Number.NaN;
  const seconds = (at: number) => (at - since) / 1000;
  const alertAt = alerts.find(({ body }) => body.includes(remote))?.at ?? Number.POSITIVE_INFINITY;
  const times: Times = {
    stopped: seconds(stoppedAt),
    alert: seconds(alertAt),
    seen: seconds(seenAt),
    back: seconds(backAt),
    lastTab: seconds(movedAt),
  };
  return { visited, times, lives: (await site.live(remote)) === live };
}

async function main(): Promise<void> {
  await buildPages();
  const leaveBucket = await startBucketWhenAsked();
  const receiver = await startReceiver();
  const environment = { STAFF_TOKENS: `Anna:${token}`, OPERATOR_WEBHOOK_URL: receiver.url };
  // Like `npm start`: the control room may do everything that the command line can.
  const ofRoom = (dataFolder: string) => ({ ROOM_KEY: path.join(dataFolder, 'keys/private/site.pem') });
  const site = values['api-away']
    ? await startShellSite((dataFolder) => ({ ...environment, ...ofRoom(dataFolder) }))
    : await startSiteInParts(environment, ofRoom);
  const browser = await launchChromium();
  try {
    const { visited, times, lives } = await play(site, browser, receiver.alerts);
    const touched = (100 * visited.touched) / visited.visitors;
    for (const [what, figure] of [
      ['visitors', String(visited.visitors)],
      ['of them got the canary', `${visited.touched} (${touched.toFixed(1)} %)`],
      ['pages that failed in a browser', String(visited.failed)],
      ['pages that did not come', String(visited.lost)],
      ['first failure to: the plan or canary is stopped', `${times.stopped.toFixed(1)} s`],
      ['to: the alert is at the webhook', `${times.alert.toFixed(1)} s`],
      ['to: message, source line and browser are seen in the room', `${times.seen.toFixed(1)} s`],
      ['to: the canary has ended', `${times.back.toFixed(1)} s`],
      ['to: the last open tab has left it', `${times.lastTab.toFixed(1)} s`],
    ]) {
      console.log(`| ${what} | ${figure} |`);
    }
    const isInTime = Object.values(times).every((seconds) => seconds <= maxSeconds);
    const passed = isInTime && touched <= maxAffected && visited.lost === 0 && visited.failed > 0 && lives;
    console.log(passed ? '\nThe incident is over in time.' : '\nA limit does not hold.');
    process.exitCode = passed ? 0 : 1;
  } finally {
    await browser.close();
    await site.stop();
    receiver.stop();
    await leaveBucket();
  }
}

await main();
process.exit();

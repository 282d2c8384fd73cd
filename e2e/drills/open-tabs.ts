import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { launchChromium } from '../run/chromium.ts';
import { buildPages } from '../support/build-pages.ts';
import { anotherNote, publishChanged, runRelease } from '../support/shell-site.ts';
import { startSite } from '../support/site.ts';
import { publishAll } from '../support/site-template.ts';

// 50 tabs on the five remotes, each in another state, when the releases of all five are rolled back: a tab without input
// reloads within ten seconds, every other one at the next click; no character is lost, no form is sent twice.

const remotes = ['mf-marketing', 'mf-marketplace', 'mf-intake', 'mf-agents', 'mf-demos'];
const tabsOfEach = 10;
const goal = 10_000;
/** In milliseconds; a form's request is delayed for this long. Its client waits for 15 s. */
const held = 9000;

interface State {
  name: string;
  path: string;
  /** Brings the tab into the state; returns the field and value that must remain after the rollback. */
  begin: (page: Page, mark: string) => Promise<{ selector: string; value: string } | null>;
}

const idleOn = (address: string): State => ({ name: 'idle', path: address, begin: async () => null });

const typingOn = (address: string, selector: string): State => ({
  name: 'typing',
  path: address,
  begin: async (page, mark) => {
    await page.locator(selector).first().fill(mark);
    return { selector, value: mark };
  },
});

const states: readonly State[] = [
  idleOn('/'),
  idleOn('/leads'),
  idleOn('/exotics-intake'),
  idleOn('/ai-agent-demo'),
  idleOn('/click-demos'),
  typingOn('/consultation', 'main input[name=name]'),
  typingOn('/hvac', 'main input[name=name]'),
  typingOn('/my-agent', 'main input'),
  typingOn('/exotics-intake', 'main input[type=text]'),
  {
    name: 'dialog open',
    path: '/leads',
    begin: async (page, mark) => {
      await page.getByRole('button', { name: 'Request Free Sample' }).first().click();
      const selector = 'dialog[open] input';
      await page.locator(selector).first().fill(mark);
      return { selector, value: mark };
    },
  },
  {
    name: 'step 7 of the intake',
    path: '/exotics-intake?step=7',
    begin: async (page, mark) => {
      const selector = 'main textarea, main input[type=text]';
      await page.locator(selector).first().fill(mark);
      return { selector, value: mark };
    },
  },
  {
    name: 'sending',
    path: '/hvac',
    begin: async (page, mark) => {
      await page.route('**/api/leads', async (route) => {
        await delay(held);
        await route.continue();
      });
      for (const [label, text] of Object.entries({
        Name: mark,
        Company: 'Hope Heating',
        Phone: '(801) 555-0142',
        Email: `${mark}@hope.example`,
        Location: 'Provo, Utah',
      })) {
        await page.getByRole('main').getByLabel(label).first().fill(text);
      }
      await page.getByRole('main').getByLabel('Service Type').selectOption('repair');
      await page.getByRole('button', { name: 'Get HVAC leads' }).click();
      return null;
    },
  },
];

interface Tab {
  page: Page;
  state: State;
  typed: { selector: string; value: string } | null;
  mark: string;
}

async function main(): Promise<void> {
  await buildPages();
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'drill-tabs-'));
  await publishAll(dataFolder);
  const site = await startSite({ dataFolder, fromNothing: true });
  const browser = await launchChromium();
  try {
    const release = (...args: string[]) => runRelease(dataFolder, ...args);
    const former = await releaseAll(release);
    const context = await browser.newContext({ baseURL: site.address });
    await context.route(/unpkg\.com|elevenlabs\.io/, (route) => route.abort());
    const tabs: Tab[] = [];
    const order = Array.from({ length: remotes.length * tabsOfEach }, (_, index) => states[index % states.length]);
    // Tabs that submit come last, so that their request is pending during the rollback.
    const isSending = (state?: State) => Number(state?.name === 'sending');
    for (const state of order.toSorted((one, other) => isSending(one) - isSending(other))) {
      if (state) tabs.push(await openTab(context, state, `drill-${tabs.length}`));
    }
    for (const [remote, id] of former) await release('rollback', remote, '--to', id, '--reason', 'drill');
    const since = performance.now();
    const moves = await watchIdle(tabs, since);
    const lost = await countLost(tabs);
    const stuck = await leaveAll(tabs);
    const doubled = await countDoubled(site.databaseUrl, tabs);
    report({ tabs, moves, lost, stuck, doubled });
  } finally {
    await browser.close();
    await site.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

async function releaseAll(release: (...args: string[]) => Promise<Record<string, unknown>>) {
  const status = (await release('status')) as { remotes: { remote: string; live: string }[] };
  // The list also has the shell.
  const live = status.remotes.filter(({ remote }) => remotes.includes(remote));
  for (const { remote } of live) {
    const id = await publishChanged({ release }, { remote, files: anotherNote() });
    await release('activate', remote, id, '--no-guard', '--reason', 'drill');
  }
  await delay(2000);
  return live.map(({ remote, live: id }) => [remote, id] as const);
}

async function openTab(context: BrowserContext, state: State, mark: string): Promise<Tab> {
  const page = await context.newPage();
  await page.goto(state.path);
  await page.mouse.move(2, 2);
  await page.mouse.move(1, 1);
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
  const started = await state.begin(page, mark);
  // As the field shows it; the portal's field upper-cases.
  const typed = started && { ...started, value: await page.locator(started.selector).first().inputValue() };
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  return { page, state, typed, mark };
}

const isSame = (page: Page) => page.evaluate(() => 'isSameDocument' in window).catch(() => true);

/** When each idle tab was first on another document, in milliseconds after the last rollback; null if it never was. */
async function watchIdle(tabs: readonly Tab[], since: number): Promise<(number | null)[]> {
  const idle = tabs.filter(({ state }) => state.name === 'idle');
  const moved = new Map<Tab, number>();
  while (moved.size < idle.length && performance.now() - since < goal * 3) {
    for (const tab of idle) {
      if (!moved.has(tab) && !(await isSame(tab.page))) moved.set(tab, performance.now() - since);
    }
    await delay(50);
  }
  return idle.map((tab) => moved.get(tab) ?? null);
}

async function countLost(tabs: readonly Tab[]): Promise<number> {
  let lost = 0;
  for (const { page, typed } of tabs) {
    if (!typed) continue;
    const value = await page
      .locator(typed.selector)
      .first()
      .inputValue({ timeout: 2000 })
      .catch(() => '');
    if (value !== typed.value) lost += typed.value.length;
  }
  return lost;
}

/** Counts tabs whose next click did not lead to the live releases. */
async function leaveAll(tabs: readonly Tab[]): Promise<number> {
  let stuck = 0;
  for (const { page, state } of tabs) {
    if (state.name === 'idle') continue;
    if (state.name === 'dialog open') await page.keyboard.press('Escape');
    if (state.name === 'sending')
      await page
        .getByText('Success!')
        .first()
        .waitFor({ timeout: 20_000 })
        .catch(() => {});
    const to = state.path === '/my-agent' ? 'Client Demos' : 'My AI Agent';
    await page.getByRole('contentinfo').getByRole('link', { name: to }).click();
    await page
      .waitForFunction(() => !('isSameDocument' in window), undefined, { timeout: 15_000 })
      .catch(() => {
        stuck += 1;
      });
  }
  return stuck;
}

/** Counts leads of submitting tabs that are stored twice, or not at all. */
async function countDoubled(databaseUrl: string, tabs: readonly Tab[]): Promise<number> {
  const { default: pg } = await import('pg');
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ email: string; count: number }>(
    'select email, count(*)::int as count from leads group by email',
  );
  await database.end();
  const counts = new Map(rows.map(({ email, count }) => [email, count]));
  return tabs.filter(({ state, mark }) => state.name === 'sending' && counts.get(`${mark}@hope.example`) !== 1).length;
}

interface Outcome {
  tabs: readonly Tab[];
  moves: (number | null)[];
  lost: number;
  stuck: number;
  doubled: number;
}

function report({ tabs, moves, lost, stuck, doubled }: Outcome): void {
  const times = moves.filter((time) => time !== null).toSorted((one, other) => one - other);
  const late = moves.filter((time) => time === null || time > goal).length;
  console.log(`${tabs.length} tabs, load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`);
  console.log(
    `idle: ${moves.length} tabs, moved after a median of ${Math.round(times[times.length >> 1] ?? 0)} ms, the last after ${Math.round(times.at(-1) ?? 0)} ms; ${late} later than ${goal} ms`,
  );
  console.log(`others: ${tabs.length - moves.length} tabs, ${stuck} not moved with their next click`);
  console.log(
    `characters lost: ${lost}; leads of ${tabs.filter(({ state }) => state.name === 'sending').length} sending tabs doubled or missing: ${doubled}`,
  );
  process.exitCode = late + stuck + lost + doubled === 0 ? 0 : 1;
}

await main();

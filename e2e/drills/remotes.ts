import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type Page } from '@playwright/test';
import { launchChromium } from '../run/chromium.ts';
import { buildPages } from '../support/build-pages.ts';
import { breakRemote, type Fault, faults, navigateInTab, type Throwing } from '../support/remote-faults.ts';
import { publishChanged, type ShellSite, startShellSite } from '../support/shell-site.ts';
import { startBucketWhenAsked } from './object-storage/start-bucket.ts';

// Each of the five remotes with each of ten faults in a real browser: the card appears in time, every other page works, and
// a retry recovers without a reload. `-- --bucket` stores the releases in a bucket of a real Ceph.

const pages: Readonly<Record<string, string>> = {
  'mf-marketing': '/contact',
  'mf-marketplace': '/leads',
  'mf-intake': '/exotics-intake',
  'mf-agents': '/my-agent',
  'mf-demos': '/click-demos',
};
const throws: readonly Throwing[] = ['at load', 'at render'];
const slowFaults: readonly (Fault | Throwing)[] = ['hang', 'slow 10 s'];

interface Finding {
  remote: string;
  fault: Fault | Throwing;
  cardAfter: number;
  problems: string[];
}

async function main(): Promise<void> {
  await buildPages();
  const leaveBucket = await startBucketWhenAsked();
  const site = await startShellSite();
  const browser = await launchChromium();
  const findings: Finding[] = [];
  try {
    const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
    for (const remote of named.length > 0 ? named : Object.keys(pages)) {
      // The cast is safe: Object.keys has no literal types, and the keys 404 and 500 are strings there.
      for (const fault of Object.keys(faults) as Fault[]) findings.push(await tryFault(browser, site, remote, fault));
      for (const fault of throws) findings.push(await tryThrowing(browser, site, remote, fault));
    }
  } finally {
    await browser.close();
    await site.stop();
    await leaveBucket();
  }
  summarise(findings);
}

/** Files of the remote fail on the network; a retry after the fault recovers. */
async function tryFault(browser: Browser, site: ShellSite, remote: string, fault: Fault): Promise<Finding> {
  const page = await openStart(browser, site, remote);
  const repair = await breakRemote(page, fault, remote);
  return observe(page, { remote, fault, repair });
}

/** A throwing release is live and its previous release is unavailable; once `repaired` is set, a retry recovers. */
async function tryThrowing(browser: Browser, site: ShellSite, remote: string, fault: Throwing): Promise<Finding> {
  const before = await site.live(remote);
  const id = await publishChanged(site, { remote, throwing: fault });
  await site.release('activate', remote, id, '--no-guard', '--reason', 'drill');
  await servedBy(site, remote, id);
  const page = await openStart(browser, site, remote);
  await breakRemote(page, 404 as Fault, remote, before);
  const repair = () => page.evaluate(() => Object.assign(globalThis, { repaired: true })).then(() => {});
  const finding = await observe(page, { remote, fault, repair });
  await site.release('rollback', remote, '--reason', 'drill');
  return finding;
}

/** A switch takes up to a second; a tab opened before would load the previous release, which is blocked here. */
async function servedBy(site: ShellSite, remote: string, id: string): Promise<void> {
  const address = site.address + (pages[remote] ?? '/');
  while (!(await fetch(address)).headers.get('x-release-set')?.includes(id)) await delay(20);
}

/** Opens a tab on a page of another remote and waits for its scripts. */
async function openStart(browser: Browser, site: ShellSite, remote: string): Promise<Page> {
  const page = await browser.newPage();
  await page.route(/unpkg\.com|elevenlabs\.io/, (route) => route.abort());
  await page.goto(site.address + (remote === 'mf-marketing' ? '/leads' : '/contact'));
  await page.mouse.move(1, 1);
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
  await page.evaluate(() => document.documentElement.setAttribute('data-tab', 'same'));
  return page;
}

interface Observation {
  remote: string;
  fault: Fault | Throwing;
  repair: () => Promise<void>;
}

async function observe(page: Page, { remote, fault, repair }: Observation): Promise<Finding> {
  const problems: string[] = [];
  const card = page.getByRole('main').getByRole('alert');
  const path = pages[remote] ?? '/';
  await noteCard(page);
  await navigateInTab(page, path);
  const stands = await appears(card, 12_000);
  const cardAfter = await page.evaluate(() => Math.round(Number(document.documentElement.dataset.cardAfter)));
  const limit = slowFaults.includes(fault) ? 5500 : 1000;
  if (!stands) problems.push('no card');
  // NaN if the page recorded no card, which also fails.
  else if (!(cardAfter <= limit)) problems.push(`the card appeared after ${cardAfter} ms`);
  if (await page.evaluate(() => 'tampered' in globalThis)) problems.push('tampered code ran');
  for (const [other, otherPath] of Object.entries(pages)) {
    if (other === remote) continue;
    await navigateInTab(page, otherPath);
    if (!(await appears(page.locator('main h1').first(), 5000))) problems.push(`${other} is affected`);
  }
  await navigateInTab(page, path);
  if (!(await appears(card, 12_000))) problems.push('no card the second time');
  await repair();
  await card
    .getByRole('button', { name: 'Try again' })
    .click({ timeout: 3000 })
    .catch(() => problems.push('no retry'));
  if (!(await appears(page.locator('main h1').first(), 6000)))
    problems.push(`the retry did not recover: ${await card.textContent().catch(() => 'no card')}`);
  if ((await page.locator('html').getAttribute('data-tab')) !== 'same') problems.push('the tab was reloaded');
  await page.close();
  console.log(`${remote.padEnd(15)} ${String(fault).padEnd(13)} card ${cardAfter} ms ${problems.join(', ') || 'ok'}`);
  return { remote, fault, cardAfter, problems };
}

/** Records in the page itself when the card appears, because a check from outside is up to half a second late. */
async function noteCard(page: Page): Promise<void> {
  await page.evaluate(() => {
    const before = performance.now();
    const observer = new MutationObserver(() => {
      if (!document.querySelector('main [role=alert]')) return;
      document.documentElement.dataset.cardAfter = String(performance.now() - before);
      observer.disconnect();
    });
    observer.observe(document, { subtree: true, childList: true });
  });
}

function appears(target: ReturnType<Page['locator']>, timeout: number): Promise<boolean> {
  return target.waitFor({ state: 'visible', timeout }).then(
    () => true,
    () => false,
  );
}

function summarise(findings: readonly Finding[]): void {
  const quick = findings.filter(({ fault }) => !slowFaults.includes(fault)).map(({ cardAfter }) => cardAfter);
  const slow = findings.filter(({ fault }) => slowFaults.includes(fault)).map(({ cardAfter }) => cardAfter);
  const failed = findings.filter(({ problems }) => problems.length > 0);
  console.log(`\n${findings.length} cases, ${failed.length} failed`);
  console.log(`slowest card: ${Math.max(...quick)} ms, of a remote that hangs ${Math.max(...slow)} ms`);
  console.log(`load average ${loadavg().map((load) => load.toFixed(1))} on ${availableParallelism()} cores`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

await main();

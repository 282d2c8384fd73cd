import { appendFile } from 'node:fs/promises';
import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { copyRepository } from '../support/repository-copy.ts';
import { publishAnotherShell, type ShellSite, startShellSite } from '../support/shell-site.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// Release, canary and rollback of the shell, while tabs are open.

/** The interval between two polls of a tab, in ms. */
const interval = 7000;

let site: ShellSite;
let first: string;
let second: string;

test.describe.configure({ mode: 'serial' });
test.setTimeout(300_000);
test.beforeAll(async () => {
  site = await startShellSite();
  first = await site.live('shell');
  second = await publishAnotherShell(site);
});
test.afterAll(() => site.stop());

const shellOf = (page: Page) =>
  page.evaluate(() => JSON.parse(document.getElementById('page-data')?.textContent ?? '{}').shell as string);
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSameDocument: true }));
const isSame = (page: Page) => page.evaluate(() => 'isSameDocument' in window);
const healthOf = async (address: string) => (await fetch(`${address}/healthz`)).json();
const shellOfServer = async () => (await healthOf(site.address)).shell.id;

test('a tab with the previous shell keeps its files, new pages get the new shell, and a rollback reloads those', async ({
  context,
}) => {
  const former = await context.newPage();
  await openHydrated(former, `${site.address}/leads`);
  await mark(former);
  expect(await shellOf(former)).toBe(first);
  await site.goLive('shell', second);
  await expect.poll(shellOfServer).toBe(second);

  const asked: string[] = [];
  former.on('response', (response) => {
    if (response.url().includes('/shell/')) asked.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  await former.getByRole('button', { name: 'View Sample' }).first().click();
  await expect(former.getByRole('dialog', { name: 'Lead Sample' })).toBeVisible();
  expect(asked.length).toBeGreaterThan(0);
  for (const line of asked) expect(line).toMatch(new RegExp(`^200 /shell/${first}/`));
  expect(await isSame(former)).toBe(true);

  await context.clock.install();
  const newer = await context.newPage();
  await openHydrated(newer, `${site.address}/click-demos`);
  await mark(newer);
  expect(await shellOf(newer)).toBe(second);
  expect(await newer.locator('script[src*="/main."]').getAttribute('src')).toContain(`/shell/${second}/`);

  await site.release('rollback', 'shell', '--reason', 'tabs are to move');
  await expect.poll(shellOfServer).toBe(first);
  const isLeft = async () => {
    await context.clock.fastForward(interval);
    return !(await isSame(newer).catch(() => true));
  };
  await expect.poll(isLeft).toBe(true);
  expect(await shellOf(newer)).toBe(first);
  // The release that this tab runs was not rolled back.
  expect(await isSame(former)).toBe(true);
});

test('a preview of the shell needs its link', async ({ page }) => {
  const { path: link } = await site.release('preview', 'shell', second);
  await page.goto(site.address + String(link));
  expect(await shellOf(page)).toBe(second);
  await expect(page.getByText(`Preview of shell ${second}`)).toBeVisible();
  expect(await (await fetch(site.address)).text()).toContain(`/shell/${first}/`);
});

test('two server programs of different builds serve one page together', async ({ page }) => {
  const copy = await copyRepository();
  await appendFile(path.join(copy.folder, 'shell/server/main.ts'), '// another build\n');
  await appendFile(path.join(copy.folder, 'shell/dist/boot/boot.js'), '/*another build*/');
  const other = await site.startAnother({ root: copy.folder });
  const turns = await startTurns([site.address, other.address]);
  try {
    const [here, there] = await Promise.all([healthOf(site.address), healthOf(other.address)]);
    expect(there.version).not.toBe(here.version);
    expect(there.shell).toEqual(here.shell);
    for (const path of ['/', '/leads']) {
      await openHydrated(page, turns.address + path);
      await expect(page.locator('[data-static-island]')).toHaveCount(0);
    }
    expect(turns.failed).toEqual([]);
  } finally {
    turns.server.close();
    await other.stop();
    await copy.remove();
  }
});

/** Starts a balancer that sends each request to the next server, as during a rolling deploy. */
async function startTurns(addresses: readonly string[]) {
  const failed: string[] = [];
  let turn = 0;
  const server: Server = createServer((request, response) => {
    turn += 1;
    const target = new URL(request.url ?? '/', addresses[turn % addresses.length]);
    const passed = ask(target, { method: request.method, headers: request.headers }, (answer) => {
      const isOwn = !target.pathname.startsWith('/api');
      if (isOwn && (answer.statusCode ?? 500) >= 400) failed.push(`${answer.statusCode} ${target}`);
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return { server, failed, address: `http://localhost:${(server.address() as AddressInfo).port}` };
}

import { pauseClock } from '../support/pause-clock.ts';
import { breakRemote, navigateInTab, type Throwing } from '../support/remote-faults.ts';
import { publishChanged, type ShellSite, startShellSite } from '../support/shell-site.ts';
import { expect, openHydrated, takeConsole, test } from '../support/test.ts';

const remote = 'mf-marketplace';
const heading = 'Pre-Qualified Leads You Can Buy Today';
let site: ShellSite;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  site = await startShellSite();
});
test.afterAll(() => site.stop());

test('a remote that answers with other bytes shows an error card in its place, and a retry loads the page', async ({
  page,
  consoleErrors,
}) => {
  await openHydrated(page, `${site.address}/`);
  const repair = await breakRemote(page, 'tampered', remote);
  await navigateInTab(page, '/leads');
  const card = page.getByRole('main').getByRole('alert');
  await expect(card).toContainText('This page could not be loaded');
  await expect(page.getByRole('banner')).toBeVisible();
  await navigateInTab(page, '/my-agent');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await navigateInTab(page, '/leads');
  await expect(card).toBeVisible();
  await repair();
  await page.evaluate(() => document.documentElement.setAttribute('data-tab', 'same'));
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.locator('html')).toHaveAttribute('data-tab', 'same');
  expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
  // The browser's error about the integrity, and the runtime's about an invalid script.
  await takeConsole(page, consoleErrors);
});

test('without the files of one remote the error card comes at once, the other remotes work, and a retry loads the page', async ({
  page,
  consoleErrors,
}) => {
  await page.clock.install();
  await openHydrated(page, `${site.address}/leads`);
  await page.evaluate(() => document.documentElement.setAttribute('data-tab', 'same'));
  const repair = await breakRemote(page, 404, 'mf-marketing');
  // No timer runs: the card waits for nothing but the answers.
  await pauseClock(page);
  await navigateInTab(page, '/contact');
  const card = page.getByRole('main').getByRole('alert');
  await expect(card).toContainText('This page could not be loaded');
  await page.clock.resume();
  // One remote that the tab has already loaded, and one that it has not.
  for (const other of ['/leads', '/exotics-intake']) {
    await navigateInTab(page, other);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await navigateInTab(page, '/contact');
  await expect(card).toBeVisible();
  await repair();
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(card).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-tab', 'same');
  await takeConsole(page, consoleErrors);
});

test('a server-rendered page stays readable when its remote fails, shows a notice, and hydrates after a retry', async ({
  page,
  consoleErrors,
}) => {
  const repair = await breakRemote(page, 500, remote);
  await openHydrated(page, `${site.address}/leads`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  const notice = page.getByRole('alert').filter({ hasText: 'do not work at the moment' });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toContainText('That did not help.');
  await repair();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByText('This page works again')).toBeVisible();
  await expect(page.locator('main')).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.locator('[data-static-island]')).toHaveCount(0);
  await takeConsole(page, consoleErrors);
});

test('a page that the server could not render gets all its styles from the browser', async ({ page }) => {
  await page.route(`${site.address}/leads`, async (route) => {
    const response = await route.fetch({ maxRetries: 1 });
    const html = (await response.text())
      .replace(/(<div id="root">).*?(<\/div><noscript><p)/s, '$1$2')
      .replaceAll(/<style data-emotion.*?<\/style>/gs, '');
    return route.fulfill({ response, body: html });
  });
  await openHydrated(page, `${site.address}/leads`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(251, 250, 246)');
  await expect(page.getByRole('contentinfo')).toHaveCSS('background-color', 'rgb(14, 27, 42)');
  await expect(page.getByRole('banner')).toHaveCSS('box-sizing', 'border-box');
});

test('input stays in a page when its remote fails, and when a retry loads the page', async ({
  page,
  consoleErrors,
}) => {
  const repair = await breakRemote(page, 500, 'mf-marketing');
  await page.goto(`${site.address}/hvac`);
  await page.getByLabel('Company').fill('Cool Air Co');
  const notice = page.getByRole('alert').filter({ hasText: 'do not work at the moment' });
  await expect(notice).toBeVisible();
  await expect(page.getByLabel('Company')).toHaveValue('Cool Air Co');
  await page.getByLabel('Email').fill('ada@example.com');
  await repair();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[data-static-island]')).toHaveCount(0);
  await expect(page.getByLabel('Company')).toHaveValue('Cool Air Co');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  await page.getByRole('main').locator('button[type=submit]').click();
  await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
  await takeConsole(page, consoleErrors);
});

test('a remote that hangs shows the error card after five seconds and one retry under another URL', async ({
  page,
}) => {
  await page.clock.install();
  await openHydrated(page, `${site.address}/`);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/remotes/${remote}/`)) asked.push(new URL(request.url()).pathname.split('/')[3] ?? '');
  });
  await breakRemote(page, 'hang', remote);
  await pauseClock(page);
  await navigateInTab(page, '/leads');
  const card = page.getByRole('main').getByRole('alert');
  await expect.poll(() => new Set(asked).size).toBe(1);
  await page.clock.runFor(2500);
  await expect.poll(() => asked.at(-1)).toMatch(/~\d+$/);
  await page.clock.runFor(2400);
  await expect(card).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(card).toBeVisible();
  expect(new Set(asked).size).toBe(2);
  await card.getByRole('button', { name: 'Try again' }).click();
  const pending = card.getByRole('button', { name: 'Trying again...' });
  await expect(pending).toHaveAttribute('aria-busy', 'true');
  await expect(pending).toBeFocused();
  await page.clock.runFor(5000);
  await expect(card).toContainText('That did not help.');
});

test('a retry does not wait for files of the earlier try that are still loading', async ({ page }) => {
  await page.clock.install();
  await openHydrated(page, `${site.address}/`);
  const pending = /\/remotes\/mf-marketplace\/[^/~]+\/browser\/(?!remoteEntry)/;
  await page.route(pending, () => {});
  await pauseClock(page);
  const held = page.waitForRequest(pending);
  await navigateInTab(page, '/leads');
  await held;
  // Half of the timeout: the retry uses other URLs, which the test does not hold. The other half never passes.
  await page.clock.runFor(2500);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
});

test('browsers that hide Server-Timing over plain http still report a failure', async ({ page, consoleErrors }) => {
  await page.addInitScript(() => Reflect.deleteProperty(PerformanceResourceTiming.prototype, 'serverTiming'));
  await breakRemote(page, 404, remote);
  const report = page.waitForResponse((answer) => answer.url().endsWith('/_health/views'));
  await openHydrated(page, `${site.address}/leads`);
  expect((await report).status()).toBe(204);
  await takeConsole(page, consoleErrors);
});

for (const throwing of ['at load', 'at render'] as Throwing[]) {
  test(`the previous release replaces one that throws ${throwing}, and staff get one report; without it a card stands there until a retry`, async ({
    page,
    context,
    consoleErrors,
  }) => {
    const before = await site.live(remote);
    const id = await publishChanged(site, { remote, throwing });
    await site.goLive(remote, id, { guard: 'off' });
    const reports: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/_health/views')) reports.push(request.postData() ?? '');
    });
    await expect
      .poll(async () => (await page.request.get(`${site.address}/leads`)).headers()['x-release-set'])
      .toContain(id);
    await openHydrated(page, `${site.address}/leads`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.locator('[data-static-island]')).toHaveCount(0);
    await expect.poll(() => reports.length).toBe(1);
    expect(reports.map((report) => JSON.parse(report))).toMatchObject([
      { remote, release: id, outcome: throwing === 'at load' ? 'load' : 'render' },
    ]);
    await expect
      .poll(async () => JSON.stringify(await site.release('status')), { timeout: 30_000 })
      .toContain(`"${throwing === 'at load' ? 'load' : 'render'}":1`);
    const token = JSON.parse(reports[0] ?? '{}').token;
    const again = { token, remote, release: id, outcome: 'load' };
    const answer = await page.request.post(`${site.address}/_health/views`, { data: JSON.stringify(again) });
    expect(answer.status()).toBe(400);

    const alone = await context.newPage();
    await openHydrated(alone, `${site.address}/contact`);
    await breakRemote(alone, 404, remote, before);
    await navigateInTab(alone, '/leads');
    const card = alone.getByRole('main').getByRole('alert');
    await expect(card).toContainText('This page could not be loaded');
    await alone.evaluate(() => Object.assign(globalThis, { repaired: true, isSameDocument: true }));
    await card.getByRole('button', { name: 'Try again' }).click();
    await expect(alone.getByRole('heading', { level: 1 })).toHaveText(heading);
    expect(await alone.evaluate(() => 'isSameDocument' in globalThis)).toBe(true);
    await site.release('rollback', remote, '--reason', 'test');
    await takeConsole(page, consoleErrors);
  });
}

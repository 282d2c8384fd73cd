import type { BrowserContext, Page, Response } from '@playwright/test';
import { withdrawnPath } from 'kit/contracts/withdrawn-releases';
import { anotherNote, publishChanged, type ShellSite, startShellSite } from '../support/shell-site.ts';
import { newEmail, type SiteForm, siteForms } from '../support/site-forms.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// What happens to tabs that are open when a release is rolled back. How soon is measured by `npm run drill:open-tabs`.
const remotes = ['mf-marketing', 'mf-marketplace', 'mf-intake', 'mf-agents', 'mf-demos'];
const withoutApi = siteForms.filter(({ path }) => !path.startsWith('/my-agent') && !path.startsWith('/agents/'));

/** A look of a tab, as long as a form waits for its answer at most. */
const oneLook = 11_000;
/** Between two looks of a tab. */
const interval = 7000;
/** Two looks of a tab, and what the machine needs. */
const twoLooks = 16_000;

let site: ShellSite;

test.describe.configure({ mode: 'serial' });
test.setTimeout(300_000);
test.beforeAll(async () => {
  site = await startShellSite();
});
test.afterAll(() => site.stop());

/** Marks the document at hand: another one has no mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSameDocument: true }));
const isSame = (page: Page) => page.evaluate(() => 'isSameDocument' in window);
const setOf = (page: Page) =>
  page.evaluate(() => JSON.parse(document.getElementById('page-data')?.textContent ?? '{}').set as string);

const isLook = (response: Response) => response.url().endsWith(withdrawnPath);

/** Time passes in the tabs until each has looked at least twice more, and has done what the answers ask of it: it looks again only then. */
async function passTwoLooks(context: BrowserContext, pages: readonly Page[]): Promise<void> {
  const answers = new Map(pages.map((page) => [page, 0]));
  const count = (response: Response) => {
    const page = response.frame().page();
    if (isLook(response)) answers.set(page, (answers.get(page) ?? 0) + 1);
  };
  context.on('response', count);
  await expect
    .poll(
      async () => {
        await context.clock.fastForward(interval);
        return Math.min(...pages.map((page) => answers.get(page) ?? 0));
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(2);
  context.off('response', count);
}

/** Lets the next look of all tabs come at once. What it leads to has the rest of the time of two. */
const passOneLook = (context: BrowserContext) => context.clock.fastForward(interval);
const afterOneLook = { timeout: twoLooks - interval };

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await openHydrated(page, site.address + path);
  await mark(page);
  return page;
}

async function beginForm(page: Page, { open, scope, fields }: SiteForm): Promise<Record<string, string>> {
  await open?.(page);
  const typed = Object.fromEntries(
    Object.entries(fields).map(([label, text]) => [label, text.replace('{email}', newEmail())]),
  );
  for (const [label, text] of Object.entries(typed)) {
    await scope(page).getByLabel(label, { exact: false }).first().fill(text);
  }
  return typed;
}

async function expectTyped(page: Page, { scope }: SiteForm, typed: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) {
    await expect(scope(page).getByLabel(label, { exact: false }).first()).toHaveValue(text);
  }
}

/** Another release of these remotes goes live; gives what takes all of them back. */
async function releaseAll(names: readonly string[] = remotes): Promise<() => Promise<void>> {
  const former: [remote: string, id: string][] = [];
  for (const remote of names) {
    former.push([remote, await site.live(remote)]);
    const id = await publishChanged(site, { remote, files: anotherNote() });
    await site.goLive(remote, id);
  }
  return async () => {
    for (const [remote, id] of former) await site.release('rollback', remote, '--to', id, '--reason', 'open tabs');
  };
}

test('tabs leave what is rolled back: at once where nothing is begun, else with the next page, and lose nothing', async ({
  context,
}) => {
  const rollBack = await releaseAll();
  await context.clock.install();
  const idle = [];
  for (const path of ['/', '/leads', '/exotics-intake', '/ai-agent-demo', '/click-demos']) {
    idle.push(await openTab(context, path));
  }
  const begun = [];
  for (const form of withoutApi) {
    const page = await openTab(context, form.path);
    begun.push({ form, page, typed: await beginForm(page, form) });
  }
  const early = await context.newPage();
  await early.goto(`${site.address}/hvac`);
  await early.evaluate(() => {
    (document.querySelector('main input[name=name]') as HTMLInputElement).value = 'Typed before any script came';
  });
  await early.mouse.move(3, 3);
  await mark(early);
  const set = await setOf(idle[0] as Page);

  await rollBack();
  await passOneLook(context);
  for (const page of idle) await expect.poll(() => isSame(page).catch(() => true), afterOneLook).toBe(false);
  for (const page of idle) expect(await setOf(page)).not.toBe(set);
  for (const page of idle) await mark(page);

  for (const page of idle) {
    await page.mouse.move(4, 4);
    await page.mouse.move(5, 5);
  }
  await passTwoLooks(context, [...idle, early, ...begun.map(({ page }) => page)]);
  // Moved once, and at home in what is live now.
  for (const page of idle) expect(await isSame(page)).toBe(true);
  expect(await isSame(early)).toBe(true);
  await expect(early.getByLabel('Name', { exact: true }).first()).toHaveValue('Typed before any script came');
  for (const { form, page, typed } of begun) {
    expect(await isSame(page)).toBe(true);
    await expectTyped(page, form, typed);
  }

  for (const { form, page, typed } of begun) {
    const isInDialog = (await page.getByRole('dialog').count()) > 0;
    if (isInDialog) await page.keyboard.press('Escape');
    await page.getByRole('contentinfo').getByRole('link', { name: 'My AI Agent' }).click();
    await expect(page).toHaveURL(/\/my-agent$/);
    await expect.poll(() => isSame(page).catch(() => true)).toBe(false);
    expect(await setOf(page)).not.toBe(set);
    if (!isInDialog) continue;
    // What a dialog had kept in the tab's memory is there in the next document, too.
    await page.goBack();
    await openHydrated(page, page.url());
    await form.open?.(page);
    await expectTyped(page, form, typed);
  }
});

test('a form that is on its way is not cut off', async ({ context }) => {
  const rollBack = await releaseAll(['mf-marketing']);
  const form = withoutApi.find(({ path }) => path === '/hvac') as SiteForm;
  const page = await openTab(context, form.path);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let sent = 0;
  await page.route('**/api/**', async (route) => {
    sent += 1;
    await held;
    await route.continue();
  });
  const typed = await beginForm(page, form);
  for (const [label, value] of Object.entries(form.choices ?? {})) await page.getByLabel(label).selectOption(value);
  await page.getByRole('button', { name: form.submit }).click();
  await expect.poll(() => sent).toBe(1);
  const rollBackAndAnswer = async () => {
    await rollBack();
    await page.waitForTimeout(oneLook);
    answer();
  };
  // Nobody listens at this site's API: the server says so in words that stand for some seconds, and what was typed is there.
  // On a slow machine the form has given its request up before that, and says so itself.
  const words = /We cannot reach our server at the moment|Failed to submit your information/;
  await Promise.all([
    expect(page.getByRole('alert').getByText(words)).toBeVisible({ timeout: 60_000 }),
    rollBackAndAnswer(),
  ]);
  await expectTyped(page, form, typed);
  expect(await isSame(page)).toBe(true);
});

test('a tab that is told forever to leave loads itself once', async ({ context }) => {
  await context.clock.install();
  const page = await context.newPage();
  const id = await site.live('mf-marketing');
  await page.route('**/composition/withdrawn.json', (route) =>
    route.fulfill({ json: { releases: { [`mf-marketing/${id}`]: 1_000_000 } } }),
  );
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await openHydrated(page, `${site.address}/contact`);
  await passOneLook(context);
  await expect.poll(() => loads, afterOneLook).toBe(2);
  await page.mouse.move(4, 4);
  await page.mouse.move(5, 5);
  await passTwoLooks(context, [page]);
  expect(loads).toBe(2);
});

test('a look that is never answered keeps a tab from no other look', async ({ context }) => {
  await context.clock.install();
  const page = await context.newPage();
  const id = await site.live('mf-marketing');
  let looks = 0;
  await page.route('**/composition/withdrawn.json', async (route) => {
    looks += 1;
    if (looks > 1) await route.fulfill({ json: { releases: { [`mf-marketing/${id}`]: 1_000_000 } } });
  });
  await openHydrated(page, `${site.address}/contact`);
  await mark(page);
  const isLeft = async () => {
    await passOneLook(context);
    return !(await isSame(page).catch(() => true));
  };
  await expect.poll(isLeft, { timeout: 30_000 }).toBe(true);
});

test('a preview stays as it is', async ({ context }) => {
  const id = await publishChanged(site, { remote: 'mf-demos', files: anotherNote() });
  await site.goLive('mf-demos', id);
  await site.release('rollback', 'mf-demos', '--reason', 'open tabs');
  const preview = await site.release('preview', 'mf-demos', id);
  await context.clock.install();
  const page = await context.newPage();
  await page.goto(new URL(String(preview.path), site.address).href);
  await openHydrated(page, `${site.address}/click-demos`);
  expect(await setOf(page)).toContain(id);
  await mark(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (let look = 0; look < 2; look += 1) await passOneLook(context);
  await page.evaluate(() => fetch('/robots.txt'));
  expect(asked).toContain('/robots.txt');
  expect(asked).not.toContain(withdrawnPath);
  expect(await isSame(page)).toBe(true);
});

import type { APIRequestContext, BrowserContext, Page, Response } from '@playwright/test';
import { withdrawnPath } from 'kit/contracts/withdrawn-releases';
import { anotherNote, publishChanged, type ShellSite, startShellSite } from '../support/shell-site.ts';
import { newEmail, type SiteForm, siteFormOf, siteForms } from '../support/site-forms.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// Open tabs after an activation and after a rollback.
const remotes = ['mf-marketing', 'mf-marketplace', 'mf-intake', 'mf-agents'];

type Fields = Pick<SiteForm, 'path' | 'open' | 'scope' | 'fields'>;
const scope = (page: Page) => page.getByRole('main');
/** What a visitor may have begun: a form of a page, one in a dialog, a field of no form, and a form with a draft of its own. */
const begunFields: readonly Fields[] = [
  siteFormOf('/hvac'),
  siteForms.find(({ name }) => name === 'the checkout') as SiteForm, // the list holds it
  { path: '/my-agent', scope, fields: { 'Agent Code': 'DEMO-ACTIVE' } },
  { path: '/exotics-intake?step=7', scope, fields: { 'Refund policy': 'None after the event.' } },
];

/** The interval between two polls, in ms. */
const interval = 7000;
/** Two polls, with a margin for a slow machine, in ms. */
const twoPolls = 16_000;

let site: ShellSite;

test.describe.configure({ mode: 'serial' });
test.setTimeout(300_000);
test.beforeAll(async () => {
  site = await startShellSite();
});
test.afterAll(() => site.stop());

/** Marks the current document. A new document has no mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSameDocument: true }));
const isSame = (page: Page) => page.evaluate(() => 'isSameDocument' in window);
const setOf = (page: Page) =>
  page.evaluate(() => JSON.parse(document.getElementById('page-data')?.textContent ?? '{}').set as string);

const isLook = (response: Response) => response.url().endsWith(withdrawnPath);

/** Moves the clock until each tab has polled at least twice and has acted on the answers. A tab polls again only after that. */
async function passTwoPolls(context: BrowserContext, pages: readonly Page[]): Promise<void> {
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

/** Makes all tabs poll at once. The test then waits up to the time of two polls. */
const passOnePoll = (context: BrowserContext) => context.clock.fastForward(interval);
const afterOnePoll = { timeout: twoPolls - interval };

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await openHydrated(page, site.address + path);
  await mark(page);
  return page;
}

async function beginForm(page: Page, { open, scope, fields }: Fields): Promise<Record<string, string>> {
  await open?.(page);
  const typed = Object.fromEntries(
    Object.entries(fields).map(([label, text]) => [label, text.replace('{email}', newEmail())]),
  );
  for (const [label, text] of Object.entries(typed)) {
    await scope(page).getByLabel(label, { exact: false }).first().fill(text);
  }
  return typed;
}

async function expectTyped(page: Page, { scope }: Fields, typed: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) {
    await expect(scope(page).getByLabel(label, { exact: false }).first()).toHaveValue(text);
  }
}

/** Activates another release of these remotes. Returns a function that rolls all of them back, which the server then tells tabs. */
async function releaseAll(names: readonly string[] = remotes): Promise<() => Promise<void>> {
  const former: [remote: string, id: string][] = [];
  const later: string[] = [];
  for (const remote of names) {
    former.push([remote, await site.live(remote)]);
    const id = await publishChanged(site, { remote, files: anotherNote() });
    await site.goLive(remote, id);
    later.push(`${remote}/${id}`);
  }
  return async () => {
    for (const [remote, id] of former) await site.release('rollback', remote, '--to', id, '--reason', 'open tabs');
    const told = async () => (await fetch(site.address + withdrawnPath)).text();
    for (const release of later) await expect.poll(told).toContain(release);
  };
}

test('tabs leave a rolled-back release: at once if nothing is started, else with the next page, and lose no input', async ({
  context,
}) => {
  const rollBack = await releaseAll();
  await context.clock.install();
  const idle = [];
  for (const path of ['/', '/exotics-intake']) idle.push(await openTab(context, path));
  const begun = [];
  for (const form of begunFields) {
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
  await passOnePoll(context);
  for (const page of idle) await expect.poll(() => isSame(page).catch(() => true), afterOnePoll).toBe(false);
  for (const page of idle) expect(await setOf(page)).not.toBe(set);
  for (const page of idle) await mark(page);

  for (const page of idle) {
    await page.mouse.move(4, 4);
    await page.mouse.move(5, 5);
  }
  await passTwoPolls(context, [...idle, early, ...begun.map(({ page }) => page)]);
  // Each tab has reloaded once and now runs the live release.
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
    const link = form.path === '/my-agent' ? 'Client Demos' : 'My AI Agent';
    await page.getByRole('contentinfo').getByRole('link', { name: link }).click();
    await expect.poll(() => isSame(page).catch(() => true)).toBe(false);
    expect(await setOf(page)).not.toBe(set);
    if (!isInDialog) continue;
    // The dialog's state, which was in the tab's memory, is in the next document too.
    await page.goBack();
    await openHydrated(page, page.url());
    await form.open?.(page);
    await expectTyped(page, form, typed);
  }
});

test('a tab does not reload while a form is being sent, and sends it once', async ({ context }) => {
  const rollBack = await releaseAll(['mf-marketing']);
  const form = siteFormOf('/hvac');
  await context.clock.install();
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
    const told = page.waitForResponse(isLook);
    await passOnePoll(context);
    await told;
    // A tab that were to reload would do so now.
    await page.waitForTimeout(1000);
    expect(await isSame(page)).toBe(true);
    answer();
  };
  // This site has no API, so the server answers with an error that shows for some seconds. The input stays in the form.
  // On a slow machine the form's own timeout comes first, with another sentence.
  const words = /We cannot reach our server at the moment|Failed to submit your information/;
  await Promise.all([
    expect(page.getByRole('alert').getByText(words)).toBeVisible({ timeout: 60_000 }),
    rollBackAndAnswer(),
  ]);
  await expectTyped(page, form, typed);
  expect(await isSame(page)).toBe(true);
  expect(sent).toBe(1);
});

test('a tab that is asked to leave again and again reloads once', async ({ context }) => {
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
  await passOnePoll(context);
  await expect.poll(() => loads, afterOnePoll).toBe(2);
  await page.mouse.move(4, 4);
  await page.mouse.move(5, 5);
  await passTwoPolls(context, [page]);
  expect(loads).toBe(2);
});

test('a poll that is never answered does not stop later polls', async ({ context }) => {
  await context.clock.install();
  const page = await context.newPage();
  const id = await site.live('mf-marketing');
  let polls = 0;
  await page.route('**/composition/withdrawn.json', async (route) => {
    polls += 1;
    if (polls > 1) await route.fulfill({ json: { releases: { [`mf-marketing/${id}`]: 1_000_000 } } });
  });
  await openHydrated(page, `${site.address}/contact`);
  await mark(page);
  const isLeft = async () => {
    await passOnePoll(context);
    return !(await isSame(page).catch(() => true));
  };
  await expect.poll(isLeft, { timeout: 30_000 }).toBe(true);
});

test('a tab with a preview does not reload', async ({ context }) => {
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
  for (let poll = 0; poll < 2; poll += 1) await passOnePoll(context);
  await page.evaluate(() => fetch('/robots.txt'));
  expect(asked).toContain('/robots.txt');
  expect(asked).not.toContain(withdrawnPath);
  expect(await isSame(page)).toBe(true);
});

const remote = 'mf-marketing';
/** The line above the title of the home page. It is short, and no other test reads it. */
const kicker = '[data-part=kicker]';

/** Distinguishes the changed release from every other. */
const marker = `changed ${crypto.randomUUID().slice(0, 8)}`;

/** Waits until a page load has the marker, or has it no longer. `npm run drill:releases` measures how soon. */
async function expectServed(request: APIRequestContext, { marked }: { marked: boolean }): Promise<void> {
  await expect
    .poll(async () => (await (await request.get(site.address)).text()).includes(marker), {
      intervals: [50],
      message: `the home page is served ${marked ? 'with' : 'without'} "${marker}" `,
    })
    .toBe(marked);
}

/**
 * Checks the text and the hydration. A hydration mismatch would be an error on the console, which fails the test. Scripts
 * that do not load would leave a static island.
 */
async function expectShownAndHydrated(page: Page, text: string): Promise<void> {
  await openHydrated(page, site.address);
  await expect(page.locator(kicker)).toHaveText(text);
  await expect(page.locator('[data-static-island]')).toHaveCount(0);
}

test('a release goes live and is rolled back for the next page load, and open tabs keep working', async ({
  page,
  context,
  request,
}) => {
  await openHydrated(page, site.address);
  const before = (await page.locator(kicker).textContent()) ?? '';
  const after = `${before}, ${marker}`;
  const first = await site.live(remote);
  const onOtherRemote = await context.newPage();
  const errors: string[] = [];
  onOtherRemote.on('pageerror', (error) => errors.push(error.message));
  await openHydrated(onOtherRemote, `${site.address}/leads`);

  const second = await publishChanged(site, { remote, text: { from: before, to: after } });
  expect(second).not.toBe(first);
  await expectServed(request, { marked: false });

  try {
    await site.goLive(remote, second);
    await expectServed(request, { marked: true });
    const next = await context.newPage();
    await expectShownAndHydrated(next, after);

    // Two tabs from before the switch: one without the remote, and one with it.
    await onOtherRemote.getByRole('banner').getByRole('link').first().click();
    await expect(onOtherRemote.locator(kicker)).toHaveText(before);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pre-Qualified Leads You Can Buy Today');
    await page.goBack();
    await expect(page.locator(kicker)).toHaveText(before);
  } finally {
    // Without an activation there is nothing to roll back, and the test's own error is the one to show.
    if ((await site.live(remote)) === second) {
      await site.release('rollback', remote, '--to', first, '--reason', 'rollback test');
    }
  }

  await expectServed(request, { marked: false });
  await expectShownAndHydrated(await context.newPage(), before);
  expect(await site.live(remote)).toBe(first);
  expect(errors).toEqual([]);
});

import type { Page } from '@playwright/test';
import { problemSchema } from 'kit/contracts/problem';
import { newLead } from '../support/leads.ts';
import { expect, openHydrated, test } from '../support/outage-test.ts';
import { navigateInTab } from '../support/remote-faults.ts';
import {
  expectArrival,
  expectFilled,
  expectTold,
  fillForm,
  newEmail,
  type SiteForm,
  sendForm,
  siteFormNamed,
  siteFormOf,
  submissionsOfAddress,
} from '../support/site-forms.ts';

type Query = (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

const leadForm = siteFormOf('/hvac');

// One worker runs all tests, because each worker would start a site of its own.
test.describe.configure({ mode: 'default' });

async function openFilled(page: Page, form: SiteForm, email: string) {
  await openHydrated(page, form.path);
  await form.open?.(page);
  await fillForm(page, form, email);
}

/** Waits until the site accepts forms again. */
const untilReady = (page: Page) =>
  expect.poll(async () => (await page.request.get('/api/health/ready')).status()).toBe(200);

/** Checks on an open page what does not need the failed part: pages, files and navigation. */
async function expectSiteWorks(page: Page) {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pre-Qualified Leads You Can Buy Today');
  await page.getByRole('button', { name: 'View Sample' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Lead Sample' })).toBeVisible();
}

/** The API says of everything that needs its database that it comes back later, and that it lives. */
async function expectRefusals({ request }: Page) {
  const answers = [
    await request.post('/api/leads', { data: newLead('Outage').body, headers: { 'Content-Type': 'application/json' } }),
    await request.get('/api/ai-agents/by-code/DEMO-ACTIVE'),
    await request.get('/api/health/ready'),
  ];
  for (const answer of answers) {
    expect(answer.status()).toBe(503);
    expect(problemSchema.safeParse(await answer.json()).success).toBe(true);
  }
  expect((await request.get('/api/health/live')).status()).toBe(200);
}

for (const { service, words } of [
  { service: 'api', words: 'We cannot reach our server at the moment. Please try again in a minute.' },
  { service: 'database', words: 'The service is not available right now. Please try again in a moment.' },
] as const) {
  test(`without the ${service} forms show an error and keep the input, the rest works, and the site recovers by itself`, async ({
    page,
    context,
    site,
    query,
  }) => {
    const email = newEmail();
    await openFilled(page, leadForm, email);
    const bringBack = site.takeDown(service);
    const other = await context.newPage();
    try {
      if (service === 'database') await expectRefusals(page);
      await sendForm(page, leadForm);
      await expectTold(page, words);
      await expectFilled(page, leadForm, email);
      await openHydrated(other, '/my-agent');
      await other.getByRole('textbox', { name: 'Agent Code' }).fill('demo-active');
      await other.getByRole('button', { name: 'Access My Agent' }).click();
      await expect(other.getByRole('alert')).toHaveText('Unable to find your agent. Please try again.');
      await expectSiteWorks(other);
      await openHydrated(other, '/agents/demo-agent');
      await expect(other.getByRole('heading', { level: 1 })).toHaveText('Agent Not Found');
    } finally {
      bringBack();
    }
    await untilReady(page);
    // The form is as it was, and the first try succeeds.
    await sendForm(page, leadForm);
    await expectTold(page, leadForm.thanks);
    await other.getByRole('button', { name: 'Try again' }).click();
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Summit Dental Care');
    expect(await query(submissionsOfAddress, [email])).toHaveLength(1);
  });
}

/** In milliseconds. */
const requestTimeout = 15_000;

/** Runs in the page, whose limits for requests then follow the test's clock. */
function timeOutByClock(): void {
  AbortSignal.timeout = (milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), milliseconds);
    return controller.signal;
  };
}

test('a request times out after 15 seconds, and a slow response is waited for without a retry; a form that the API has stored all the same is stored once', async ({
  page,
  context,
  site,
  query,
}) => {
  const email = newEmail();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/leads')) calls.push(request.url());
  });
  await context.clock.install();
  await context.addInitScript(timeOutByClock);
  await openFilled(page, leadForm, email);
  const lookUp = await context.newPage();
  await openHydrated(lookUp, '/my-agent');
  await lookUp.getByRole('textbox', { name: 'Agent Code' }).fill('demo-active');
  const goOn = site.freezeApi();
  try {
    await sendForm(page, leadForm);
    await lookUp.getByRole('button', { name: 'Access My Agent' }).click();
    await context.clock.fastForward(requestTimeout / 3);
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
    const other = await context.newPage();
    await openHydrated(other, '/contact');
    await expectSiteWorks(other);
    await context.clock.fastForward(requestTimeout);
    await expect(page.getByText(leadForm.unreachable)).toBeVisible();
    await expect(lookUp.getByRole('alert')).toHaveText('Connection error. Please try again.');
    await expectFilled(page, leadForm, email);
  } finally {
    goOn();
  }
  await untilReady(page);
  const goOnAgain = site.freezeApi();
  try {
    await sendForm(page, leadForm);
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
    await expectFilled(page, leadForm, email);
  } finally {
    goOnAgain();
  }
  await expectTold(page, leadForm.thanks);
  expect(calls).toHaveLength(2);
  await lookUp.getByRole('button', { name: 'Access My Agent' }).click();
  await expect(lookUp.getByRole('heading', { level: 1 })).toHaveText('Summit Dental Care');
  expect(await query(submissionsOfAddress, [email])).toHaveLength(1);
});

/** Sends an open form while the connection is lost, and again when it is back. */
async function sendThroughGap(page: Page, form: SiteForm, query: Query): Promise<void> {
  const email = newEmail();
  await fillForm(page, form, email, 'first');
  await page.context().setOffline(true);
  await fillForm(page, form, email, 'second');
  await sendForm(page, form);
  await expectTold(page, form.unreachable);
  await expectFilled(page, form, email);
  await page.context().setOffline(false);
  await sendForm(page, form);
  await expectArrival(page, form, email, query);
}

test('forms that a site delivers survive a lost connection while they are sent, and arrive once', async ({
  page,
  query,
}) => {
  // Other forms are components of these with other fields or words, or the journeys lose their connection.
  await openHydrated(page, '/');
  await sendThroughGap(page, siteFormOf('/'), query);
  await navigateInTab(page, '/consultation');
  await sendThroughGap(page, siteFormOf('/consultation'), query);
  await navigateInTab(page, '/leads');
  const checkout = siteFormNamed('the checkout');
  await checkout.open?.(page);
  await sendThroughGap(page, checkout, query);
});

test('the look-up by code explains a lost connection, keeps the code, and finds the agent when it is back; a message to the support arrives once', async ({
  page,
  context,
  query,
}) => {
  await openHydrated(page, '/my-agent');
  const code = page.getByRole('textbox', { name: 'Agent Code' });
  const search = page.getByRole('button', { name: 'Access My Agent' });
  await context.setOffline(true);
  await code.fill('demo-active');
  await search.click();
  await expect(page.getByRole('alert')).toHaveText('Connection error. Please try again.');
  await expect(code).toHaveValue('DEMO-ACTIVE');
  await context.setOffline(false);
  await search.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Summit Dental Care');

  await page.getByRole('button', { name: 'Contact Support' }).click();
  await sendThroughGap(page, siteFormOf('/my-agent'), query);
});

test('offline the client demos open, a page that cannot be fetched shows an error card, and the page of an agent mentions the connection; pages load when it is back', async ({
  page,
  context,
}) => {
  const heading = page.getByRole('heading', { level: 1 });

  await test.step('the browser checks the code of the client demos', async () => {
    await openHydrated(page, '/click-demos');
    await context.setOffline(true);
    const code = page.getByLabel('Password', { exact: true });
    await code.fill('demmo');
    await code.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Incorrect password. Please try again.');
    await code.fill('demo');
    await code.press('Enter');
    await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible();
  });

  await test.step('a page that cannot be fetched shows an error card, and loads when the connection is back', async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('This page could not be loaded');
    await context.setOffline(false);
    await expect(heading).toHaveText('Pre-Qualified Leads You Can Buy Today');
  });

  await test.step('the page of an agent mentions the connection as a cause, and finds the agent when it is back', async () => {
    // One navigation while online, so that the code for agents' pages is loaded.
    const answer = page.waitForResponse(/by-name\/another-agent$/);
    await navigateInTab(page, '/agents/another-agent');
    await answer;
    await expect(heading).toHaveText('Agent Not Found');
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await context.setOffline(true);
    const failure = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/by-name/demo-agent'));
    await navigateInTab(page, '/agents/demo-agent');
    await failure;
    await expect(page.getByText('It may also be the connection')).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading).toHaveText('Summit Dental Care');
  });
});

test('a form that is filled and sent before any script of the page has loaded is sent later by itself, once', async ({
  page,
  context,
  query,
}) => {
  const form = siteFormOf('/hvac');
  const email = newEmail();
  // Prefetched scripts too.
  const scripts = /\.js$/;
  await page.route(scripts, (route) => route.abort('internetdisconnected'));
  await page.goto(form.path);
  await context.setOffline(true);
  await fillForm(page, form, email);
  await sendForm(page, form);
  await expectTold(page, 'Your form is sent as soon as this page has loaded.');
  // At the end of the page the message covers nothing of the footer.
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  const note = await page.locator('#early-submit-note').boundingBox();
  const footer = await page.getByRole('contentinfo').boundingBox();
  expect(note?.y).toBeGreaterThanOrEqual((footer?.y ?? 0) + (footer?.height ?? 0) - 1);
  await expectFilled(page, form, email);
  await page.unroute(scripts);
  await context.setOffline(false);
  await expectArrival(page, form, email, query);
});

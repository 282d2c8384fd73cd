import type { Page } from '@playwright/test';
import { problemSchema } from 'kit/contracts/problem';
import { newLead } from '../support/leads.ts';
import { expect, openHydrated, test } from '../support/outage-test.ts';
import {
  expectFilled,
  expectTold,
  fillForm,
  newEmail,
  type SiteForm,
  sendForm,
  siteFormOf,
  submissionsOfAddress,
} from '../support/site-forms.ts';

const leadForm = siteFormOf('/hvac');

test.describe.configure({ mode: 'serial' });

async function openFilled(page: Page, form: SiteForm, email: string) {
  await openHydrated(page, form.path);
  await form.open?.(page);
  await fillForm(page, form, email);
}

/** Waits until the site accepts forms again, then sends the form as it still is. The first try succeeds. */
async function sendWhenBack(page: Page, form: SiteForm) {
  await expect.poll(async () => (await page.request.get('/api/health/ready')).status()).toBe(200);
  await sendForm(page, form);
  await expectTold(page, form.thanks);
}

/** Checks what does not need the failed part: pages, files and navigation. */
async function expectSiteWorks(page: Page) {
  await openHydrated(page, '/contact');
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
      await openHydrated(other, '/agents/demo-agent');
      await expect(other.getByRole('heading', { level: 1 })).toHaveText('Agent Not Found');
      await expectSiteWorks(await context.newPage());
    } finally {
      bringBack();
    }
    await sendWhenBack(page, leadForm);
    await other.getByRole('button', { name: 'Try again' }).click();
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Summit Dental Care');
    expect(await query(submissionsOfAddress, [email])).toHaveLength(1);
  });
}

test('a slow API response is waited for, without a retry', async ({ page, site, query }) => {
  const email = newEmail();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/leads')) calls.push(request.url());
  });
  await openFilled(page, leadForm, email);
  const goOn = site.freezeApi();
  try {
    await sendForm(page, leadForm);
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
    await expectFilled(page, leadForm, email);
  } finally {
    goOn();
  }
  await expectTold(page, leadForm.thanks);
  expect(calls).toHaveLength(1);
  expect(await query(submissionsOfAddress, [email])).toHaveLength(1);
});

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

test('a request times out after 15 seconds; a form that the API has stored all the same is stored once', async ({
  page,
  context,
  site,
  query,
}) => {
  const email = newEmail();
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
    await expectSiteWorks(await context.newPage());
    await context.clock.fastForward(requestTimeout);
    await expect(page.getByText(leadForm.unreachable)).toBeVisible();
    await expect(lookUp.getByRole('alert')).toHaveText('Connection error. Please try again.');
    await expectFilled(page, leadForm, email);
  } finally {
    goOn();
  }
  await sendWhenBack(page, leadForm);
  await lookUp.getByRole('button', { name: 'Access My Agent' }).click();
  await expect(lookUp.getByRole('heading', { level: 1 })).toHaveText('Summit Dental Care');
  expect(await query(submissionsOfAddress, [email])).toHaveLength(1);
});

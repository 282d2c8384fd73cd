import type { Page } from '@playwright/test';
import { expect, openHydrated, test } from '../support/outage-test.ts';
import { expectFilled, expectTold, fillForm, type SiteForm, sendForm, siteForms } from '../support/site-forms.ts';

const kept = `select kind from submissions where payload::text like '%' || $1 || '%'`;
const newEmail = () => `ada.${crypto.randomUUID()}@hope.example`;
const formOf = (path: string) => siteForms.find((form) => form.path === path) as SiteForm; // the lists hold it
const leadForm = formOf('/hvac');
const unavailable = 'Something went wrong';

test.describe.configure({ mode: 'serial' });

async function openFilled(page: Page, form: SiteForm, email: string) {
  await openHydrated(page, form.path);
  await form.open?.(page);
  await fillForm(page, form, email);
}

/** Sends what is still in the form once the site takes forms again, and it is taken at once. */
async function sendWhenBack(page: Page, form: SiteForm) {
  await expect.poll(async () => (await page.request.get('/api/health/ready')).status()).toBe(200);
  await sendForm(page, form);
  await expectTold(page, form.thanks);
}

/** What does not need the missing part goes on: pages, files, and the way between them. */
async function expectSiteWorks(page: Page) {
  await openHydrated(page, '/contact');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pre-Qualified Leads You Can Buy Today');
  await page.getByRole('button', { name: 'View Sample' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Lead Sample' })).toBeVisible();
}

for (const { service, words } of [
  { service: 'api', words: 'We cannot reach our server at the moment. Please try again in a minute.' },
  { service: 'database', words: 'The service is not available right now. Please try again in a moment.' },
] as const) {
  test(`while the ${service} is gone forms say so and keep everything, and the site goes on; it comes back by itself`, async ({
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
    expect(await query(kept, [email])).toHaveLength(1);
  });
}

test('an API that takes its time is waited for, without a second try', async ({ page, site, query }) => {
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
  expect(await query(kept, [email])).toHaveLength(1);
});

test('an API that does not answer is given up after 15 seconds; what it took all the same is kept once', async ({
  page,
  context,
  site,
  query,
}) => {
  const email = newEmail();
  await openFilled(page, leadForm, email);
  const lookUp = await context.newPage();
  await openHydrated(lookUp, '/my-agent');
  await lookUp.getByRole('textbox', { name: 'Agent Code' }).fill('demo-active');
  const goOn = site.freezeApi();
  try {
    await sendForm(page, leadForm);
    await lookUp.getByRole('button', { name: 'Access My Agent' }).click();
    await expectSiteWorks(await context.newPage());
    await expect(page.getByText(leadForm.unreachable)).toBeVisible({ timeout: 60_000 });
    await expect(lookUp.getByRole('alert')).toHaveText('Connection error. Please try again.');
    await expectFilled(page, leadForm, email);
  } finally {
    goOn();
  }
  await sendWhenBack(page, leadForm);
  await lookUp.getByRole('button', { name: 'Access My Agent' }).click();
  await expect(lookUp.getByRole('heading', { level: 1 })).toHaveText('Summit Dental Care');
  expect(await query(kept, [email])).toHaveLength(1);
});

const page200 = {
  status: 200,
  contentType: 'text/html',
  body: '<!doctype html><title>Guest network</title><h1>Welcome',
};
const page502 = { status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' };

for (const { path, refused } of [
  { path: '/hvac', refused: unavailable },
  { path: '/agents/demo-agent', refused: formOf('/agents/demo-agent').unreachable },
  { path: '/leads', refused: unavailable },
]) {
  const form = formOf(path);
  test(`${form.name} takes a web page in place of an answer for a failure, whatever its status`, async ({
    page,
    query,
  }) => {
    const email = newEmail();
    await openFilled(page, form, email);
    for (const [answer, words] of [
      [page200, form.unreachable],
      [page502, refused],
    ] as const) {
      await page.route('**/api/**', (route) => route.fulfill(answer));
      await sendForm(page, form);
      await expectTold(page, words);
      await expectFilled(page, form, email);
      await page.unroute('**/api/**');
    }
    expect(await query(kept, [email])).toHaveLength(0);
    await sendForm(page, form);
    await expectTold(page, form.thanks);
    expect(await query(kept, [email])).toHaveLength(1);
  });
}

test('look-ups that a web page answers find the agent with the next try', async ({ page }) => {
  await page.route('**/api/**', (route) => route.fulfill(page200));
  await openHydrated(page, '/agents/demo-agent');
  await expect(page.getByText('It may also be the connection')).toBeVisible();
  await openHydrated(page, '/my-agent');
  await page.getByRole('textbox', { name: 'Agent Code' }).fill('demo-active');
  await page.getByRole('button', { name: 'Access My Agent' }).click();
  await expect(page.getByRole('alert')).toHaveText('Connection error. Please try again.');
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Access My Agent' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Summit Dental Care');
});

import { expectNoViolations } from '../support/expect-no-violations.ts';
import { fillAsAPerson } from '../support/fill-as-a-person.ts';
import { officeMail } from '../support/office-mail.ts';
import { navigateInTab } from '../support/remote-faults.ts';
import { expect, openHydrated, test } from '../support/test.ts';

test('the page of an agent contains its data, fetches nothing again, and opens its talk page without an opener', async ({
  page,
  context,
}) => {
  const lookUps: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/ai-agents/')) lookUps.push(request.url());
  });
  // The first answer of an API that has just started may take longer than the server waits for it.
  await expect.poll(async () => (await page.request.get('/agents/demo-agent')).text()).toContain('Summit Dental Care');
  await openHydrated(page, '/agents/demo-agent');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Summit Dental Care');
  await expect(page.getByText('Appointments answered day and night')).toBeVisible();
  await context.route(/elevenlabs\.io\/app\/talk-to/, (route) =>
    route.fulfill({ body: 'talk', contentType: 'text/html' }),
  );
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Start Talking Now' }).click();
  const talk = await opened;
  await talk.waitForURL(/agent_id=agent_[\w-]+$/);
  expect(await talk.evaluate(() => window.opener)).toBeNull();
  await page.bringToFront();
  // Requests on focus come before the request that follows here.
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    return fetch('/api/health/live');
  });
  expect(lookUps).toEqual([]);
});

test('feedback with a quote request is stored with its agent', { tag: '@journey' }, async ({ page, query }) => {
  await openHydrated(page, '/agents/demo-agent');
  await page.getByRole('button', { name: 'Get Custom Quote' }).click();
  const dialog = page.getByRole('dialog', { name: 'Get Custom Quote' });
  const email = `ada${Date.now()}@example.com`;
  await fillAsAPerson(page, async () => {
    await dialog.getByLabel('Name', { exact: true }).fill('Ada Byron');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Business Name').fill('Byron Roofing');
  });
  await expect(dialog.getByRole('radio', { name: '5 of 5' })).toBeChecked();
  await dialog.getByRole('radio', { name: '5 of 5' }).press('ArrowLeft');
  await dialog.getByLabel('Business Type').selectOption('professional');
  await dialog.getByLabel('Expected Volume').selectOption('medium');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(
    "Thank you for your feedback! We'll be in touch soon with your quote.",
  );
  const rows = await query(
    `select reference, payload from submissions where kind = 'feedback' and payload->>'clientEmail' = $1`,
    [email],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.payload).toMatchObject({ agentSatisfaction: 4, wantsQuote: true, expectedVolume: 'medium' });
  expect(await officeMail(rows[0]?.reference)).toMatch(/^To: office@/m);
});

test('an agent that the server did not find shows "loading" and appears without an interaction; axe finds nothing in its dialog with errors, and where there is no agent', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { promise: isSeen, resolve: answer } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route('**/api/ai-agents/by-name/acme', async (route) => {
    asked += 1;
    await isSeen;
    const agent = { id: 7, businessName: 'Acme Dental', tagline: 'Smiles on time', elevenLabsAgentId: 'agent_7' };
    await route.fulfill({ json: agent });
  });
  expect((await page.goto('/agents/acme'))?.status()).toBe(404);
  await expect(page.getByText('Loading your AI agent...')).toBeVisible();
  answer();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme Dental');
  await expect(page).toHaveTitle(/^Acme Dental \| /);
  expect(asked).toBe(1);

  await page.getByRole('button', { name: 'Get Custom Quote' }).click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('group', { name: '3 fields need your attention' })).toBeFocused();
  await expectNoViolations(page, 'the dialog');

  await navigateInTab(page, '/agents/retired-agent');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agent Not Found');
  await expectNoViolations(page);
});

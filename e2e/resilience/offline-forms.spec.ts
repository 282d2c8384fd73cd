import { fillTexts, goToStep, ownerFields, sendIntake, vehicleFields } from '../support/intake-form.ts';
import { expect, openHydrated, test } from '../support/outage-test.ts';
import { navigateInTab } from '../support/remote-faults.ts';
import {
  expectFilled,
  expectTold,
  fillForm,
  newEmail,
  sendForm,
  siteFormOf,
  siteForms,
  submissionsOfAddress,
} from '../support/site-forms.ts';

// One worker runs all tests, because each worker would start a site of its own.
test.describe.configure({ mode: 'default' });

/** The forms that are components of those below with other fields or words, or whose lost connection is tested without a browser. */
const alike = [
  'the motivated-seller form',
  'the consultation form that industry pages share',
  'the request for a free sample',
  'the feedback on an agent',
];

for (const form of siteForms.filter(({ name }) => !alike.includes(name))) {
  test(`${form.name} survives a lost connection while it is sent, and arrives once`, async ({
    page,
    context,
    query,
  }) => {
    const email = newEmail();
    await openHydrated(page, form.path);
    await form.open?.(page);
    await fillForm(page, form, email, 'first');
    await context.setOffline(true);
    await fillForm(page, form, email, 'second');
    await sendForm(page, form);
    await expectTold(page, form.unreachable);
    await expectFilled(page, form, email);
    await context.setOffline(false);
    await sendForm(page, form);
    await expectTold(page, form.thanks);
    expect(await query(submissionsOfAddress, [email])).toHaveLength(1);
  });
}

test('the steps of the exotic-car intake work offline, and the intake arrives once', async ({
  page,
  context,
  query,
  consoleErrors,
}) => {
  const email = newEmail();
  const { 'City & State': cityState, ...owner } = ownerFields(email);
  await openHydrated(page, '/exotics-intake');
  await fillTexts(page, owner);
  await context.setOffline(true);
  await fillTexts(page, { 'City & State': cityState });
  await goToStep(page, 3);
  await fillTexts(page, vehicleFields);
  await goToStep(page, 9);
  await page.getByRole('combobox', { name: 'Budget' }).selectOption('under-1000');
  await sendIntake(page);
  await expectTold(page, 'Failed to submit form. Please try again.');
  // The specification requires a log entry for a failure of this form.
  await expect.poll(() => consoleErrors.splice(0).join()).toContain('[intake] the form was not sent.');
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  await goToStep(page, 1);
  for (const [label, text] of Object.entries(owner)) {
    await expect(page.getByRole('textbox', { name: label, exact: true })).toHaveValue(text);
  }
  await goToStep(page, 9);
  await context.setOffline(false);
  await sendIntake(page);
  await expect(page.getByRole('dialog', { name: 'Thank You!' })).toBeVisible();
  expect(await query(submissionsOfAddress, [email])).toHaveLength(1);
});

test('the look-up by code explains the failure, keeps the code, and finds the agent when the connection is back', async ({
  page,
  context,
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
});

test('the page of an agent mentions the connection as a cause, and finds the agent when it is back', async ({
  page,
  context,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  await openHydrated(page, '/agents/no-such-agent');
  // One navigation while online, so that the code for other agents' pages is loaded.
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

test('the client demos open offline, because the browser checks their code', async ({ page, context }) => {
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

test('a page that cannot be fetched offline shows an error card, and loads when the connection is back', async ({
  page,
  context,
}) => {
  await openHydrated(page, '/contact');
  await context.setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This page could not be loaded');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pre-Qualified Leads You Can Buy Today');
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
  await expectTold(page, form.thanks);
  expect(await query(submissionsOfAddress, [email])).toHaveLength(1);
});

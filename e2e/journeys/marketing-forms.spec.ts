import type { Page } from '@playwright/test';
import { expectFilled, fillForm, newEmail, type SiteForm, sendForm, siteFormOf } from '../support/site-forms.ts';
import { expect, openHydrated, startScripts, test } from '../support/test.ts';

/** Records every call of the page to our API. Local forms must make none. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.method() === 'POST') calls.push(pathname);
  });
  return calls;
}

const toastOf = (page: Page) => page.getByRole('region', { name: /notification/i });

async function fillAndSend(page: Page, form: SiteForm) {
  await openHydrated(page, form.path);
  await fillForm(page, form, newEmail());
  await sendForm(page, form);
}

test('a consultation is acknowledged with its industry, logged to the console and sent nowhere', {
  tag: '@journey',
}, async ({ page }) => {
  const calls = watchCalls(page);
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Consultation request'));
  await fillAndSend(page, siteFormOf('/consultation'));
  await expect(toastOf(page)).toContainText('Consultation Request Submitted');
  await expect(toastOf(page)).toContainText('Solar lead needs');
  await logged;
  await expect(page.getByLabel('Message')).toHaveValue('');
  expect(calls).toEqual([]);
});

test('a seller form and a shared consultation form show thanks and send nothing', async ({ page }) => {
  const calls = watchCalls(page);
  await fillAndSend(page, siteFormOf('/real-estate'));
  await expect(toastOf(page)).toContainText('Success!');

  await openHydrated(page, '/healthcare');
  await page.getByRole('main').getByRole('link', { name: 'Book a consultation' }).first().click();
  const shared = siteFormOf('/roofing');
  await fillForm(page, shared, newEmail());
  await sendForm(page, shared);
  await expect(toastOf(page)).toContainText('healthcare lead needs');
  expect(calls).toEqual([]);
});

test('the questionnaire keeps its answers through a reload, passes them to the consultation form, and is empty after that', async ({
  page,
}) => {
  const calls = watchCalls(page);
  const form = siteFormOf('/');
  const email = newEmail();
  await openHydrated(page, form.path);
  await fillForm(page, form, email);
  // All forms keep their input with one component.
  await page.reload();
  await startScripts(page);
  await expectFilled(page, form, email);
  await page.getByLabel('Industry').selectOption('legal');
  await page.getByLabel('I agree to be contacted about my lead generation needs').check();
  await sendForm(page, form);
  await expect(page).toHaveURL(/\/consultation$/);
  await expect(page.getByText('Your answers are in the form below.')).toBeInViewport();
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('');
  await expect(page.getByLabel('Industry')).toHaveValue('legal');
  expect(calls).toEqual([]);
  await page.getByRole('link', { name: 'in the form below' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeInViewport();
  await page.getByRole('banner').getByRole('link', { name: 'How It Works' }).click();
  await expect(page.getByLabel('Full Name')).toHaveValue('');
});

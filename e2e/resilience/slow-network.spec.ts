import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { expectArrival, fillForm, newEmail, sendForm, siteFormOf } from '../support/site-forms.ts';
import { expect, test } from '../support/test.ts';

/** The latency of a satellite connection, in milliseconds. */
const latency = 700;

const slowDown = (context: BrowserContext) =>
  context.route(
    () => true,
    async (route) => {
      await delay(latency);
      // The page may be closed.
      await route.fallback().catch(() => {});
    },
  );

test('on a slow connection a form that was filled and sent before hydration arrives once', { tag: '@journey' }, async ({
  page,
  context,
  query,
}) => {
  const form = siteFormOf('/hvac');
  const email = newEmail();
  await slowDown(context);
  await page.goto(form.path, { waitUntil: 'commit' });
  await fillForm(page, form, email);
  await sendForm(page, form);
  await expectArrival(page, form, email, query);
});

test('on a slow connection a link opens its page, Back returns, and a form whose button is pressed repeatedly shows that it is being sent, and arrives once', async ({
  page,
  context,
  query,
}) => {
  const form = siteFormOf('/hvac');
  const email = newEmail();
  await slowDown(context);
  await page.goto(form.path);
  const heading = page.getByRole('heading', { level: 1 });
  const before = await heading.textContent();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale' }).click();
  await expect(heading).toHaveText('Pre-Qualified Leads You Can Buy Today');
  await expect(page).toHaveURL(/\/leads$/);
  await page.goBack();
  await expect(heading).toHaveText(before ?? '');

  await fillForm(page, form, email);
  await sendForm(page, form);
  const sending = page.getByRole('main').getByRole('button', { name: /Sending|Submitting/ });
  await expect(sending.first()).toBeVisible();
  for (let press = 0; press < 3; press += 1)
    await sending
      .first()
      .click({ force: true, timeout: 500 })
      .catch(() => {});
  await expectArrival(page, form, email, query);
});

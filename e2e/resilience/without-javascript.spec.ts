import type { Page } from '@playwright/test';
import { fillForm, type SiteForm, sendForm, siteFormOf } from '../support/site-forms.ts';
import { expect, test } from '../support/test.ts';

test.use({ javaScriptEnabled: false });

const email = 'ada.private@hope.example';

/** Checks the refusal: nothing was sent, no URL contains personal data, and Back restores the form. */
async function expectRefused(page: Page, path: string, personal: string) {
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('This form needs JavaScript');
  await expect(page.getByText('Nothing was sent.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'call or write to us' })).toHaveAttribute('href', '/contact');
  // The refusal is a page of the site, with its colours, its name and a link to the home page.
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
    'rgb(251, 250, 246)',
  );
  await expect(page.getByRole('link', { name: 'Beaconfield' })).toHaveAttribute('href', '/');
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
  expect(page.url()).not.toContain(personal);
}

async function expectTyped(page: Page, form: SiteForm) {
  for (const [label, text] of Object.entries(form.fields)) {
    const field = form.scope(page).getByRole('textbox', { name: label, exact: true });
    await expect(field).toHaveValue(text.replace('{email}', email));
  }
}

// A form of one step and one of several questions.
test('links of the header and of the page navigate; a form explains that it needs JavaScript, and Back restores the input', async ({
  page,
  query,
}) => {
  const questionnaire = siteFormOf('/');
  await page.goto('/');
  await fillForm(page, questionnaire, email);
  await sendForm(page, questionnaire);
  await expectRefused(page, '/', 'ada');
  await page.goBack();
  await expectTyped(page, questionnaire);

  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click();
  await expect(page).toHaveURL(/\/services$/);
  await page.getByRole('main').locator('a[href="/hvac"]').last().click();
  await expect(page).toHaveURL(/\/hvac$/);
  const lead = siteFormOf('/hvac');
  await fillForm(page, lead, email);
  await sendForm(page, lead);
  await expectRefused(page, '/hvac', 'ada');
  await page.goBack();
  await expectTyped(page, lead);
  expect(await query(`select 1 from submissions where payload::text like '%' || $1 || '%'`, [email])).toEqual([]);
});

test('no URL contains an agent code or the first step of the intake', async ({ page }) => {
  await page.goto('/my-agent');
  await page.getByRole('textbox', { name: 'Agent Code' }).fill('DEMO-ACTIVE');
  await page.getByRole('button', { name: 'Access My Agent' }).click();
  await expectRefused(page, '/my-agent', 'DEMO');
  await page.goto('/exotics-intake');
  await page.getByRole('textbox', { name: 'Full name' }).fill('Enzo Rossi');
  await page.getByRole('button', { name: 'Next Step' }).click();
  await expectRefused(page, '/exotics-intake', 'Enzo');
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Enzo Rossi');
});

import type { Page } from '@playwright/test';
import { loadRoutes } from '../accessibility/routes.ts';
import { fillForm, type SiteForm, sendForm, siteForms } from '../support/site-forms.ts';
import { expect, test } from '../support/test.ts';

test.use({ javaScriptEnabled: false });

const email = 'ada.private@hope.example';
const onPages = siteForms.filter(({ open }) => !open);

test('every page is readable, and its links work', async ({ page, request }) => {
  const targets = new Set<string>();
  for (const path of await loadRoutes(request)) {
    await page.goto(path, { waitUntil: 'commit' });
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();
    // Parts that need scripts have a notice, and no loading message is shown. The notice is found by its element, because
    // Playwright does not search text in noscript.
    const notice = page.locator('noscript p');
    await expect(notice).toContainText('JavaScript is off');
    await expect(notice.getByRole('link')).toHaveAttribute('href', /^tel:/);
    await expect(main.getByText('Loading')).toBeHidden();
    const links = await page
      .locator('a[href^="/"]')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href')));
    for (const href of links) targets.add(new URL(href ?? '', 'http://site').pathname);
  }
  const broken: string[] = [];
  for (const target of targets) if (!(await request.get(target)).ok()) broken.push(target);
  expect(broken).toEqual([]);
});

test('links of the header and of the page navigate', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click();
  await expect(page).toHaveURL(/\/services$/);
  await page.getByRole('main').getByRole('link', { name: /SEO/ }).first().click();
  await expect(page).toHaveURL(/\/services\/seo$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

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

for (const form of onPages) {
  test(`${form.name} explains that it needs JavaScript, and Back restores the input`, async ({ page, query }) => {
    await page.goto(form.path);
    await fillForm(page, form, email);
    await sendForm(page, form);
    await expectRefused(page, form.path, 'ada');
    await page.goBack();
    await expectTyped(page, form);
    expect(await query(`select 1 from submissions where payload::text like '%' || $1 || '%'`, [email])).toEqual([]);
  });
}

async function expectTyped(page: Page, form: SiteForm) {
  for (const [label, text] of Object.entries(form.fields)) {
    const field = form.scope(page).getByRole('textbox', { name: label, exact: true });
    await expect(field).toHaveValue(text.replace('{email}', email));
  }
}

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

import { holdScripts } from '../support/hold-scripts.ts';
import { navigateInTab } from '../support/remote-faults.ts';
import {
  expectFilled,
  expectTold,
  fillForm,
  newEmail,
  sendForm,
  siteFormOf,
  submissionsOfAddress,
} from '../support/site-forms.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// The code of a form comes when the visitor turns to it (kit/late-form): until then the server's HTML of it stands.

/** The page's own form, and what all forms share. */
const formCode = /\/form-[^/]*\.js|\/shell\/[^/]+\/forms\./;

test('a page asks for the code of its form when the visitor turns to it, and not before', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (formCode.test(request.url())) asked.push(new URL(request.url()).pathname.replace(/.*\/([a-z-]+)\..*/, '$1'));
  });
  await openHydrated(page, '/hvac');
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await page.getByLabel('Company').focus();
  await expect(page.locator('main [data-kit-form][data-ready]')).toHaveCount(1);
  expect(asked.toSorted()).toEqual(['form-lead', 'forms']);
});

test('what is typed and sent before the code of the form has come arrives once', async ({ page, query }) => {
  const form = siteFormOf('/hvac');
  const email = newEmail();
  const release = await holdScripts(page, '**/shell/*/forms.*');
  await openHydrated(page, form.path);
  await fillForm(page, form, email);
  await sendForm(page, form);
  await expect(page.getByText('Your form is sent as soon as this page has loaded.')).toBeVisible();
  await expectFilled(page, form, email);
  release();
  await expectTold(page, form.thanks);
  expect(await query(submissionsOfAddress, [email])).toHaveLength(1);
});

test('a way within the page, taken while the code of the form is on its way, loses nothing that was typed', async ({
  page,
}) => {
  const form = siteFormOf('/hvac');
  const email = newEmail();
  const release = await holdScripts(page, '**/shell/*/forms.*');
  await openHydrated(page, form.path);
  await fillForm(page, form, email);
  const field = await page.getByLabel('Company').elementHandle();
  await navigateInTab(page, `${form.path}?from=here#contact`);
  release();
  await expect(page).toHaveURL(/from=here#contact$/);
  await expect(page.locator('main [data-kit-form][data-ready]')).toHaveCount(1);
  await expectFilled(page, form, email);
  // The very same field: whoever was typing still is.
  expect(await field?.evaluate((element) => element.isConnected)).toBe(true);
});

test('a link to a section of the page leads there at once, and once, whatever is still to come', async ({ page }) => {
  // Without the way there, which a visitor may see in the middle.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const release = await holdScripts(page, '**/shell/*/forms.*');
  await openHydrated(page, '/hvac');
  const section = page.locator('#contact');
  await page.getByRole('link', { name: 'Get HVAC leads' }).click();
  await expect(section).toBeInViewport();
  await expect(section).toBeFocused();
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  release();
  await expect(page).toHaveURL(/#contact$/);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('a button inside of a form that is pressed before its code has come does its work then', async ({ page }) => {
  const release = await holdScripts(page, '**/shell/*/forms.*');
  await openHydrated(page, '/click-demos');
  const field = page.getByRole('textbox', { name: 'Password' });
  await field.fill('half a code');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByRole('button', { name: 'Show password' })).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible();
  await expect(field).toHaveValue('half a code');
  await expect(page.getByRole('button', { name: 'Access Demos' })).toBeEnabled();
});

test('another page comes with its form, and so does the first one when the visitor returns to it', async ({ page }) => {
  await openHydrated(page, '/hvac');
  for (const path of ['/solar', '/hvac']) {
    // What stands in the document in the very moment in which the page has changed.
    const seen = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const before = document.querySelector('h1')?.textContent;
          new MutationObserver(() => {
            if (document.querySelector('h1')?.textContent !== before)
              resolve(document.querySelectorAll('main [data-kit-form] input[name=phone]').length);
          }).observe(document.body, { childList: true, subtree: true, characterData: true });
        }),
    );
    await navigateInTab(page, path);
    expect(await seen).toBe(1);
  }
});

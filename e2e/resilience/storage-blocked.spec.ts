import { fillTexts, goToStep, ownerFields, sendIntake, vehicleFields } from '../support/intake-form.ts';
import { expect, openHydrated, test } from '../support/test.ts';

/** How browsers behave where a visitor or an organisation has blocked site data. */
const refusals = {
  'throws when storage is accessed': () => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  },
  'has no room in its storage': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  },
};

for (const [what, refuse] of Object.entries(refusals)) {
  test(`the site works in a browser that ${what} and keeps no cookies`, async ({ page, query }) => {
    await page.addInitScript(refuse);
    await page.addInitScript(() => Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} }));
    const email = `enzo-${crypto.randomUUID()}@rossi.example`;
    await openHydrated(page, '/exotics-intake');
    await fillTexts(page, ownerFields(email));
    // The form must not announce a draft that it cannot store.
    await expect(page.getByText('Draft saved on this device')).toHaveCount(0);
    await goToStep(page, 3);
    await fillTexts(page, vehicleFields);
    await goToStep(page, 1);
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
    await goToStep(page, 9);
    await page.getByRole('combobox', { name: 'Budget' }).selectOption('under-1000');
    await sendIntake(page);
    await page.getByRole('dialog', { name: 'Thank You!' }).getByRole('button', { name: 'Close' }).click();
    expect(await query(`select 1 from submissions where payload->>'email' = $1`, [email])).toHaveLength(1);

    await page.getByRole('contentinfo').getByRole('link', { name: 'Client Demos' }).click();
    await page.getByLabel('Password', { exact: true }).fill('demo');
    await page.getByRole('button', { name: 'Access Demos' }).click();
    await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible();
    await page.getByRole('link', { name: 'Open demo' }).click();
    await expect(page).toHaveURL(/\?demo=/);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();

    await page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale' }).click();
    await page.getByRole('button', { name: 'Request Free Sample' }).click();
    const dialog = page.getByRole('dialog', { name: 'Request Free Lead Sample' });
    await dialog.getByLabel('Full Name').fill('Dana Ortiz');
    await dialog.getByRole('button', { name: 'Submit Request' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Thank you for requesting a free sample!');
  });
}

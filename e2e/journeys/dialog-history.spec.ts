import type { Page } from '@playwright/test';
import { expect, openHydrated, startScripts, test } from '../support/test.ts';

/**
 * Moves in the session history. Playwright's `goBack` waits for a new URL or document, and the history entry of an open
 * dialog has neither.
 */
const move = (page: Page, steps: 1 | -1) => page.evaluate((count) => window.history.go(count), steps);

// All dialogs are one component, so one of them shows what an engine does with its history entry.
test('Back closes a dialog and stays on the page, and Forward opens it again', { tag: '@journey' }, async ({
  page,
}) => {
  await page.goto('/services');
  await openHydrated(page, '/leads?industry=hvac');
  const address = page.url();
  const opener = page.getByRole('row', { name: /Summer AC Pack/ }).getByRole('button', { name: 'View Sample' });
  const shown = page.getByRole('dialog', { name: 'Lead Sample' });
  await opener.click();
  await expect(shown).toBeVisible();
  expect(page.url()).toBe(address);
  const scrolled = await page.evaluate(() => window.scrollY);

  await move(page, -1);
  await expect(shown).toBeHidden();
  expect(page.url()).toBe(address);
  await expect(opener).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);

  await move(page, 1);
  await expect(shown).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shown).toBeHidden();
  await expect(opener).toBeFocused();

  // The dialog has left no history entry: one step back is the page before.
  await move(page, -1);
  await expect(page).toHaveURL(/\/services$/);
});

test('a dialog closes in one step of the history, however it is closed; a reload keeps it with its input, and its confirmation is shown once', {
  tag: '@engines',
}, async ({ page }) => {
  await openHydrated(page, '/leads?industry=solar');
  const opener = page.getByRole('button', { name: 'Request Free Sample' });
  const shown = page.getByRole('dialog', { name: 'Request Free Lead Sample' });
  const stays = () => expect(page).toHaveURL(/\/leads\?industry=solar$/);

  await test.step('Escape closes a dialog while it opens', async () => {
    // On a slow device the dialog is visible before all effects have run.
    await page.evaluate(() => {
      const observer = new MutationObserver(() => {
        const dialog = document.querySelector('dialog[open]');
        if (!dialog) return;
        observer.disconnect();
        dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
        document.documentElement.dataset.escaped = '';
      });
      observer.observe(document.body, { subtree: true, attributeFilter: ['open'] });
    });
    await opener.click();
    await expect(page.locator('html')).toHaveAttribute('data-escaped');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  });

  await test.step('a double click on a close button, and Escape twice, go one step back', async () => {
    await opener.click();
    await shown.getByRole('button', { name: 'Dismiss' }).dblclick();
    await expect(shown).toBeHidden();
    await stays();
    await opener.click();
    await expect(shown).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(shown).toBeHidden();
    await stays();
    await expect(opener).toBeVisible();
  });

  await test.step('a dialog closes although the browser ignores the Back, and opens again as an entry of its own', async () => {
    await opener.click();
    await expect(shown).toBeVisible();
    await page.evaluate(() => {
      const go = window.history.go.bind(window.history);
      window.history.go = () => {
        window.history.go = go;
      };
    });
    await page.keyboard.press('Escape');
    await expect(shown).toBeHidden();
    await opener.click();
    await expect(shown).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(shown).toBeHidden();
    await stays();
  });

  const confirmation = page.getByRole('alertdialog');
  const checkout = page.getByRole('dialog', { name: 'Tell Us About Your Business' });
  const key = () => page.evaluate(() => window.history.state.key);
  let below: unknown;

  await test.step('Forward returns from a confirmation that was closed to the page', async () => {
    await opener.click();
    await shown.getByRole('button', { name: 'Submit Request' }).click();
    await expect(confirmation).toBeVisible();
    await confirmation.getByRole('button', { name: 'OK' }).click();
    await expect(confirmation).toBeHidden();
    below = await key();
    await page.evaluate(() => {
      let moves = 0;
      const moved = new Promise<void>((resolve) => {
        addEventListener('popstate', () => {
          moves += 1;
          if (moves === 2) resolve();
        });
      });
      window.history.forward();
      return moved;
    });
    await expect(confirmation).toBeHidden();
    expect(await key()).toBe(below);
  });

  await test.step('a reload keeps an open dialog and what was typed in it, and Back closes it', async () => {
    await page
      .getByRole('row', { name: /Commercial Solar Pack/ })
      .getByRole('button', { name: 'Buy Now' })
      .click();
    await expect(checkout).toContainText('Commercial Solar Pack');
    await checkout.getByLabel('Company Name').fill('Ridge & Sons');
    await checkout.getByLabel('Lead Volume').selectOption('high');
    await page.reload();
    await startScripts(page);
    await expect(checkout).toContainText('Commercial Solar Pack');
    await expect(checkout.getByLabel('Company Name')).toHaveValue('Ridge & Sons');
    await expect(checkout.getByLabel('Lead Volume')).toHaveValue('high');
    await move(page, -1);
    await expect(checkout).toBeHidden();
    await stays();
  });

  await test.step('a reload returns from a confirmation to the page', async () => {
    await move(page, 1);
    await checkout.getByRole('button', { name: 'Become a Client' }).click();
    await expect(confirmation).toBeVisible();
    await page.reload();
    await startScripts(page);
    await expect(page.getByRole('row', { name: /Commercial Solar Pack/ })).toBeVisible();
    await expect(confirmation).toBeHidden();
    await expect(checkout).toBeHidden();
    await stays();
    await expect.poll(key).toBe(below);
  });
});

test('Back or a reload closes the failure message before its form, and the input stays', async ({
  page,
  consoleErrors,
}) => {
  await page.route('**/api/agents/*/feedback', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await openHydrated(page, '/agents/demo-agent');
  await page.getByRole('button', { name: 'Get Custom Quote' }).click();
  const form = page.getByRole('dialog', { name: 'Get Custom Quote' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Byron');
  await form.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
  await form.getByRole('textbox', { name: 'Business Name' }).fill('Byron Engines');
  await form.getByRole('button', { name: 'Submit' }).click();
  const notice = page.getByRole('alertdialog', { name: 'Not sent' });
  await expect(notice).toBeVisible();
  await move(page, -1);
  await expect(notice).toBeHidden();
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ada Byron');
  await move(page, -1);
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'Get Custom Quote' })).toBeFocused();

  await page.getByRole('button', { name: 'Get Custom Quote' }).click();
  await expect(form).toBeVisible();
  const formKey = await page.evaluate(() => window.history.state.key);
  await form.getByRole('radio', { name: '5 of 5' }).press('ArrowLeft');
  await form.getByRole('checkbox', { name: /quote/ }).uncheck();
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(notice).toBeVisible();
  await page.reload();
  await startScripts(page);
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ada Byron');
  await expect(form.getByRole('radio', { name: '4 of 5' })).toBeChecked();
  await expect(form.getByRole('checkbox', { name: /quote/ })).not.toBeChecked();
  await expect(notice).toBeHidden();
  await expect.poll(() => page.evaluate(() => window.history.state.key)).toBe(formKey);
  await move(page, -1);
  await expect(form).toBeHidden();
  consoleErrors.length = 0;
});

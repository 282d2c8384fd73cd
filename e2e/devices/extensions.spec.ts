import type { Page } from '@playwright/test';
import { holdFiles } from '../support/hold-files.ts';
import {
  expectArrival,
  expectFilled,
  expectTold,
  fillForm,
  newEmail,
  sendForm,
  siteFormOf,
} from '../support/site-forms.ts';
import { expect, openHydrated, startScripts, test } from '../support/test.ts';

// Browser extensions that change a page before its own scripts run.

/** Adds attributes and elements as Grammarly, ColorZilla and Dark Reader do. */
function surroundPage(): void {
  document.documentElement.setAttribute('data-darkreader-mode', 'dynamic');
  document.body.setAttribute('data-new-gr-c-s-check-loaded', '14.1');
  document.body.setAttribute('cz-shortcut-listen', 'true');
  document.head.prepend(Object.assign(document.createElement('style'), { className: 'darkreader' }));
  document.body.prepend(document.createElement('div'));
  document.documentElement.append(document.createElement('grammarly-desktop-integration'));
}

/** Marks fields as managers of passwords and addresses do. */
function markFields(): void {
  for (const field of document.querySelectorAll('main :is(input, textarea)')) {
    field.setAttribute('data-lastpass-icon-root', 'true');
    field.setAttribute('style', 'background-image: none');
    const icon = document.createElement('div');
    icon.setAttribute('data-lastpass-icon-root', '');
    field.after(icon);
  }
}

/** Changes the content as click-to-call extensions and ad blockers do. */
function changeContent(): void {
  for (const link of document.querySelectorAll('a[href^="tel:"]')) {
    const mark = document.createElement('span');
    mark.append(...link.childNodes);
    link.append(mark);
  }
  [...document.querySelectorAll('main section')].findLast((section) => !section.querySelector('form'))?.remove();
}

/** React reports a mismatch with the server's HTML and renders again. That is expected where an extension changed the HTML. */
const hydrationNote = /hydrat|Minified React error #4(18|19|21|22|23|25)/i;

/** Expects that a link leads to the next page, and that no page failed. */
async function expectAlive(page: Page, consoleErrors: string[]): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pre-Qualified Leads You Can Buy Today');
  await expect(page.getByText(/could not be loaded|something went wrong|do not work/i)).toHaveCount(0);
  expect(consoleErrors.splice(0).filter((words) => !hydrationNote.test(words))).toEqual([]);
}

test('input stays and is sent in a browser whose extension marks the document and its fields, and adds its own styles and elements around the page and beside fields', async ({
  page,
  consoleErrors,
}) => {
  const form = siteFormOf('/hvac');
  const email = newEmail();
  const release = await holdFiles(page, '**/{shell,remotes}/**/*.js');
  await page.goto(form.path, { waitUntil: 'domcontentloaded' });
  await page.evaluate(surroundPage);
  await page.evaluate(markFields);
  await fillForm(page, form, email);
  release();
  await startScripts(page);
  await expectFilled(page, form, email);
  await sendForm(page, form);
  await expectTold(page, form.thanks);
  await expectAlive(page, consoleErrors);
});

test('a form that was sent before hydration is sent once in a browser whose extension wraps telephone numbers, and takes away what it holds for an advertisement', async ({
  page,
  query,
  consoleErrors,
}) => {
  const form = siteFormOf('/hvac');
  const email = newEmail();
  const release = await holdFiles(page, '**/remotes/**/*.js');
  await page.goto('/hvac', { waitUntil: 'domcontentloaded' });
  await page.evaluate(changeContent);
  await fillForm(page, form, email);
  await sendForm(page, form);
  release();
  await expectArrival(page, form, email, query);
  await expectAlive(page, consoleErrors);
});

test('a draft is restored where an extension changes the page, with later input and the focus', async ({
  page,
  consoleErrors,
}) => {
  await openHydrated(page, '/exotics-intake');
  const main = page.getByRole('main');
  await main.getByLabel('Full name').fill('Enzo Rossi');
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  const release = await holdFiles(page, '**/{shell,remotes}/**/*.js');
  await page.reload({ waitUntil: 'domcontentloaded' });
  await page.evaluate(markFields);
  await main.getByRole('textbox', { name: 'Email' }).fill('enzo@rossi.example');
  release();
  await startScripts(page);
  await expect(main.getByLabel('Full name')).toHaveValue('Enzo Rossi');
  await expect(main.getByRole('textbox', { name: 'Email' })).toHaveValue('enzo@rossi.example');
  await expect(main.getByRole('textbox', { name: 'Email' })).toBeFocused();
  consoleErrors.splice(0);
});

import type { Page } from '@playwright/test';
import { expectTold, fillForm, newEmail, type SiteForm, sendForm, siteFormOf } from '../support/site-forms.ts';
import { expect, startScripts, test } from '../support/test.ts';

// Chrome's translation replaces each text node by two nested elements. React keeps references to the removed text nodes, so
// a page that is not prepared for this breaks at its next change.

/** Runs in the page and also translates later texts. Call it once for each document. */
function translatePage(): void {
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text); // the walker visits only texts
    for (const text of texts) {
      const parent = text.parentElement;
      if (!parent || !text.data.trim() || parent.closest('font, script, style, noscript, textarea, [translate=no]'))
        continue;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      outer.style.verticalAlign = 'inherit';
      inner.style.verticalAlign = 'inherit';
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  translate(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) {
      for (const node of addedNodes) translate(node.nodeType === Node.TEXT_NODE ? target : node);
    }
  }).observe(document.body, { childList: true, subtree: true });
}

async function openTranslated(page: Page, path: string, when: 'before' | 'after'): Promise<void> {
  await page.goto(path);
  if (when === 'after') await startScripts(page);
  await page.evaluate(translatePage);
  if (when === 'before') await startScripts(page);
}

/** The questionnaire and the forms of the marketplace have no required fields. */
const takesAnything: readonly string[] = ['/', '/leads'];

/** The page after the questionnaire on a site that does not deliver local forms. */
const keptAnswers = /^Schedule a Consultation$/;

async function expectAlive(page: Page): Promise<void> {
  await expect(page.getByText(/could not be loaded|something went wrong|do not work/i)).toHaveCount(0);
}

/** Expects that the open page shows the errors of its form, and accepts it. */
async function useForm(page: Page, form: SiteForm): Promise<void> {
  await form.open?.(page);
  if (!takesAnything.includes(form.path)) await sendForm(page, form);
  await fillForm(page, form, newEmail());
  await sendForm(page, form);
  await expectTold(page, form.path === '/' ? keptAnswers : form.thanks);
  await expectAlive(page);
}

async function chooseTabs(page: Page): Promise<void> {
  for (const name of ['Legal', 'Solar', 'HVAC']) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
  }
}

async function goFromPageToPage(page: Page): Promise<void> {
  for (const [name, title] of [
    ['Services', /Services/],
    ['Client Demos', /Demos/],
    ['Contact', /Contact/],
  ] as const) {
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAlive(page);
  }
  await page.goBack();
  await expect(page).toHaveTitle(/Demos/);
  await expectAlive(page);
}

function expectOnlyHydrationNotes(consoleErrors: string[]): void {
  expect(consoleErrors.splice(0).filter((words) => !isHydrationNote(words))).toEqual([]);
}

// Hydration of translated text is the harder case. React renders the page again, and from then on the translated texts change as
// those that were translated later. So one page of each kind is enough for the other case.
test.describe('a page translated before its scripts run', () => {
  // A form in the page or in a dialog, sent or carried to the next page.
  test('shows the errors of its form, accepts it, navigates from page to page and back, and changes its tabs', async ({
    page,
    consoleErrors,
  }) => {
    for (const path of ['/hvac', '/my-agent', '/leads', '/']) {
      await test.step(`the form of ${path}`, async () => {
        await openTranslated(page, path, 'before');
        if (path === '/leads') await chooseTabs(page);
        await useForm(page, siteFormOf(path));
      });
    }
    await goFromPageToPage(page);
    expectOnlyHydrationNotes(consoleErrors);
  });

  test('changes its steps and questions', async ({ page, consoleErrors }) => {
    await openTranslated(page, '/exotics-intake', 'before');
    for (const step of [2, 5, 9, 1]) {
      await page.getByRole('link', { name: `Step ${step}` }).click();
      await expect(page).toHaveURL(step === 1 ? /exotics-intake/ : new RegExp(`step=${step}`));
    }
    await openTranslated(page, '/custom-ai-agent', 'before');
    await page.getByRole('button', { name: 'Business Agent' }).click();
    await page.getByRole('button', { name: 'Legal Services' }).click();
    await page.getByRole('button', { name: 'Start Over' }).click();
    await expect(page.getByRole('button', { name: 'Business Agent' })).toBeVisible();
    await expectAlive(page);
    expectOnlyHydrationNotes(consoleErrors);
  });
});

test('a page translated after its scripts run shows the errors of its form, accepts it, navigates from page to page and back, and changes its tabs', async ({
  page,
  consoleErrors,
}) => {
  await openTranslated(page, '/hvac', 'after');
  await useForm(page, siteFormOf('/hvac'));
  await goFromPageToPage(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale' }).click();
  await expect(page).toHaveURL(/\/leads$/);
  await chooseTabs(page);
  await expectAlive(page);
  expectOnlyHydrationNotes(consoleErrors);
});

/** React reports a mismatch with the server's HTML and renders again. That is expected in a translated page. */
function isHydrationNote(words: string): boolean {
  return /hydrat|Minified React error #4(18|19|21|22|23|25)/i.test(words);
}

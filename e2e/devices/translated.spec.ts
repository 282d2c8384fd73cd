import type { Page } from '@playwright/test';
import { expectTold, fillForm, newEmail, sendForm, siteFormOf } from '../support/site-forms.ts';
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

/** Pages with a form of each kind: in the page or in a dialog, sent or carried to the next page. */
const pagesWithForms = ['/hvac', '/', '/leads', '/my-agent'];

/** The page after the questionnaire on a site that does not deliver local forms. */
const keptAnswers = /^Schedule a Consultation$/;

async function expectAlive(page: Page): Promise<void> {
  await expect(page.getByText(/could not be loaded|something went wrong|do not work/i)).toHaveCount(0);
}

for (const when of ['before', 'after'] as const) {
  test.describe(`a page translated ${when} its scripts run`, () => {
    // Hydration of translated text is the harder case. React renders the page again, and from then on the translated texts change as
    // those that were translated later.
    for (const form of (when === 'before' ? pagesWithForms : ['/hvac']).map(siteFormOf)) {
      test(`shows the errors of ${form.name}, accepts it, and navigates to the next page`, async ({
        page,
        consoleErrors,
      }) => {
        await openTranslated(page, form.path, when);
        await form.open?.(page);
        if (!takesAnything.includes(form.path)) await sendForm(page, form);
        await fillForm(page, form, newEmail());
        await sendForm(page, form);
        await expectTold(page, form.path === '/' ? keptAnswers : form.thanks);
        await expectAlive(page);
        expect(consoleErrors.splice(0).filter((words) => !isHydrationNote(words))).toEqual([]);
      });
    }

    test(`navigates from page to page and back, and changes its ${when === 'before' ? 'tabs, steps and questions' : 'tabs'}`, async ({
      page,
      consoleErrors,
    }) => {
      await openTranslated(page, '/', when);
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

      await openTranslated(page, '/leads', when);
      for (const name of ['Legal', 'Solar', 'HVAC']) {
        await page.getByRole('tab', { name }).click();
        await expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
      }
      if (when === 'before') await changeStepsAndQuestions(page);
      await expectAlive(page);
      expect(consoleErrors.splice(0).filter((words) => !isHydrationNote(words))).toEqual([]);
    });
  });
}

async function changeStepsAndQuestions(page: Page): Promise<void> {
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
}

/** React reports a mismatch with the server's HTML and renders again. That is expected in a translated page. */
function isHydrationNote(words: string): boolean {
  return /hydrat|Minified React error #4(18|19|21|22|23|25)/i.test(words);
}

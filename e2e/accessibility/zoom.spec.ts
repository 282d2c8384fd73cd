import type { Locator, Page } from '@playwright/test';
import { type SiteForm, siteForms } from '../support/site-forms.ts';
import { expect, openHydrated, test } from '../support/test.ts';
import { tabTo } from './keys.ts';
import { openState, stateOf } from './states.ts';

// The viewport of a 1280 x 1024 window at a zoom of 400 % (WCAG 2.2, 1.4.10).
test.use({ viewport: { width: 320, height: 256 }, contextOptions: { reducedMotion: 'reduce' } });

// That no page and no step of the intake scrolls sideways is proved in layout/sweep.spec.ts and intake-wizard.ci.spec.ts.
test('the header leaves room for the content, the open menu is readable, and the keyboard reaches its last link', async ({
  page,
}) => {
  await openState(page, stateOf('the open menu'));
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expectReachable(page, menu, menu.getByRole('link').last());
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  expect((await page.locator('header').boundingBox())?.height).toBeLessThanOrEqual(128);
});

/** The last page is that of the dialog without a form. */
const formsInDialogs = Map.groupBy(
  siteForms
    .filter(({ open }) => open)
    .toSorted((one, other) => Number(one.path === '/leads') - Number(other.path === '/leads')),
  ({ path }) => path,
);

test('each dialog with a form is readable, can be sent, and so is its answer; one without a form is readable to its end, and no word of a dialog breaks on a phone with text twice as large', async ({
  page,
}) => {
  for (const [path, forms] of formsInDialogs) {
    await openHydrated(page, path);
    for (const form of forms) await test.step(form.name, () => expectUsable(page, form));
  }
  expect(new URL(page.url()).pathname).toBe('/leads');
  await page.getByRole('button', { name: 'View Sample' }).first().click();
  const sample = page.getByRole('dialog', { name: 'Lead Sample' });
  await expectReachable(page, sample, sample.getByRole('button').last());
  await page.keyboard.press('Escape');
  await expect(sample).toBeHidden();

  await page.setViewportSize({ width: 320, height: 700 });
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
  const dialog = page.getByRole('dialog');
  for (const opener of ['View Sample', 'Buy Now', 'Request Free Sample']) {
    await page.getByRole('button', { name: opener }).first().click();
    await expect(dialog).toBeVisible();
    expect.soft(await dialog.evaluate(findBrokenWords), opener).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('the toast of a failure can be read and closed', async ({ page }) => {
  await openState(page, stateOf('the toast of a failure'));
  const region = page.getByRole('region', { name: /notification/i });
  await page.keyboard.press('F8');
  await expectReachable(page, region, region.getByRole('button').last());
  await expect(region.locator('[data-part=title]')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(region.getByRole('button')).toHaveCount(0);
});

/** Opens the dialog of a form, sends the form empty, and closes the answer. */
async function expectUsable(page: Page, form: SiteForm): Promise<void> {
  await form.open?.(page);
  const dialog = form.scope(page);
  await expectReachable(page, dialog, dialog.getByRole('button', { name: form.submit }));
  // An empty form: the answer is a message, or errors beside the fields.
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alertdialog');
  const wrong = dialog.locator('[aria-invalid=true]').first();
  await expect(alert.or(wrong)).toBeVisible();
  if (await alert.isVisible()) {
    await expectReachable(page, alert, alert.getByRole('button', { name: 'OK' }));
    await page.keyboard.press('Enter');
    await expect(alert).toBeHidden();
  }
  // The focus is on the wrong field, or on the list of several.
  else await expect(dialog.locator(':focus')).toBeInViewport();
}

/** Runs in the page. Finds words of titles, labels and buttons that break across lines. */
function findBrokenWords(element: Element): string[] {
  return [...element.querySelectorAll('h2, h3, dt, label:not([data-part=choice]), button')].flatMap((part) => {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1 && !/[-/]/.test(word)) broken.push(word);
      }
    }
    return broken;
  });
}

/** Runs in the page. Finds texts and controls whose full width no scrolling brings into the window. */
function findCutOff(element: Element): string[] {
  const parts = [...element.querySelectorAll('*')].filter(
    (part) =>
      part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !part.closest('[aria-hidden=true], [data-visually-hidden], svg, option') &&
      part.getBoundingClientRect().width > 1 &&
      (part.matches('button, a, input, select, textarea') ||
        [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())),
  );
  return parts
    .filter((part) => {
      part.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const middle = document.elementFromPoint(
        (left + right) / 2,
        (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
      );
      const isOnTop = middle !== null && (part.contains(middle) || middle.contains(part));
      return left < 0 || right > innerWidth || !isOnTop;
    })
    .map((part) => part.outerHTML.slice(0, 160));
}

/** Expects that everything can be scrolled to, nothing is cut off at a side, and every tab stop is visible. */
async function expectReachable(page: Page, place: Locator, last: Locator): Promise<void> {
  await expect(place).toBeVisible();
  expect(await place.evaluate(findCutOff)).toEqual([]);
  await tabTo(page, last);
  await expect(last).toBeInViewport();
}

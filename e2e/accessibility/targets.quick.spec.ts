import type { Page } from '@playwright/test';
import { expect, openHydrated, test } from '../support/test.ts';
import { loadRoutes } from './routes.ts';

/** What a finger needs (docs: WCAG 2.2, 2.5.5), in pixels. */
const enough = 44;

/** Runs in the page: what can be pressed and is lower than that. Links within a sentence are as high as its lines. */
function findLow(enough: number): string[] {
  const isInSentence = (link: Element) => {
    const block = link.closest('p, dd, li, figcaption, label, span[role=status]');
    return block !== null && (block.textContent ?? '').trim() !== (link.textContent ?? '').trim();
  };
  return (
    [
      ...document.querySelectorAll<HTMLElement>(
        'main :is(a[href], button, input, select, textarea), header :is(a, button)',
      ),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      // A choice is pressed by its label, a file by its frame, a covering link by its card.
      .map(
        (element) =>
          (element.matches('[type=radio], [type=checkbox], [type=file]') && element.parentElement) || element,
      )
      .filter((element) => !element.hasAttribute('data-cover') && !(element.matches('a') && isInSentence(element)))
      .filter((element) => element.getBoundingClientRect().height < enough - 0.5)
      .map((element) => `${Math.round(element.getBoundingClientRect().height)} px: ${element.outerHTML.slice(0, 140)}`)
  );
}

async function expectHighEnough(page: Page, where: string): Promise<void> {
  expect.soft(await page.evaluate(findLow, enough), where).toEqual([]);
}

test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

test('everything that stands alone to be pressed is high enough for a finger', async ({ page, request }) => {
  for (const path of await loadRoutes(request)) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expectHighEnough(page, path);
  }
});

test('so it is in dialogs, in every step of the intake, and in its list of errors', async ({ page }) => {
  await openHydrated(page, '/leads');
  for (const opener of ['View Sample', 'Buy Now', 'Request Free Sample']) {
    await page.getByRole('button', { name: opener }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectHighEnough(page, opener);
    await page.keyboard.press('Escape');
    // It closes by a way back, which must not take the next page away.
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  for (const step of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    await openHydrated(page, `/exotics-intake?step=${step}`);
    await expectHighEnough(page, `step ${step}`);
  }
  await page.getByRole('button', { name: 'Submit Intake Form' }).click();
  await expect(page.getByRole('group', { name: /need your attention/ })).toBeVisible();
  await expectHighEnough(page, 'the list of errors');
});

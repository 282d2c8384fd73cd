import type { Page } from '@playwright/test';
import { expect, openHydrated, test } from '../support/test.ts';
import { loadRoutes } from './routes.ts';

/** The target size for touch in pixels (WCAG 2.2, 2.5.5). */
const enough = 44;

/** Runs in the page. Finds targets below that height. Links within a sentence may be as high as its lines. */
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
      // A label enlarges the target of a choice, a frame that of a file input, a card that of a covering link.
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

test('every target outside of a sentence is high enough for touch', async ({ page, request }) => {
  for (const path of await loadRoutes(request)) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expectHighEnough(page, path);
  }
});

test('targets are high enough in dialogs, in every step of the intake, and in its error list', async ({ page }) => {
  await openHydrated(page, '/leads');
  for (const opener of ['View Sample', 'Buy Now', 'Request Free Sample']) {
    await page.getByRole('button', { name: opener }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectHighEnough(page, opener);
    await page.keyboard.press('Escape');
    // Closing goes back in the history, which must end before the next navigation.
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

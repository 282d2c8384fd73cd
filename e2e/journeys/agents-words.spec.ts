import type { Page } from '@playwright/test';
import { industries, useCases } from '../../mf-agents/src/content/picker-choices.ts';
import { expectCleanAtBothWidths } from '../support/expect-no-violations.ts';
import { expect, openHydrated, test } from '../support/test.ts';

/** Finds a text of the specification as a reader would: in any case, as part of a longer text, in one place only. */
async function expectOnce(page: Page, words: readonly string[]) {
  for (const word of words) await expect(page.getByText(word), word).toHaveCount(1);
}

const labels = (choices: readonly { label: string }[]) => choices.map(({ label }) => label);

// Without scripts a page costs half as much, and has the same texts.
test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('texts of the specification appear once on the agent pages and in every step of the picker, and the whole picker works', async ({
    page,
  }) => {
    await page.goto('/ai-agent-demo');
    await expectOnce(page, [
      'as easy as 1-2-3',
      'Watch Demo',
      'Packages',
      'Custom Agent',
      '10-20 minute',
      '24-48 hours',
    ]);
    await page.goto('/ai-agent-packages');
    await expectOnce(page, ['Starter', 'Professional', 'Enterprise', 'Most Popular', 'Unlimited', 'Book Demo Call']);
    await expectOnce(page, ['up to 500 interactions/month', 'up to 2,000 interactions/month', 'Custom Solution']);
    await expect(page.getByRole('link', { name: 'Custom' })).toHaveCount(1);
    await page.goto('/agents/demo-agent');
    await expectOnce(page, ['Agent Online & Ready', 'Start Talking Now', 'Get Custom Quote', 'Main Site', 'under 2s']);
    await page.goto('/custom-ai-agent');
    await expectOnce(page, ['Blank Agent', 'Personal Assistant', 'Business Agent']);
    await page.getByRole('button', { name: 'Business Agent' }).click();
    await expect(page.getByRole('button', { name: 'Manufacturing' })).toBeVisible();
    await expectOnce(page, labels(industries));
    await page.getByRole('button', { name: 'Back to the types' }).click();
    await page.getByRole('button', { name: 'Personal Assistant' }).click();
    await expect(page.getByRole('button', { name: 'Learning Companion' })).toBeVisible();
    await expectOnce(page, labels(useCases));
    await page.getByRole('button', { name: 'Creative Helper' }).click();
    await expect(page).toHaveURL(/\?type=personal&useCase=creative$/);
    await expect(page.getByRole('heading', { name: 'Your custom agent' })).toBeVisible();
    await page.getByRole('button', { name: 'Start Over' }).click();
    await expect(page.getByText('Step 1', { exact: true })).toBeVisible();
  });
});

test('the note of "Get Started" is in sight wherever the button was in the window, and axe finds nothing with all of them open', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openHydrated(page, '/ai-agent-packages');
  for (const [index, top] of [90, 600].entries()) {
    const button = page.getByRole('button', { name: 'Get Started' }).nth(index);
    const topOfButton = () => button.evaluate((element) => element.getBoundingClientRect().top);
    const by = (await topOfButton()) - top;
    await page.evaluate((y) => scrollBy({ top: y, behavior: 'instant' }), by);
    await expect.poll(topOfButton).toBeCloseTo(top, 0);
    await button.click();
    const note = page.getByRole('status').filter({ hasText: 'We set up every agent' }).locator('div');
    // The page scrolls smoothly.
    await expect(async () => {
      const [shown, header] = [await note.boundingBox(), await page.getByRole('banner').boundingBox()];
      expect(shown?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
      expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(800);
    }).toPass({ timeout: 10_000 });
    await page.keyboard.press('Escape');
    await expect(note).toBeHidden();
  }
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const button of await page.getByRole('button', { name: 'Get Started' }).all()) await button.click();
  await expectCleanAtBothWidths(page);
});

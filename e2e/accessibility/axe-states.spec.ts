import { expectCleanAtBothWidths, expectNoViolations } from '../support/expect-no-violations.ts';
import { runAxe } from '../support/run-axe.ts';
import { expect, test } from '../support/test.ts';
import { openState, pageStates } from './states.ts';

test.use({ viewport: { width: 390, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

test('every page in use is clean for axe, and no wider than the window', async ({ page }) => {
  for (const state of pageStates) {
    await openState(page, state);
    if (state.wide) await expectCleanAtBothWidths(page, state.what);
    else {
      await expectNoViolations(page, state.what);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), state.what).toBeLessThanOrEqual(390);
    }
  }
  // This rule (24 px, WCAG 2.2, 2.5.8) is off by default in axe. Its presence proves that it ran.
  expect((await runAxe(page)).passes).toContain('target-size');
});

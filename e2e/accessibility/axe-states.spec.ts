import { runAxe } from '../support/run-axe.ts';
import { expect, test } from '../support/test.ts';
import { openState, pageStates } from './states.ts';

for (const width of [390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

    test('every page in use is clean for axe, its targets are large enough, and it is no wider than the window', async ({
      page,
    }) => {
      test.setTimeout(300_000);
      const found: string[] = [];
      for (const state of pageStates.filter(({ narrow }) => !narrow || width < 1024)) {
        await openState(page, state);
        const { violations, passes } = await runAxe(page);
        found.push(...violations.map(({ id, html }) => `${state.what}: ${id} ${html}`));
        // This rule (24 px, WCAG 2.2, 2.5.8) is off by default in axe. Its presence proves that it ran.
        expect(passes, state.what).toContain('target-size');
        expect(await page.evaluate(() => document.documentElement.scrollWidth), state.what).toBeLessThanOrEqual(width);
      }
      expect(found).toEqual([]);
    });
  });
}

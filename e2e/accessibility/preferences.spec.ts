import { expect, openHydrated, test } from '../support/test.ts';
import { countMovements } from './page-checks.ts';

test.describe('with reduced motion', () => {
  test('everything that appears on scrolling is shown at once', async ({ page }) => {
    await page.goto('/');
    expect(await page.evaluate(countMovements), 'movements for everybody else').toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openHydrated(page, '/');
    const hidden = await page.getByRole('main').evaluate((main) =>
      [...main.querySelectorAll('h2, h3, p')]
        .filter((element) => element.checkVisibility())
        .filter((element) => !element.checkVisibility({ opacityProperty: true }))
        .map((element) => element.textContent),
    );
    expect(hidden).toEqual([]);
  });
});

test.describe('with forced colours', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }));

  test('fields and buttons keep a border, and the focus a ring', async ({ page }) => {
    for (const path of ['/', '/leads', '/exotics-intake', '/custom-ai-agent']) {
      await openHydrated(page, path);
      const controls = page.getByRole('main').locator('button, input:not([type=hidden]), select, textarea');
      const bare = await controls.evaluateAll((elements) =>
        elements
          .filter((element) => element.checkVisibility({ opacityProperty: true }))
          .filter((element) => !/^(?:checkbox|radio|range|file)$/.test(element.getAttribute('type') ?? ''))
          .filter((element) => {
            // For a control that covers its card the border of the card counts.
            const edge = (element.hasAttribute('data-cover') && element.closest('li, label, article')) || element;
            const { borderBottomWidth, borderBottomStyle, textDecorationLine } = getComputedStyle(edge);
            const edged = Number.parseFloat(borderBottomWidth) > 0 && borderBottomStyle !== 'none';
            return !edged && textDecorationLine === 'none';
          })
          .map((element) => element.outerHTML.slice(0, 160)),
      );
      expect(bare, `controls of ${path} without an edge`).toEqual([]);
      for (let stop = 1; stop <= 25; stop += 1) {
        await page.keyboard.press('Tab');
        const ring = await page.evaluate(() => {
          const element = document.activeElement ?? document.body;
          const { outlineStyle, outlineWidth } = getComputedStyle(element);
          return { isPage: element === document.body, style: outlineStyle, width: Number.parseFloat(outlineWidth) };
        });
        // After the last stop the focus leaves the page.
        if (ring.isPage) break;
        expect(ring.style, `ring at stop ${stop} of ${path}`).not.toBe('none');
        expect(ring.width, `ring at stop ${stop} of ${path}`).toBeGreaterThanOrEqual(2);
      }
    }
  });
});

import type { Page } from '@playwright/test';
import { expect, openHydrated, test } from '../support/test.ts';
import { loadRoutes } from './routes.ts';

test.describe('with reduced motion', () => {
  /** Describes running animations, transitions and scroll-driven animations. */
  const movements = (page: Page) =>
    page.evaluate(() => {
      const lasting = document.getAnimations().filter((animation) => {
        const { duration = 0, iterations = 1 } = animation.effect?.getTiming() ?? {};
        return Number(duration) > 100 || iterations === Number.POSITIVE_INFINITY;
      });
      const styles = [...document.querySelectorAll('*')].map((element) => getComputedStyle(element));
      const slow = styles.filter((style) =>
        `${style.transitionDuration}, ${style.animationDuration}`
          .split(', ')
          .some((time) => Number.parseFloat(time) > 0.1),
      );
      const smooth = getComputedStyle(document.documentElement).scrollBehavior === 'smooth';
      return lasting.length + slow.length + Number(smooth);
    });

  test('nothing on any page moves by itself', async ({ page, request }) => {
    await page.goto('/');
    expect(await movements(page), 'movements for everybody else').toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of await loadRoutes(request)) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      expect(await movements(page), `movements of ${path}`).toBe(0);
    }
  });

  test('everything that appears on scrolling is shown at once', async ({ page }) => {
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

  // Without axe, because it reads text colours from a property that forced colours do not change.
  test('every text keeps a contrast of 4.5 to 1', async ({ page, request }) => {
    for (const path of await loadRoutes(request)) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      const { pale, texts } = await page.evaluate(findPaleTexts);
      expect(texts, `texts of ${path}`).toBeGreaterThan(20);
      expect(pale, `texts of ${path} that cannot be read`).toEqual([]);
    }
  });

  test('fields and buttons keep a border, and the focus a ring', async ({ page }) => {
    for (const path of ['/', '/hvac', '/leads', '/exotics-intake', '/my-agent', '/click-demos', '/custom-ai-agent']) {
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

/** Runs in the page. Finds texts with too little contrast (WCAG 2.2, 1.4.3). */
function findPaleTexts(): { pale: string[]; texts: number } {
  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element: Element): string => {
    for (let place: Element | null = element; place; place = place.parentElement) {
      const { backgroundColor } = getComputedStyle(place);
      if ((channels(backgroundColor)[3] ?? 1) === 1) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  const elements = [...document.body.querySelectorAll('*')].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('svg') && hasText(element),
  );
  const pale = elements.filter((element) => {
    const [dark = 0, light = 0] = [getComputedStyle(element).color, behind(element)]
      .map(luminance)
      .sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05) < 4.5;
  });
  return { pale: pale.map((element) => element.outerHTML.slice(0, 160)), texts: elements.length };
}

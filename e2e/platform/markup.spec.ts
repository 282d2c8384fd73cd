import type { Page } from '@playwright/test';
import { loadRoutes } from '../accessibility/routes.ts';
import { expect, test } from '../support/test.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every page is readable, its links work, and its markup avoids known problems of Safari and Firefox', async ({
    page,
    request,
  }) => {
    const targets = new Set<string>();
    let [lists, disabled, traps] = [0, 0, 0];
    for (const path of await loadRoutes(request)) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      for (const target of await expectReadable(page)) targets.add(target);

      // VoiceOver ignores a list without markers, unless it has role=list or is inside a nav.
      const bare = page.locator(':is(ul, ol):not([role=list]):not(nav *)');
      const unheard = await bare.evaluateAll((all) =>
        all
          .filter(
            (list) => getComputedStyle(list).listStyleType === 'none' || getComputedStyle(list).display !== 'block',
          )
          .map((list) => list.outerHTML.slice(0, 120)),
      );
      expect.soft(unheard, `lists of ${path} that VoiceOver passes over`).toEqual([]);
      lists += await page.locator('[role=list]').count();

      // After a reload Firefox restores whether a control was disabled, and ignores the new HTML.
      const off = page.locator(':is(button, input, select, textarea, fieldset):disabled');
      await expect
        .soft(
          page.locator(':is(button, input, select, textarea, fieldset):disabled:not([autocomplete=off])'),
          `controls of ${path} that Firefox restores`,
        )
        .toHaveCount(0);
      disabled += await off.count();

      // Browsers autofill every focusable field, also one outside of the window.
      for (const trap of await page.locator('form[data-kit-form] input[name=topic]').all()) {
        traps += 1;
        await expect(trap).toBeHidden();
        await trap.focus();
        await expect(trap).not.toBeFocused();
        expect(
          await trap.evaluate((input: HTMLInputElement) => new FormData(input.form ?? undefined).get(input.name)),
        ).toBe('');
      }
    }
    expect(lists).toBeGreaterThan(50);
    expect(disabled).toBeGreaterThan(0);
    expect(traps).toBeGreaterThan(5);
    const broken: string[] = [];
    for (const target of targets) if (!(await request.get(target)).ok()) broken.push(target);
    expect(broken).toEqual([]);
  });
});

/** Checks what visitors without scripts read. Returns the paths that the page links to. */
async function expectReadable(page: Page): Promise<string[]> {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();
  // Parts that need scripts have a notice, and no loading message is shown. The notice is found by its element, because
  // Playwright does not search text in noscript.
  const notice = page.locator('noscript p');
  await expect(notice).toContainText('JavaScript is off');
  await expect(notice.getByRole('link')).toHaveAttribute('href', /^tel:/);
  await expect(main.getByText('Loading')).toBeHidden();
  const links = await page
    .locator('a[href^="/"]')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href')));
  return links.map((href) => new URL(href ?? '', 'http://site').pathname);
}

test('styles have both the standard and the prefixed property where iOS needs the prefix', async ({ request }) => {
  for (const path of await loadRoutes(request)) {
    const html = await (await request.get(path)).text();
    expect(html, path).toContain('-webkit-text-size-adjust:100%');
    for (const property of ['text-size-adjust', 'user-select', 'backdrop-filter', 'box-decoration-break', 'hyphens']) {
      const plain = html.match(new RegExp(`(?<![\\w-])${property}:`, 'g'))?.length ?? 0;
      const prefixed = html.match(new RegExp(`-webkit-${property}:`, 'g'))?.length ?? 0;
      expect(prefixed, `${property} of ${path}`).toBe(plain);
    }
  }
});

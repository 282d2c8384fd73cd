import { loadRoutes } from '../accessibility/routes.ts';
import { expect, test } from '../support/test.ts';

test('the markup of every page avoids known problems of Safari and Firefox', async ({ page, request }) => {
  let [lists, disabled, traps] = [0, 0, 0];
  for (const path of await loadRoutes(request)) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });

    // VoiceOver ignores a list without markers, unless it has role=list or is inside a nav.
    const bare = page.locator(':is(ul, ol):not([role=list]):not(nav *)');
    const unheard = await bare.evaluateAll((all) =>
      all
        .filter((list) => getComputedStyle(list).listStyleType === 'none' || getComputedStyle(list).display !== 'block')
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
});

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

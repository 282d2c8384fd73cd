import { loadRoutes } from '../accessibility/routes.ts';
import { expect, test } from '../support/test.ts';

test('every page is marked up for what Safari and Firefox make of it', async ({ page, request }) => {
  let [lists, disabled, traps] = [0, 0, 0];
  for (const path of await loadRoutes(request)) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });

    // VoiceOver takes a list without marks for a means of layout, unless its role is written out or a nav is around it.
    const bare = page.locator(':is(ul, ol):not([role=list]):not(nav *)');
    const unheard = await bare.evaluateAll((all) =>
      all
        .filter((list) => getComputedStyle(list).listStyleType === 'none' || getComputedStyle(list).display !== 'block')
        .map((list) => list.outerHTML.slice(0, 120)),
    );
    expect.soft(unheard, `lists of ${path} that VoiceOver passes over`).toEqual([]);
    lists += await page.locator('[role=list]').count();

    // Firefox restores on reload whether a control was disabled, whatever the server says.
    const off = page.locator(':is(button, input, select, textarea, fieldset):disabled');
    await expect
      .soft(
        page.locator(':is(button, input, select, textarea, fieldset):disabled:not([autocomplete=off])'),
        `controls of ${path} that Firefox restores`,
      )
      .toHaveCount(0);
    disabled += await off.count();

    // What could have the focus is filled in by browsers, however far beside the window it lies.
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

test('what iOS knows by its old name alone is said in both ways', async ({ request }) => {
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

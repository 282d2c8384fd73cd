import type { Page } from '@playwright/test';
import { expect, openHydrated, test } from '../support/test.ts';

/** Style sheet syntax that older browsers do not support. A browser ignores each declaration that it cannot parse. */
const unknown = {
  'text alternatives for generated content': [
    [/@supports \(content:[^{]*\{/g, '@supports (never-known: 1){'],
    [/content:[^;{}]*\/ ""/g, 'content:never-known'],
  ],
  popovers: [
    [/:popover-open/g, ':never-known'],
    [/ popover="auto"/g, ' never-known="auto"'],
  ],
  // Phones with iOS 17 to 18.2 behave like this.
  'popovers that close by themselves': [[/ popover="auto"/g, ' popover="manual"']],
} as const satisfies Record<string, readonly (readonly [RegExp, string])[]>;

/** Serves pages in a form that behaves as if the browser did not support this syntax. */
async function forget(page: Page, words: keyof typeof unknown): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ maxRetries: 1 });
    const html = await response.text();
    const replaced = (part: string) =>
      unknown[words].reduce((text: string, [from, to]) => text.replace(from, to), part);
    // Scripts are not changed, because the page's policy contains their hashes.
    const changed = html
      .split(/(<script[\s\S]*?<\/script>)/)
      .map((part) => (part.startsWith('<script') ? part : replaced(part)))
      .join('');
    expect(changed, `${words} are part of this page`).not.toBe(html);
    return route.fulfill({ response, body: changed });
  });
}

async function forgetPopovers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      delete (HTMLElement.prototype as unknown as Record<string, unknown>)[name];
  });
  await forget(page, 'popovers');
}

test('screen readers do not read stars and numbers where text alternatives are supported; without them required fields keep their star, and steps their numbers', async ({
  page,
}) => {
  const contents = (selector: string, part: string) =>
    page.locator(selector).evaluateAll((all, pseudo) => all.map((one) => getComputedStyle(one, pseudo).content), part);
  const expectContents = async (star: string, number: string) => {
    await page.goto('/hvac');
    const stars = await contents('[data-required]', '::after');
    expect(stars.length).toBeGreaterThan(2);
    expect(new Set(stars)).toEqual(new Set([star]));
    await page.goto('/');
    const numbers = await contents('main ol > li > h3', '::before');
    expect(numbers.length).toBeGreaterThan(2);
    expect(new Set(numbers)).toEqual(new Set([number]));
  };
  await expectContents('" *" / ""', 'counter(step) / ""');
  await forget(page, 'text alternatives for generated content');
  await expectContents('" *"', 'counter(step)');
});

test.describe('the menu for phones', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const parts = (page: Page) => ({
    button: page.getByRole('button', { name: 'Menu' }),
    menu: page.locator('#mobile-menu'),
  });

  for (const when of ['before its scripts come', 'with its scripts']) {
    test(`opens and closes ${when} in a browser without popovers${when === 'with its scripts' ? ', its links work, and it is closed on the next page' : ''}`, async ({
      page,
    }) => {
      await forgetPopovers(page);
      // Only the inline scripts and the early script run.
      if (when === 'before its scripts come') await page.route(/\/(?!early\.)[^/]*\.js$/, () => {});
      if (when === 'before its scripts come') await page.goto('/services', { waitUntil: 'domcontentloaded' });
      else await openHydrated(page, '/services');
      const { button, menu } = parts(page);
      await expect(menu).toBeHidden();
      await button.tap();
      await expect(menu).toBeVisible();
      await expect(button).toHaveAttribute('aria-expanded', 'true');
      await button.tap();
      await expect(menu).toBeHidden();
      await expect(button).toHaveAttribute('aria-expanded', 'false');
      await button.tap();
      // On a busy machine the click of a tap is late, and would open the menu after the next tap.
      await expect(menu).toBeVisible();
      // The margin below the menu. Further down, the call bar has a link to a phone number, which stops later input.
      await page.touchscreen.tap(4, 600);
      await expect(menu).toBeHidden();
      await button.press('Enter');
      await expect(menu).toBeVisible();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(button).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(menu).toBeVisible();
      await page.keyboard.press('Shift+Tab');
      await expect(menu).toBeHidden();
      await expect(button).toHaveAttribute('aria-expanded', 'false');
      if (when === 'with its scripts') await expectMenuToLead(page);
    });
  }

  /** Expects that links of the menu work, and that it is closed on the next page. */
  async function expectMenuToLead(page: Page): Promise<void> {
    const { button, menu } = parts(page);
    await button.tap();
    await menu.getByRole('link', { name: 'Contact Us' }).tap();
    await expect(page).toHaveURL(/\/contact$/);
    await expect(menu).toBeHidden();
    await button.tap();
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/services$/);
    await expect(menu).toBeHidden();
  }

  test('closes on a tap outside where popovers do not close by themselves', async ({ page }) => {
    await forget(page, 'popovers that close by themselves');
    await openHydrated(page, '/services');
    const { button, menu } = parts(page);
    await button.tap();
    await expect(menu).toBeVisible();
    // The margin below the menu. Further down, the call bar has a link to a phone number, which stops later input.
    await page.touchscreen.tap(4, 600);
    await expect(menu).toBeHidden();
    await button.tap();
    await expect(menu).toBeVisible();
    await button.tap();
    await expect(menu).toBeHidden();
  });
});

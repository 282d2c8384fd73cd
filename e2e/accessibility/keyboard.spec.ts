import { expect, test } from '../support/test.ts';
import { enter, openWithKeys, tabTo, typeInto } from './keys.ts';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('a visitor with a keyboard alone goes from the home page to a sent HVAC lead', { tag: '@journey' }, async ({
  page,
  query,
}) => {
  const name = crypto.randomUUID().slice(0, 8);
  const main = page.getByRole('main');
  await openWithKeys(page, '/');
  await enter(page, page.getByRole('banner').getByRole('link', { name: 'Services' }));
  await expect(page).toHaveURL(/\/services$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await enter(page, main.locator('a[href="/hvac"]'));
  await expect(page).toHaveURL(/\/hvac$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await typeInto(page, main, {
    Name: name,
    Company: 'Hope',
    Phone: '8015550142',
    Email: 'a@b.example',
    Location: 'Provo',
    'Service Type': 'Repair',
  });
  await expect(main.getByLabel('Service Type')).toHaveValue('repair');
  await enter(page, main.getByRole('button', { name: 'Get HVAC leads' }));
  await expect(page.getByRole('region', { name: /notification/i })).toContainText('Success!');
  expect(await query('select services from leads where name = $1', [name])).toEqual([{ services: ['repair'] }]);
});

test('a link followed before any script has run opens a page with the focus at its start', async ({ page }) => {
  await page.route(/\.js(\?|$)/, (route) => route.abort());
  await page.goto('/');
  await enter(page, page.getByRole('banner').getByRole('link', { name: 'Services' }));
  await expect(page).toHaveURL(/\/services$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
});

test.describe('on a phone with a keyboard', () => {
  test('the menu opens, closes with Escape and when the focus leaves it at either end, covers no focused element, links to a page, and stays open for a press on its own text', {
    tag: '@engines',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    await openWithKeys(page, '/');
    const button = page.getByRole('button', { name: 'Menu' });
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await enter(page, button);
    await tabTo(page, menu.getByRole('link').last());
    await expect(menu).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('main').locator(':focus')).toBeVisible();

    await enter(page, button);
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(button).toBeFocused();
    await expect(menu).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('banner').locator(':focus')).toBeVisible();

    await enter(page, button);
    await tabTo(page, menu.getByRole('link', { name: 'How It Works' }));
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await enter(page, menu.getByRole('link', { name: 'Contact Us' }));
    await expect(page).toHaveURL(/\/contact$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(menu).toBeHidden();

    await button.click();
    const box = await menu.boundingBox();
    if (!box) throw new Error('The menu has no box.');
    // The padding holds no link.
    await page.mouse.click(box.x + box.width - 3, box.y + box.height - 3);
    await expect(menu).toBeVisible();
  });
});

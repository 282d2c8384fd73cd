import { expect, openHydrated, startScripts, test } from '../support/test.ts';

test('the home page has a title, a description, a canonical address, structured data, all links of header and footer, and a way back to the top', async ({
  page,
}) => {
  await page.goto('/');
  await test.step('every page has a title, a description, a canonical address and structured data', async () => {
    await expect(page).toHaveTitle(/^.+ \| Beaconfield$/);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /^http:\/\/localhost:3000\/$/);
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
      'content',
      /\/attached_assets\/sharing\/home\.png$/,
    );
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
    expect(data['@graph'].map((thing: Record<string, string>) => thing['@type'])).toEqual(['Organization', 'WebSite']);
  });
  await test.step('the header links to every page that the specification names', async () => {
    const header = page.getByRole('banner');
    for (const [name, href] of [
      ['How It Works', '/#how-it-works'],
      ['Services', '/services'],
      ['Contact', '/contact'],
      ['(801) 555-0142', 'tel:+18015550142'],
      ['SCHEDULE A CONSULTATION', '/consultation'],
      ['Client Demos', '/click-demos'],
    ] as const) {
      await expect(header.getByRole('link', { name, exact: name === 'Contact' })).toHaveAttribute('href', href);
    }
  });
  await test.step('the footer shows quick links, contacts, offices and the placeholders', async () => {
    const footer = page.getByRole('contentinfo');
    for (const [name, href] of [
      ['How It Works', '/#how-it-works'],
      ['Results', '/#results'],
      ['Leads for Sale', '/leads'],
      ['My AI Agent', '/my-agent'],
      ['Client Demos', '/click-demos'],
    ] as const) {
      await expect(footer.getByRole('link', { name })).toHaveAttribute('href', href);
    }
    for (const name of ['FAQ', 'Blog', 'Privacy Policy', 'Terms of Service', 'Sitemap']) {
      await expect(footer.getByRole('link', { name })).toHaveAttribute('title', 'Coming soon');
      await footer.getByRole('link', { name }).click();
    }
    await expect(footer).toContainText('Florida, Utah, Boston');
    await expect(footer).toContainText('© 2023');
  });
  await test.step('the back-to-top button shows after 300 px and scrolls to the top', async () => {
    await startScripts(page);
    const button = page.getByRole('button', { name: 'Back to top' });
    await page.evaluate(() => window.scrollTo({ top: 310, behavior: 'instant' }));
    await expect(button).toBeVisible();
    await page.evaluate(() => window.scrollTo({ top: 290, behavior: 'instant' }));
    await expect(button).toBeHidden();
    await page.evaluate(() => window.scrollTo({ top: 310, behavior: 'instant' }));
    await button.click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });
  await test.step('the header marks Contact on the contact page', async () => {
    await page.goto('/contact');
    const contact = page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true });
    await expect(contact).toHaveAttribute('aria-current', 'page');
  });
});

test.describe('mobile menu', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('opens before any script has run', async ({ page }) => {
    await page.route('**/shell/**', (route) => route.abort());
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link')).toHaveText([
      'How It Works',
      'Services',
      'Client Demos',
      'Contact Us',
      '(801) 555-0142',
      'Book a consultation',
    ]);
  });

  test('closes on a choice, a click outside and Escape, and on every navigation: back to another page, back within the page, and to the page that is open', async ({
    page,
  }) => {
    await openHydrated(page, '/');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const button = page.getByRole('button', { name: 'Menu' });
    await test.step('it closes on a choice, on a click outside and on Escape', async () => {
      await button.click();
      await menu.getByRole('link', { name: 'Services' }).click();
      await expect(page).toHaveURL(/\/services$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(menu).toBeHidden();

      await button.click();
      await expect(menu).toBeVisible();
      // A click into the page's margin hits no link.
      await page.mouse.click(4, 820);
      await expect(menu).toBeHidden();

      await button.click();
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(button).toBeFocused();
    });
    await test.step('it closes on every navigation', async () => {
      await button.click();
      await menu.getByRole('link', { name: 'Services' }).click();
      await expect(menu).toBeHidden();
      await button.click();
      await expect(menu).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(/\/$/);
      await expect(menu).toBeHidden();
      // The end of the navigation would close the menu, too.
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

      await button.click();
      await menu.getByRole('link', { name: 'How It Works' }).click();
      await expect(page).toHaveURL(/#how-it-works$/);
      await expect(menu).toBeHidden();
      await button.click();
      await expect(menu).toBeVisible();
      // Firefox tells Playwright nothing of a step back within the page.
      await page.evaluate(() => history.back());
      await expect(page).toHaveURL(/\/$/);
      await expect(menu).toBeHidden();
    });
  });
});

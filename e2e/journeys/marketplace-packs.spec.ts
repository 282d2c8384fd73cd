import { expect, openHydrated, test } from '../support/test.ts';

const industries = [
  { key: 'roofing', label: 'Roofing', packs: 3, landingPage: 'Roof Storm Damage Assessment' },
  { key: 'legal', label: 'Legal', packs: 2, landingPage: null },
  { key: 'hvac', label: 'HVAC', packs: 2, landingPage: 'AC Repair & Replacement' },
  { key: 'solar', label: 'Solar', packs: 2, landingPage: 'Solar Savings Calculator' },
  { key: 'realEstate', label: 'Real Estate', packs: 2, landingPage: null },
  { key: 'junkRemoval', label: 'Junk Removal', packs: 2, landingPage: null },
];

test('a URL with an anchor opens that industry; each filter button shows its industry, scrolls to its section and survives a reload', {
  tag: '@journey',
}, async ({ page, browserName }) => {
  await openHydrated(page, '/leads#hvac');
  await expect(page).toHaveURL(/\/leads\?industry=hvac$/);
  await expect(page.locator('#hvac')).toBeInViewport();
  await expect(page.locator('#hvac').getByRole('row', { name: /Summer AC Pack/ })).toBeVisible();
  // The engines differ in how they scroll, not in the industries.
  for (const { key, label, packs, landingPage } of browserName === 'chromium' ? industries : industries.slice(-2)) {
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await page.getByRole('button', { name: label, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/leads\\?industry=${key}$`));
    const section = page.locator(`#${key}`);
    await expect(section).toBeInViewport();
    await expect(section).toBeFocused();
    await expect(page.getByRole('tab', { name: label })).toHaveAttribute('aria-selected', 'true');
    await expect(section.getByRole('row')).toHaveCount(packs + 1);
    await expect(section.getByRole('heading', { name: 'High-Converting Landing Pages' })).toHaveCount(
      landingPage ? 1 : 0,
    );
    if (landingPage) await expect(section.getByRole('heading', { name: landingPage })).toBeVisible();
    // The fixed header and the tabs must not cover the first row of the table.
    await expect(section.getByRole('columnheader', { name: 'Pack Name' })).toBeInViewport();
  }
  await page.reload();
  await expect(page.locator('#junkRemoval').getByRole('row')).toHaveCount(3);
});

test('the server renders the industry of the URL, and roofing for an unknown one', async ({ request }) => {
  const solar = await (await request.get('/leads?industry=solar')).text();
  expect(solar).toContain('Commercial Solar Pack');
  expect(solar).not.toContain('Storm Claims Pack');
  const unknown = await (await request.get('/leads?industry=plumbing')).text();
  expect(unknown).toContain('Storm Claims Pack');
});

test('without scripts each column is named once, each cell matches the specification exactly, and the filter buttons and the tabs load a page from the server', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/leads');
  for (const column of ['Pack Name', 'Type', 'Location', 'Leads', 'Price', 'Actions']) {
    await expect(page.getByText(column, { exact: true })).toHaveText(column);
  }
  const cells = page.getByRole('row').filter({ hasText: 'Storm Claims Pack' }).locator('th, td');
  for (const [index, text] of ['Storm Claims Pack', 'Roof Replacement', 'Oklahoma City', '20', '$325'].entries()) {
    await expect(cells.nth(index)).toHaveText(text);
  }
  await expect(page.getByRole('cell', { name: '$325', exact: true })).toBeVisible();
  const drawn = await cells.nth(4).evaluate((price) => getComputedStyle(price, '::after').content);
  expect(drawn).toContain('$16.25 per lead');

  await page.getByRole('button', { name: 'HVAC', exact: true }).click();
  await expect(page).toHaveURL(/\/leads\?industry=hvac#lead-packs$/);
  await expect(page.getByText('Summer AC Pack')).toBeVisible();
  await page.getByRole('tab', { name: 'Legal' }).click();
  await expect(page.getByText('Estate Planning Pack')).toBeVisible();
  await context.close();
});

test('on a phone each pack is a block with labelled values; Escape closes the hint of "View Demo" from the moment that it shows, and a tap shows the full hint at once, until a tap elsewhere', async ({
  browser,
}) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await openHydrated(page, '/leads');
  const pack = page.getByRole('row', { name: /Storm Claims Pack/ });
  const drawn = await pack.getByRole('cell').evaluateAll((cells) =>
    cells.map((cell) => {
      const { content, display } = getComputedStyle(cell, '::before');
      return content !== 'none' && display !== 'none' && cell.dataset.label;
    }),
  );
  expect(drawn).toEqual(['Type', 'Location', 'Leads', 'Price', false]);
  await expect(pack.getByRole('button', { name: 'Buy Now' })).toBeVisible();
  await page.getByRole('tablist').scrollIntoViewIfNeeded();
  for (const { label } of industries) {
    await expect(page.getByRole('tab', { name: label })).toBeInViewport({ ratio: 1 });
  }
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);

  const button = page.getByRole('button', { name: 'View Demo' });
  const hint = page.getByRole('tooltip');
  // Before the browser has painted it.
  const shown = page.getByRole('tooltip', { includeHidden: true }).evaluate(
    (words) =>
      new Promise<void>((resolve) => {
        new MutationObserver((_changes, observer) => {
          observer.disconnect();
          document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
          resolve();
        }).observe(words, { attributeFilter: ['hidden'] });
      }),
  );
  await button.focus();
  await shown;
  await expect(hint).toBeHidden();
  for (let taps = 0; taps < 2; taps += 1) {
    await button.tap();
    await expect(hint).toBeVisible();
    const isCutOff = await hint.evaluate((words) => {
      const { left, right, top } = words.getBoundingClientRect();
      return [left + 2, right - 2].some((x) => !words.contains(document.elementFromPoint(x, top + 2)));
    });
    expect(isCutOff).toBe(false);
    await page.getByRole('heading', { name: 'High-Converting Landing Pages' }).tap();
    await expect(hint).toBeHidden();
  }
  await context.close();
});

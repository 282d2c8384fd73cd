import { industries, useCases } from '../../mf-agents/src/content/picker-choices.ts';
import { expectCleanAtBothWidths } from '../support/expect-no-violations.ts';
import { expect, openHydrated, test } from '../support/test.ts';

test('the URL of the picker supports forward, back and starting over', { tag: '@journey' }, async ({ page }) => {
  await openHydrated(page, '/custom-ai-agent');
  await page.getByRole('button', { name: 'Business Agent' }).click();
  await expect(page).toHaveURL(/\?type=business$/);
  await page.getByRole('button', { name: 'Legal Services' }).click();
  await expect(page).toHaveURL(/\?type=business&industry=legal$/);
  await expect(page.getByRole('heading', { name: 'Your custom agent' })).toBeFocused();
  const mail = await page.getByRole('link', { name: /Contact us/ }).getAttribute('href');
  expect(decodeURIComponent(mail ?? '')).toMatch(/subject=.*Business Agent - Legal Services&body=.*Legal Services/s);
  await page.goBack();
  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  await page.goForward();
  // Waits for the summary, because the step before also has a button to start over.
  await expect(page.getByRole('heading', { name: 'Your custom agent' })).toBeVisible();
  await page.getByRole('button', { name: 'Start Over' }).click();
  await expect(page.getByText('Step 1', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/custom-ai-agent\??$/);
});

test('each business and each use case has its own sample', async ({ request }) => {
  const samples = new Set<string>();
  const choices = [
    ...industries.map(({ id }) => `type=business&industry=${id}`),
    ...useCases.map(({ id }) => `type=personal&useCase=${id}`),
  ];
  for (const choice of choices) {
    const html = await (await request.get(`/custom-ai-agent?${choice}`)).text();
    const [, sample = ''] = /aria-label="How it could sound"[^>]*>(.*?)<\/ol>/s.exec(html) ?? [];
    expect.soft(sample, choice).not.toContain('roof is leaking');
    samples.add(sample);
  }
  expect(samples.size).toBe(choices.length);
});

test('the first choice is on the first screen and has one ring, and axe finds nothing in later steps of the picker', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openHydrated(page, '/custom-ai-agent');
  const business = page.getByRole('button', { name: 'Business Agent' });
  const personal = page.getByRole('button', { name: 'Personal Assistant' });
  await expect(business).toBeInViewport({ ratio: 1 });
  await personal.focus();
  await page.keyboard.press('Tab');
  await expect(business).toBeFocused();
  await expect(business).toHaveCSS('outline-style', 'solid');
  await expect(page.locator('li').filter({ has: business })).toHaveCSS('outline-style', 'none');

  await business.click();
  await expect(page.getByRole('heading', { name: 'Pick your industry' })).toBeVisible();
  await expectCleanAtBothWidths(page, 'the industries');
  await page.getByRole('button', { name: 'Back to the types' }).click();
  await personal.click();
  await page.getByRole('button', { name: 'Task Management' }).click();
  await expect(page.getByRole('heading', { name: 'Your custom agent' })).toBeVisible();
  await expectCleanAtBothWidths(page, 'the summary');
});

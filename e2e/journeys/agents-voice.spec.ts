import type { Page } from '@playwright/test';
import { unlockedFlag } from '../../mf-demos/src/features/access/unlocked-flag.ts';
import { expect, openHydrated, test } from '../support/test.ts';

test.use({ hasVoiceWidget: true });

/** The real widget, anywhere on the page. */
const widget = (page: Page) => page.locator('elevenlabs-convai');

async function expectAgent(page: Page, kind: string) {
  await expect(widget(page)).toHaveCount(1);
  await expect(widget(page)).toHaveAttribute('agent-id', new RegExp(kind));
}

test('one widget stays during navigation and changes its agent with the kind of page', { tag: '@journey' }, async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('convai-widget')) scripts.push(request.url());
  });
  await openHydrated(page, '/ai-agent-demo');
  await expectAgent(page, 'pages');
  await page.evaluate(() => {
    (document.querySelector('elevenlabs-convai') as HTMLElement).dataset.first = '';
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale' }).click();
  await expectAgent(page, 'site');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Client Demos' }).click();
  await expectAgent(page, 'demos');
  await page.getByLabel('Password', { exact: true }).fill('demo');
  await page.getByRole('button', { name: 'Access Demos' }).click();
  await page.getByRole('link', { name: 'Open demo' }).click();
  await expect(page.locator('main elevenlabs-convai')).toHaveCount(1);
  await expectAgent(page, 'demos');
  await page.getByRole('button', { name: 'Back to Demos' }).click();
  await expect(page.locator('body > elevenlabs-convai')).toHaveCount(1);
  await page.getByRole('contentinfo').getByRole('link', { name: 'My AI Agent' }).click();
  await expectAgent(page, 'pages');
  await expect(widget(page)).toHaveAttribute('data-first');
  expect(scripts).toHaveLength(1);
});

test('a demo that is opened by its URL has the widget in its box, as a chosen one has', async ({ page }) => {
  await page.addInitScript((flag) => sessionStorage.setItem(flag, 'true'), unlockedFlag);
  await page.goto('/click-demos?demo=horizon-realty-team');
  // Waits for hydration, because a page without a box then shows the widget in its corner.
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
  await page.evaluate(
    () => new Promise((resolve) => (window.requestIdleCallback ?? ((then) => setTimeout(then, 1500)))(resolve)),
  );
  await expect(page.locator('main elevenlabs-convai')).toHaveCount(1);
  await page.getByRole('button', { name: 'Back to Demos' }).click();
  await expect(page.locator('body > elevenlabs-convai')).toHaveCount(1);
});

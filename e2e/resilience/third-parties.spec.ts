import type { BrowserContext, Route } from '@playwright/test';
import { expectTold, fillForm, sendForm, siteFormOf } from '../support/site-forms.ts';
import { expect, openHydrated, takeConsole, test } from '../support/test.ts';

test.use({ hasVoiceWidget: true });

/** Whether a URL belongs to a third party. */
const others = (url: URL) => url.hostname !== 'localhost';

/** Never answers third-party requests, as a firewall that drops packets. */
async function swallow(context: BrowserContext): Promise<() => void> {
  let letGo = () => {};
  const end = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await context.route(others, async (route) => {
    await end;
    await route.abort().catch(() => {}); // the page may be closed
  });
  return letGo;
}

// Every page gets the widget from the shell, and the policy of a page names no other third party. The second page has a button
// for the widget.
test('pages work without console messages where all third parties are blocked, the voice button shows the telephone number, and it connects after the outage', async ({
  page,
  context,
  consoleErrors,
}) => {
  const asked = new Set<string>();
  const block = (route: Route) => {
    asked.add(new URL(route.request().url()).hostname);
    return route.abort('blockedbyclient');
  };
  await context.route(others, block);
  for (const path of ['/', '/ai-agent-demo']) {
    await openHydrated(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const talk = page.getByRole('button', { name: 'Talk to Our AI Specialist' });
  await talk.click();
  await expect(page.getByText(/cannot be opened right now/).getByRole('link')).toHaveAttribute('href', /^tel:/);
  expect([...asked]).toEqual(['unpkg.com']);
  await context.unroute(others, block);
  await talk.click();
  await expect(page.getByText(/in the corner of this page/)).toBeVisible();
  const said = await takeConsole(page, consoleErrors);
  expect(said.join()).toContain('The voice widget could not be loaded');
  expect(said.filter((words) => !words.includes('The voice widget could not be loaded'))).toEqual([]);
});

test('third parties that never respond delay neither a page nor its forms', async ({
  page,
  context,
  query,
  consoleErrors,
}) => {
  const letGo = await swallow(context);
  const form = siteFormOf('/hvac');
  const email = `ada-${crypto.randomUUID()}@hope.example`;
  await openHydrated(page, form.path);
  expect(await page.evaluate(() => document.readyState)).toBe('complete');
  await fillForm(page, form, email);
  await sendForm(page, form);
  await expectTold(page, form.thanks);
  expect(await query('select 1 from leads where email = $1', [email])).toHaveLength(1);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pre-Qualified Leads You Can Buy Today');
  letGo();
  await expect.poll(() => consoleErrors.splice(0).join()).toContain('could not be loaded');
});

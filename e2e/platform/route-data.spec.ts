import type { Page } from '@playwright/test';
import { expect, openHydrated, test } from '../support/test.ts';

/** Each with pages whose layout differs there, and with whether the agent that the browser looks up is found. */
const sizes = [
  {
    size: { width: 390, height: 844 },
    pages: ['/', '/agents/demo-agent', '/agents/no-such-agent', '/my-agent', '/exotics-intake'],
    answers: [true, false],
  },
  { size: { width: 1280, height: 900 }, pages: ['/', '/exotics-intake'], answers: [true] },
];

/**
 * Records every layout shift in the window from the first paint on. The display font is blocked: display-font.spec.ts
 * tests its shifts.
 */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.route('**/shell/fonts/*', (route) => route.abort());
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Reflect.get(window, 'shifts').push(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(async () => {
      // The browser reports a shift one frame later.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      return (Reflect.get(window, 'shifts') as number[]).reduce((sum, value) => sum + value, 0);
    });
}

/** The first heading in the HTML of a page. */
const headingOf = (html: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1];

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page of an agent is complete, and its metadata has the name of the agent', async ({ page }) => {
    const answer = await page.goto('/agents/demo-agent');
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Summit Dental Care');
    await expect(page.getByText('Appointments answered day and night')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start Talking Now' })).toHaveAttribute('href', /agent_id=agent_/);
    await expect(page).toHaveTitle('Summit Dental Care | Beaconfield');
    const content = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content');
    expect([await content('title'), await content('description')]).toEqual([
      'Summit Dental Care | Beaconfield',
      'Appointments answered day and night',
    ]);
  });

  test('an unknown agent, also one whose name looks like a path, gets the not-found text and status 404', async ({
    page,
    request,
  }) => {
    const answer = await page.goto('/agents/no-such-agent');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agent Not Found');
    await expect(page.getByText('This agent does not exist or has been deactivated.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to My Agent' })).toBeVisible();
    for (const name of ['a%2Fb', 'a%5Cb', '..%2Fby-code%2FDEMO-ACTIVE']) {
      const other = await request.get(`/agents/${name}`);
      expect([other.status(), headingOf(await other.text())], name).toEqual([404, 'Agent Not Found']);
    }
  });

  test('a change of an agent by the office shows within seconds', async ({ request, query }) => {
    const name = `changing-${crypto.randomUUID()}`;
    const heading = async () => headingOf(await (await request.get(`/agents/${name}`)).text());
    expect(await heading()).toBe('Agent Not Found');
    await query(
      `insert into agents (id, agent_name, agent_code, business_name, tagline, eleven_labs_agent_id)
       values (gen_random_uuid(), $1, upper($1), 'First Name', 'One', 'agent_1')`,
      [name],
    );
    await expect.poll(heading).toBe('First Name');
    await query(`update agents set business_name = 'Second Name' where agent_name = $1`, [name]);
    await expect.poll(heading).toBe('Second Name');
    await query('update agents set deactivated_at = now() where agent_name = $1', [name]);
    await expect.poll(heading).toBe('Agent Not Found');
  });
});

for (const { size, pages, answers } of sizes) {
  test(`pages have no layout shift while they hydrate, and where the browser loads the agent, its box has the same size before and after, at ${size.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    const shifts = await watchShifts(page);
    for (const path of pages) {
      await openHydrated(page, path);
      expect.soft(await shifts(), path).toBe(0);
    }
    // The server leaves the look-up of a very long name to the browser, as without the API.
    for (const found of answers) {
      const { promise: isSeen, resolve: answer } = Promise.withResolvers<void>();
      await page.route('**/api/ai-agents/by-name/*', async (route) => {
        await isSeen;
        const json = {
          id: '7',
          businessName: 'Acme Dental',
          tagline: 'Smiles on time',
          elevenLabsAgentId: 'agent_7',
        };
        await route.fulfill(found ? { json } : { status: 404, contentType: 'application/problem+json', body: '{}' });
      });
      const document = await page.goto(`/agents/${'acme-dental-'.repeat(90)}`);
      expect(document?.status()).toBe(200);
      const html = (await document?.text()) ?? '';
      expect(html).toContain('Loading your AI agent...');
      // No interaction is needed: the scripts of this page start at once.
      await page.waitForFunction(() => 'hydrated' in window.document.documentElement.dataset);
      await expect(page.getByText('Loading your AI agent...')).toBeVisible();
      answer();
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText(found ? 'Acme Dental' : 'Agent Not Found');
      expect(await shifts()).toBe(0);
      await page.unroute('**/api/ai-agents/by-name/*');
    }
  });
}

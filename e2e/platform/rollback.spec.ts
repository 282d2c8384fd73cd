import type { APIRequestContext, Page } from '@playwright/test';
import { publishChanged, type ShellSite, startShellSite } from '../support/shell-site.ts';
import { expect, openHydrated, test } from '../support/test.ts';

const remote = 'mf-marketing';
/** The line above the title of the home page. It is short, and no other test reads it. */
const kicker = '[data-part=kicker]';

/** Distinguishes the changed release from every other. */
const marker = `changed ${crypto.randomUUID().slice(0, 8)}`;

/** A separate site, because a switch would disturb tests that compare pages. */
let site: ShellSite;

test.beforeAll(async () => {
  site = await startShellSite();
});

test.afterAll(() => site.stop());

/** Waits until a page load has the marker, or has it no longer. `npm run drill:releases` measures how soon. */
async function expectServed(request: APIRequestContext, { marked }: { marked: boolean }): Promise<void> {
  await expect
    .poll(async () => (await (await request.get(site.address)).text()).includes(marker), {
      intervals: [50],
      message: `the home page is served ${marked ? 'with' : 'without'} "${marker}" `,
    })
    .toBe(marked);
}

/**
 * Checks the text and the hydration. A hydration mismatch would be an error on the console, which fails the test. Scripts
 * that do not load would leave a static island.
 */
async function expectShownAndHydrated(page: Page, text: string): Promise<void> {
  await openHydrated(page, site.address);
  await expect(page.locator(kicker)).toHaveText(text);
  await expect(page.locator('[data-static-island]')).toHaveCount(0);
}

test('a release goes live and is rolled back for the next page load, and open tabs keep working', async ({
  page,
  context,
  request,
}) => {
  await openHydrated(page, site.address);
  const before = (await page.locator(kicker).textContent()) ?? '';
  const after = `${before}, ${marker}`;
  const first = await site.live(remote);
  const onOtherRemote = await context.newPage();
  const errors: string[] = [];
  onOtherRemote.on('pageerror', (error) => errors.push(error.message));
  await openHydrated(onOtherRemote, `${site.address}/leads`);

  const second = await publishChanged(site, { remote, text: { from: before, to: after } });
  expect(second).not.toBe(first);
  await expectServed(request, { marked: false });

  try {
    await site.goLive(remote, second);
    await expectServed(request, { marked: true });
    const next = await context.newPage();
    await expectShownAndHydrated(next, after);

    // Two tabs from before the switch: one without the remote, and one with it.
    await onOtherRemote.getByRole('banner').getByRole('link').first().click();
    await expect(onOtherRemote.locator(kicker)).toHaveText(before);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pre-Qualified Leads You Can Buy Today');
    await page.goBack();
    await expect(page.locator(kicker)).toHaveText(before);
  } finally {
    // Without an activation there is nothing to roll back, and the test's own error is the one to show.
    if ((await site.live(remote)) === second) {
      await site.release('rollback', remote, '--to', first, '--reason', 'rollback test');
    }
  }

  await expectServed(request, { marked: false });
  await expectShownAndHydrated(await context.newPage(), before);
  expect(await site.live(remote)).toBe(first);
  expect(errors).toEqual([]);
});

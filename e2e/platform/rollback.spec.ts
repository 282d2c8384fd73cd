import type { APIRequestContext, Page } from '@playwright/test';
import { publishChanged, type ShellSite, startShellSite } from '../support/shell-site.ts';
import { expect, openHydrated, test } from '../support/test.ts';

const remote = 'mf-marketing';
/** The line above the title of the home page: short, and no other test reads it. */
const kicker = '[data-part=kicker]';

/** Tells the changed release from every other. */
const marker = `changed ${crypto.randomUUID().slice(0, 8)}`;

/** Of its own: other tests compare pages, which a switch changes. */
let site: ShellSite;

test.beforeAll(async () => {
  site = await startShellSite();
});

test.afterAll(() => site.stop());

/** One of the next page loads has the marker, or has it no more; how soon is measured by `npm run drill:releases`. */
async function expectServed(request: APIRequestContext, { marked }: { marked: boolean }): Promise<void> {
  await expect
    .poll(async () => (await (await request.get(site.address)).text()).includes(marker), {
      intervals: [50],
      message: `the home page is served ${marked ? 'with' : 'without'} "${marker}" `,
    })
    .toBe(marked);
}

/**
 * A hydration that does not agree with the server's HTML would speak up on the console and fail the test; scripts that
 * do not load would leave a static island.
 */
async function expectShownAndHydrated(page: Page, text: string): Promise<void> {
  await openHydrated(page, site.address);
  await expect(page.locator(kicker)).toHaveText(text);
  await expect(page.locator('[data-static-island]')).toHaveCount(0);
}

test('a release goes live and back by command, for the next page load, and open tabs go on', async ({
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
    await site.release('activate', remote, second, '--reason', 'rollback test');
    await expectServed(request, { marked: true });
    const next = await context.newPage();
    await expectShownAndHydrated(next, after);

    // A tab that had not loaded the remote yet, and one that had, both from before the switch.
    await onOtherRemote.getByRole('banner').getByRole('link').first().click();
    await expect(onOtherRemote.locator(kicker)).toHaveText(before);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Leads for Sale' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pre-Qualified Leads You Can Buy Today');
    await page.goBack();
    await expect(page.locator(kicker)).toHaveText(before);
  } finally {
    // Where it never went live, the reason is the one that the test shows.
    if ((await site.live(remote)) === second) {
      await site.release('rollback', remote, '--to', first, '--reason', 'rollback test');
    }
  }

  await expectServed(request, { marked: false });
  await expectShownAndHydrated(await context.newPage(), before);
  expect(await site.live(remote)).toBe(first);
  expect(errors).toEqual([]);
});

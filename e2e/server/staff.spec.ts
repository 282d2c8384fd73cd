import type { Page } from '@playwright/test';
import { publishChanged } from '../support/shell-site.ts';
import { type SiteInParts, startSiteInParts } from '../support/site-in-parts.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// A release with a wrong sentence is live during an outage, and staff still roll it back.

const remote = 'mf-marketing';
const token = 'a-token-of-anna-for-tests';
const wrong = 'Leads for one cent';

let site: SiteInParts;
let good: string;
let bad: string;
/** The correct sentence of the home page. */
let right: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  site = await startSiteInParts({ STAFF_TOKENS: `Anna:${token}` });
  good = await site.live(remote);
  const page = await browser.newPage();
  await page.goto(site.address);
  right = (await kickerOf(page).textContent()) ?? '';
  await page.close();
  bad = await publishChanged(site, { remote, text: { from: right, to: wrong } });
});

test.afterAll(() => site.stop());

test.beforeEach(async ({ page }) => {
  await site.goLive(remote, bad);
  await expectHome(page, wrong);
});

const kickerOf = (page: Page) => page.locator('[data-part=kicker]');

/** Waits until a page load shows the sentence and hydrates with it. */
async function expectHome(page: Page, said: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.goto(site.address);
      return kickerOf(page).textContent();
    })
    .toBe(said);
  await openHydrated(page, site.address);
  await expect(kickerOf(page)).toHaveText(said);
  await expect(page.locator('[data-static-island]')).toHaveCount(0);
}

const healthOf = async (part: string) => (await fetch(`${site.address}/api/health/${part}`)).status;

async function rollBackByPage(page: Page, reason: string): Promise<void> {
  await page.goto(`${site.address}/_ops`);
  await page.getByLabel('Your token').fill(token);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('link', { name: `Roll back ${remote}` }).click();
  await page.getByLabel('Why', { exact: true }).fill(reason);
  await page.getByRole('button', { name: `Roll back ${remote}` }).click();
  await expect(page.getByRole('status')).toContainText(`Done: ${remote} was rolled back`);
  await expect(page.getByRole('main')).toContainText(reason);
  await expect(page.getByRole('main')).toContainText('Anna');
}

const outages = [
  {
    down: 'the API',
    begin: () => site.stopApi(),
    end: () => site.startApi(),
    /** The API cannot even report that it lives. */
    live: 503,
  },
  { down: 'the database', begin: () => site.stopDatabase(), end: () => site.startDatabase(), live: 200 },
];

const ways = [
  {
    way: 'by command',
    rollBack: async () => {
      await site.release('rollback', remote, '--by', 'carol', '--reason', 'wrong price');
    },
  },
  { way: 'by the staff page', rollBack: (page: Page) => rollBackByPage(page, `wrong price ${crypto.randomUUID()}`) },
];

for (const { down, begin, end, live } of outages) {
  for (const { way, rollBack } of ways) {
    test(`while ${down} is down, staff roll back ${way} and visitors get the previous release`, async ({ page }) => {
      await begin();
      try {
        expect(await healthOf('live')).toBe(live);
        expect(await healthOf('ready')).toBe(503);
        await rollBack(page);
        await expectHome(page, right);
        expect(await site.live(remote)).toBe(good);
      } finally {
        await end();
      }
      await expect.poll(() => healthOf('ready')).toBe(200);
    });
  }
}

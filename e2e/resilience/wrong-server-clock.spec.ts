import path from 'node:path';
import { fillAsAPerson } from '../support/fill-as-a-person.ts';
import { queryDatabase } from '../support/query-database.ts';
import { anotherNote, goLive, publishChanged, runRelease } from '../support/shell-site.ts';
import { type RunningSite, startSite } from '../support/site.ts';
import { expectTold, fillForm, sendForm, siteFormOf } from '../support/site-forms.ts';
import { expect, openHydrated, test } from '../support/test.ts';

const day = 24 * 60 * 60 * 1000;
const remote = 'mf-demos';
const token = 'a-token-of-anna-for-tests';
const wrongClock = path.resolve(import.meta.dirname, '../support/wrong-clock.mjs');
const form = siteFormOf('/hvac');

for (const { what, by } of [
  { what: 'a day ahead', by: day },
  { what: 'a day behind the one', by: -day },
]) {
  test.describe(`on a site whose clock is ${what} of its visitors, its database and its operators`, () => {
    test.describe.configure({ mode: 'serial' });

    let site: RunningSite;
    const release = (...words: string[]) => runRelease(site.dataFolder, ...words);
    /** A release that can be previewed or become a canary. */
    let id: string;

    test.beforeAll(async () => {
      const environment = {
        NODE_OPTIONS: `--import=${wrongClock}`,
        CLOCK_SHIFT: String(by),
        STAFF_TOKENS: `Anna:${token}`,
      };
      site = await startSite({ environment });
      id = await publishChanged({ release }, { remote, files: anotherNote() });
    });

    test.afterAll(() => site.stop());

    test('no visitor is treated as a bot, and the office receives the mail', async ({ page }) => {
      const email = `ada.${crypto.randomUUID()}@hope.example`;
      await openHydrated(page, site.address + form.path);
      await fillAsAPerson(page, () => fillForm(page, form, email));
      await sendForm(page, form);
      await expectTold(page, form.thanks);
      const delivered = `select quarantine_reason, delivered_at is not null as delivered from submissions
        left join deliveries on submissions.id = submission_id where payload->>'email' = $1`;
      await expect
        .poll(() => queryDatabase(site.databaseUrl, delivered, [email]))
        .toEqual([{ quarantine_reason: null, delivered: true }]);
    });

    test('staff stay logged in, and a failure report counts once', async ({ page, request }) => {
      await page.goto(`${site.address}/_ops`);
      await page.getByLabel('Your token').fill(token);
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(page.getByRole('heading', { name: 'Remotes' })).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Remotes' })).toBeVisible();

      const answer = await request.get(`${site.address}/click-demos`);
      const view = /desc="([^"]+)"/.exec(answer.headers()['server-timing'] ?? '')?.[1];
      // The token's parts: set, remote, nonce, expiry in seconds (base 36), signature.
      const expires = Number.parseInt(view?.split('~')[3] ?? '', 36) * 1000;
      const hoursAhead = Math.round((expires - Date.now()) / 3_600_000);
      expect(hoursAhead, 'hours that a page view counts, by the wrong clock').toBe(1 + by / 3_600_000);
      const { remotes } = await release('status');
      // The cast is safe: the command prints this shape.
      const live = (remotes as { remote: string; live: string }[]).find((state) => state.remote === remote)?.live;
      const data = JSON.stringify({ token: view, remote, release: live, outcome: 'render' });
      const report = async () => (await request.post(`${site.address}/_health/views`, { data })).status();
      expect([await report(), await report()]).toEqual([204, 400]);
    });

    test('a preview link expires early or late with a clear message, and a longer one works', async ({ page }) => {
      for (const { hours, isShown } of [
        { hours: '23', isShown: by < 0 },
        { hours: '48', isShown: true },
      ]) {
        const { token: link } = await release('preview', remote, id, '--hours', hours);
        await page.goto(`${site.address}/click-demos?preview=${link}`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Client demos');
        await expect(page.getByText(`Preview of ${remote} ${id}`)).toHaveCount(isShown ? 1 : 0);
      }
    });

    test('a visitor gets the same canary from page to page', async ({ page }) => {
      await goLive(site.dataFolder, remote, id, { percent: 50 });
      const visitor = async () => {
        await page.goto(site.address);
        return (await page.context().cookies()).find(({ name }) => name === 'visitor')?.value;
      };
      await expect.poll(visitor).toMatch(/^[\w-]{22}$/);
      const first = await visitor();
      // These requests have the cookies of the browser, which keeps or drops them by its own clock.
      const sets: (string | undefined)[] = [];
      for (let load = 0; load < 4; load += 1)
        sets.push((await page.request.get(`${site.address}/click-demos`)).headers()['x-release-set']);
      expect(new Set(sets).size).toBe(1);
      expect(await visitor()).toBe(first);
      await release('abort', remote);
    });
  });
}

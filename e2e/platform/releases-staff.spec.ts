import type { Page } from '@playwright/test';
import { anotherNote, publishChanged, type ShellSite, startShellSite } from '../support/shell-site.ts';
import { expect, test } from '../support/test.ts';

const remote = 'mf-demos';
const token = 'a-token-of-anna-for-tests';
let site: ShellSite;
let first: string;
let second: string;

test.describe.configure({ mode: 'serial' });
test.use({ javaScriptEnabled: false });

test.beforeAll(async () => {
  site = await startShellSite({
    STAFF_TOKENS: `Anna:${token}, Ben:another-token-for-tests, Cleo:a-token-of-cleo-to-read:read, Dora:a-token-of-dora-for-demos:own=${remote}`,
  });
  first = await site.live(remote);
  second = await publishChanged(site, { remote, files: anotherNote() });
  await site.goLive(remote, second, { by: 'carol', reason: 'A better <page>' });
});
test.afterAll(() => site.stop());

async function logIn(page: Page, given = token): Promise<void> {
  await page.goto(`${site.address}/_ops`);
  await page.getByLabel('Your token').fill(given);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test('there is no staff page unless a token is configured', async ({ request }) => {
  test.skip(!process.env.BASE_URL, 'needs the site of this run');
  expect((await request.get('/_ops')).status()).toBe(404);
  expect((await request.post('/_ops/login', { form: { token: '' } })).status()).toBe(405);
});

test('staff see what is live, who activated it and why, and roll back with a reason, without any script', async ({
  page,
}) => {
  await logIn(page);
  const row = page.getByRole('row', { name: remote });
  await expect(row).toContainText(second);
  await expect(page.getByRole('main')).toContainText('by carol: A better <page>');
  await row.getByRole('link', { name: 'Roll back' }).click();
  await expect(page.getByRole('main')).toContainText(first);
  const button = page.getByRole('button', { name: 'Roll back' });
  await button.click();
  await expect(button, 'not without a reason').toBeVisible();
  await page.getByLabel('Why', { exact: true }).fill('The <form> is broken');
  await button.click();
  await expect(page.getByRole('status')).toContainText(`Done: ${remote} was rolled back: ${second} → ${first}`);
  await expect(page.getByRole('main')).toContainText('The <form> is broken');
  expect((await site.release('log', '--last', '1')).entries).toMatchObject([
    { action: 'rollback', by: 'Anna', from: second, to: first, reason: 'The <form> is broken' },
  ]);
  await page.getByRole('button', { name: 'Log out Anna' }).click();
  await expect(page.getByLabel('Your token')).toBeVisible();
});

test('a rollback from an outdated page changes nothing and names the earlier change', async ({ page }) => {
  await site.goLive(remote, second);
  await logIn(page);
  await page.getByRole('link', { name: `Roll back ${remote}` }).click();
  await site.goLive(remote, first, { by: 'dora' });
  await page.getByLabel('Why', { exact: true }).fill('late');
  await page.getByRole('button', { name: 'Roll back' }).click();
  await expect(page.getByRole('alert')).toContainText('Another operator was first');
  await expect(page.getByRole('alert')).toContainText('by dora');
  expect(await site.live(remote)).toBe(first);
});

test('the page is never indexed, cached or framed and runs one own script; its cookie stays with the server', async ({
  page,
  request,
}) => {
  const answer = await request.get(`${site.address}/_ops`);
  expect(answer.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
  expect(answer.headers()['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; img-src data:;/,
  );
  await logIn(page);
  const [cookie] = await page.context().cookies(`${site.address}/_ops`);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/_ops' });
});

test('a form from another session, another site or without its token changes nothing', async ({ page, playwright }) => {
  await site.goLive(remote, second);
  await logIn(page);
  const { revision } = await site.release('status');
  const [cookie] = await page.context().cookies(`${site.address}/_ops`);
  const csrf = (await page.locator('input[name=csrf]').first().getAttribute('value')) ?? '';
  const form = { remote, reason: 'forged', expect: String(revision), csrf, sure: 'yes' };
  const send = async (headers: Record<string, string>, fields: Record<string, string>) => {
    const sender = await playwright.request.newContext();
    const answer = await sender.post(`${site.address}/_ops/act/rollback`, { headers, form: fields, maxRedirects: 0 });
    await sender.dispose();
    return answer.status();
  };
  const own = { cookie: `staff=${cookie?.value}` };
  expect(await send({}, form)).toBe(403);
  expect(await send(own, { ...form, csrf: '' })).toBe(403);
  expect(await send(own, { ...form, csrf: `${csrf.slice(0, -1)}!` })).toBe(403);
  expect(await send({ ...own, origin: 'https://evil.example' }, form)).toBe(403);
  expect(await send({ cookie: `staff=${cookie?.value}x` }, form)).toBe(403);
  expect(await send(own, { ...form, reason: ' ' })).toBe(422);
  expect(await site.live(remote)).toBe(second);
  expect(await send(own, form)).toBe(303);
  expect(await site.live(remote)).toBe(first);
});

test('wrong tokens are refused, and after five of them the right one is still accepted', async ({ page }) => {
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await logIn(page, `wrong token ${attempt}`);
    await expect(page.getByRole('alert')).toContainText(
      'This token is not valid. Ask an operator of the site for yours.',
    );
  }
  await expect(page.getByRole('alert')).toContainText('many wrong ones from your network');
  await logIn(page);
  await expect(page.getByRole('button', { name: 'Log out Anna' })).toBeVisible();
});

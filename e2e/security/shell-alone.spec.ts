import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createPreviewToken } from '../../shell/settings/preview-token.ts';
import { requestRaw } from '../support/raw-request.ts';
import { anotherNote, publishChanged, type ShellSite, startShellSite } from '../support/shell-site.ts';
import { expect, test } from '../support/test.ts';
import { expectHarmless } from './harmless.ts';
import { inBunches } from './injections.ts';
import { expectInert, expectSecureHeaders } from './secure-headers.ts';

// Responses that only a shell server with a staff page, a second release and no API gives.

const remote = 'mf-demos';
const staffToken = 'a-token-of-anna-for-tests';
/** The limit of hostile texts in one reason on the staff page. */
const bunchSize = 8;
let site: ShellSite;
let live: string;
let second: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  site = await startShellSite({ STAFF_TOKENS: `Anna:${staffToken}` });
  live = await site.live(remote);
  second = await publishChanged(site, { remote, files: anotherNote() });
});
test.afterAll(() => site.stop());

test('forged or expired preview tokens show only the live site', async () => {
  const key = Buffer.from(await readFile(path.join(site.dataFolder, 'keys', 'preview.key'), 'utf8'), 'hex');
  const later = Date.now() + 3_600_000;
  const releases = { [remote]: second };
  const good = createPreviewToken(key, { releases, expires: later });
  // What else is no token is in shell/settings/preview-token.test.ts.
  const tokens = [
    createPreviewToken(randomBytes(32), { releases, expires: later }),
    createPreviewToken(key, { releases, expires: Date.now() - 1 }),
    good.slice(0, -1),
    createPreviewToken(key, { releases: { [remote]: '9.9.9-00000000' }, expires: later }),
    createPreviewToken(key, { releases: { 'mf-unknown': second }, expires: later }),
  ];
  const ask = (address: string, token?: string) =>
    requestRaw(address, { base: site.address, headers: token === undefined ? {} : { Cookie: `preview=${token}` } });
  const expected = await ask('/click-demos');
  const wrong: string[] = [];
  for (const token of tokens) {
    for (const { status, headers, body } of [
      await ask('/click-demos', token),
      await ask(`/click-demos?preview=${encodeURIComponent(token)}`),
    ]) {
      // A valid token for a deleted release is accepted and shows the live site, as the cookie above does.
      const isTaken = status === 303 && headers.location === '/click-demos?preview=started';
      const isLive = status === 200 && headers['x-release-set'] === expected.headers['x-release-set'];
      if (!isTaken && !(isLive && body === expected.body)) wrong.push(`${status} ${token.slice(0, 80)}`);
    }
  }
  expect(wrong).toEqual([]);
  const previewed = await ask('/click-demos', good);
  expect(previewed.headers['x-release-set']).toContain(second);
  expect(previewed.body).toContain('data-preview');

  // A token for one release shows no other.
  const third = await publishChanged(site, { remote, files: anotherNote() });
  const set = previewed.headers['x-release-set']?.split(' ')[0] ?? '';
  expect((await ask(`/composition/${set}.json`, good)).status).toBe(200);
  expect((await ask(`/composition/${set}.json`)).status).toBe(404);
  expect((await ask(`/composition/${set.replace(second, third)}.json`, good)).status).toBe(404);
  const file = `/remotes/${remote}/${third}/browser/note.txt`;
  const { token: right } = await site.release('preview', remote, third);
  const statuses = [await ask(file), await ask(file, good), await ask(file, String(right)), await ask(file)];
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 200, 404]);
});

test('hostile actors, reasons and names of remotes stay text on the staff page, whose cookie stays with the server', async ({
  page,
  request,
}) => {
  for (const [index, text] of inBunches(bunchSize).entries()) {
    await site.goLive(remote, index % 2 ? live : second, { by: text, reason: text });
  }
  await page.goto(`${site.address}/_ops`);
  await page.getByLabel('Your token').fill(staffToken);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Remotes' })).toBeVisible();
  await expectHarmless(page);
  await page.goto(`${site.address}/_ops/log`);
  const shown = ((await page.locator('ol.log').textContent()) ?? '').replaceAll(/\s+/g, ' ');
  for (const text of inBunches(bunchSize)) expect(shown).toContain(text.replaceAll(/\s+/g, ' ').trim());
  await expectHarmless(page);

  const csrf = (await page.locator('input[name=csrf]').first().getAttribute('value')) ?? '';
  const [cookie] = await page.context().cookies(`${site.address}/_ops`);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/_ops' });
  for (const text of inBunches(bunchSize)) {
    const answer = await request.post(`${site.address}/_ops/act/rollback`, {
      form: { csrf, remote: text, reason: text, expect: text },
      headers: { cookie: `staff=${cookie?.value}` },
      maxRedirects: 0,
    });
    expect(answer.status(), text).toBe(404);
    await page.setContent(await answer.text());
    await expect(page.getByRole('alert')).toBeVisible();
    await expectHarmless(page);
  }
});

test('the staff page and a response for an unreachable API have the headers of their class', async () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  for (const [address, request, status] of [
    ['/_ops', {}, 200],
    ['/_ops/act/rollback', { method: 'POST', headers: form }, 403],
    ['/_ops/login', { method: 'POST', headers: form }, 403],
    ['/_ops/nowhere', {}, 404],
    ['/api/ai-agents/by-name/demo-agent', {}, 503],
    ['/api/leads', { method: 'POST', headers: { 'Content-Type': 'application/json' } }, 503],
  ] as const) {
    const answer = await requestRaw(address, { ...request, base: site.address });
    expect(answer.status, address).toBe(status);
    const isStaffPage = address.startsWith('/_ops') && status !== 404;
    expectSecureHeaders(answer.headers, address, isStaffPage ? 'noopener-allow-popups' : 'same-origin');
    if (status !== 404) expectInert(answer.headers, address);
    if (isStaffPage)
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
    if (status === 503) expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  }
});

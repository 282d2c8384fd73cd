import { anotherNote, publishChanged, type ShellSite, startShellSite } from '../support/shell-site.ts';
import { expect, openHydrated, test } from '../support/test.ts';

const remote = 'mf-demos';
const path = '/click-demos';
const staffToken = 'a-token-of-anna-for-tests';
let site: ShellSite;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  site = await startShellSite({ STAFF_TOKENS: `Anna:${staffToken}` });
});
test.afterAll(() => site.stop());

/** Releases of a remote as the server's answers name them. */
async function servedSet(address = site.address, headers: Record<string, string> = {}): Promise<string> {
  return (await fetch(address + path, { headers })).headers.get('x-release-set') ?? '';
}

/** Page views and failures of the live release, on all servers. */
async function health(): Promise<{ views: number } | undefined> {
  const { remotes } = await site.release('status');
  // The shape of the command's own answer.
  return (remotes as { remote: string; health?: { views: number } }[]).find((state) => state.remote === remote)?.health;
}

test('a switch is seen on every shell server over the store', async () => {
  const another = await site.startAnother();
  const first = await site.live(remote);
  const second = await publishChanged(site, { remote, files: anotherNote() });
  for (const [words, id] of [
    [['activate', remote, second], second],
    [['rollback', remote, '--reason', 'test'], first],
  ] as const) {
    await site.release(...words);
    await expect.poll(() => servedSet(), { intervals: [50] }).toContain(`${remote}/${id}`);
    await expect.poll(() => servedSet(another.address), { intervals: [50] }).toContain(`${remote}/${id}`);
  }
  await another.stop();
});

test('a preview link shows a release that is not live, to its holder alone, and leads out again', async ({
  page,
  browser,
}) => {
  const live = await site.live(remote);
  const id = await publishChanged(site, { remote, files: anotherNote() });
  const { path: link } = await site.release('preview', remote, id);
  await page.goto(`${site.address}${link}`);
  await expect(page.getByText(`Preview of ${remote} ${id}.`)).toBeVisible();
  await expect(page).toHaveURL(`${site.address}/`);
  const response = await page.goto(`${site.address}${path}`);
  expect(response?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
  expect(response?.headers()['x-release-set']).toMatch(new RegExp(`^\\d+\\+${remote}@${id} ${remote}/${id}$`));

  await openHydrated(page, `${site.address}/`);
  const entry = page.waitForRequest((request) => request.url().includes(`/remotes/${remote}/${id}/`));
  await page.getByRole('banner').getByRole('link', { name: 'Client Demos' }).click();
  await entry;
  await expect(page.getByText(`Preview of ${remote} ${id}.`)).toBeVisible();

  const stranger = await browser.newPage();
  expect((await stranger.goto(`${site.address}${path}`))?.headers()['x-release-set']).toContain(`${remote}/${live}`);
  await stranger.close();
  const left = page.waitForResponse((answer) => answer.request().isNavigationRequest() && answer.status() === 200);
  await page.getByRole('link', { name: 'Leave the preview' }).click();
  await left;
  await expect(page.getByText('Preview of')).toHaveCount(0);
  expect((await page.goto(`${site.address}${path}`))?.headers()['x-release-set']).toContain(`${remote}/${live}`);
});

test('forged and expired previews are ignored', async () => {
  const live = await site.live(remote);
  const id = await publishChanged(site, { remote, files: anotherNote() });
  const { token } = await site.release('preview', remote, id);
  const { token: short } = await site.release('preview', remote, id, '--hours', '0.0002');
  const [payload, seal] = String(token).split('.');
  const forged = Buffer.from(JSON.stringify({ releases: { [remote]: id }, expires: 9e15 })).toString('base64url');
  const open = (token: unknown) => fetch(`${site.address}${path}?preview=${token}`, { redirect: 'manual' });
  await expect.poll(async () => (await open(short)).status, 'the link that has run out').toBe(200);
  for (const wrong of [
    `${forged}.${seal}`,
    `${payload}.`,
    `${token}x`,
    'x',
    String(short),
    `${payload}.${seal}.${seal}`,
  ]) {
    const answer = await open(wrong);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await servedSet(site.address, { cookie: `preview=${wrong}` })).toContain(`${remote}/${live}`);
  }
  expect(await servedSet(site.address, { cookie: `preview=${token}` })).toContain(`${remote}/${id}`);
});

test('a canary is sticky, keeps the whole tab on its set, and sets no cookie when none is running', async ({
  page,
}) => {
  const live = await site.live(remote);
  const id = await publishChanged(site, { remote, files: anotherNote() });
  expect((await fetch(site.address)).headers.get('set-cookie')).toBeNull();
  await site.release('canary', remote, id, '--percent', '50');
  await expect
    .poll(async () => (await fetch(site.address)).headers.get('set-cookie'))
    .toContain('HttpOnly; SameSite=Lax');

  const drawn = new Map<string, string>();
  for (let visitor = 0; visitor < 60; visitor += 1) {
    const answer = await fetch(site.address + path);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    drawn.set(cookie, answer.headers.get('x-release-set') ?? '');
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  }
  const share = [...drawn.values()].filter((set) => set.includes(`@${id} `)).length;
  expect(share).toBeGreaterThan(12);
  expect(share).toBeLessThan(48);
  for (const [cookie, set] of drawn) expect(await servedSet(site.address, { cookie })).toBe(set);

  const chosen = [...drawn].find(([, set]) => set.includes(`@${id} `))?.[0] ?? '';
  const [name = '', value = ''] = chosen.split('=');
  await page.context().addCookies([{ name, value, url: site.address }]);
  await openHydrated(page, `${site.address}/`);
  const entry = page.waitForRequest((request) => request.url().includes(`/remotes/${remote}/`));
  await page.getByRole('banner').getByRole('link', { name: 'Client Demos' }).click();
  expect((await entry).url()).toContain(`/${id}/`);

  const { revision } = await site.release('status');
  const unknown = await fetch(`${site.address}/composition/${revision}+${remote}@1.0.0-00000000.json`);
  expect(unknown.status).toBe(404);
  await site.release('abort', remote);
  await expect.poll(() => servedSet(site.address, { cookie: chosen })).toContain(`${remote}/${live}`);
});

test('a release whose server bundle hangs costs neither the other pages nor the site', async ({ page }) => {
  const wait = '; const until = Date.now() + 60_000; while (Date.now() < until);';
  const id = await publishChanged(site, { remote, files: { 'server/remote.cjs': (code) => code + wait } });
  await expect(site.release('activate', remote, id)).rejects.toThrow(
    /\[render\] The page \/click-demos .* did not finish/,
  );
  // As if it had come to hang only after it went live: previews ask for less than the gate.
  const { token } = await site.release('preview', remote, id);
  const [hanging, other] = await Promise.all([
    fetch(site.address + path, { headers: { cookie: `preview=${token}` } }),
    fetch(`${site.address}/leads?industry=solar`),
  ]);
  expect(other.status).toBe(200);
  expect(await other.text()).toContain('Commercial Solar Pack');
  expect(hanging.status).toBe(200);
  expect(await hanging.text()).toContain('<div id="root"></div>');
  await page.context().addCookies([{ name: 'preview', value: String(token), url: site.address }]);
  await openHydrated(page, site.address + path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Client demos');
});

test('a new release that fails in browsers is rolled back by itself, with its evidence, but not for one visitor', async () => {
  const live = await site.live(remote);
  const id = await publishChanged(site, { remote, files: anotherNote() });
  await site.release('activate', remote, id);
  await expect.poll(() => servedSet(), { intervals: [50] }).toContain(id);
  /** A page view that fails, as a proxy on this machine passes it on. */
  const failFor = async (visitor: string) => {
    const headers = { 'x-forwarded-for': visitor };
    const answer = await fetch(site.address + path, { headers });
    const token = /desc="([^"]+)"/.exec(answer.headers.get('server-timing') ?? '')?.[1];
    const body = JSON.stringify({ token, remote, release: id, reason: 'load' });
    const report = { method: 'POST', headers, body };
    expect((await fetch(`${site.address}/_health/failures`, report)).status).toBe(204);
    expect((await fetch(`${site.address}/_health/failures`, report)).status).toBe(400);
  };
  for (let reload = 0; reload < 60; reload += 1) await failFor('203.0.113.7');
  // The guard has seen all sixty once they are in the sum; one more page of its own may be among them.
  await expect.poll(async () => (await health())?.views).toBeGreaterThanOrEqual(60);
  expect(await health()).toMatchObject({ failures: 2 });
  for (let visitor = 0; visitor < 12; visitor += 1) await failFor(`198.51.100.${visitor}`);
  await expect.poll(() => servedSet(), { timeout: 30_000 }).toContain(live);
  const { entries } = await site.release('log', '--last', '1');
  expect(entries).toMatchObject([{ action: 'rollback', by: 'guard' }]);
  // The shape of the command's own answer. It may act before it was told of the last of them.
  const [{ evidence }] = entries as [{ evidence: { views: number; failures: number } }];
  expect(evidence.failures).toBeLessThanOrEqual(14);
  expect(evidence.failures / evidence.views).toBeGreaterThanOrEqual(0.1);
});

test('a page view of one shell server may fail at another, counts once, and shows in the sum of all', async () => {
  const another = await site.startAnother();
  const id = await publishChanged(site, { remote, files: anotherNote() });
  await site.release('activate', remote, id);
  for (const { address } of [site, another]) await expect.poll(() => servedSet(address)).toContain(id);
  const answer = await fetch(site.address + path);
  const token = /desc="([^"]+)"/.exec(answer.headers.get('server-timing') ?? '')?.[1];
  const body = JSON.stringify({ token, remote, release: id, reason: 'timeout' });
  const send = async (address: string) => (await fetch(`${address}/_health/failures`, { method: 'POST', body })).status;
  expect([await send(another.address), await send(another.address)]).toEqual([204, 400]);
  // The first server cannot know yet that the other one was told; the sum does.
  expect(await send(site.address)).toBe(204);
  await expect.poll(health).toMatchObject({ failures: 1, reasons: { timeout: 1 } });
  await another.stop();
  // What a server said outlives it.
  expect(await health()).toMatchObject({ failures: 1 });
  await site.release('rollback', remote, '--reason', 'test');
});

test('a canary that fails in browsers ends by itself, and the live release stays', async () => {
  const live = await site.live(remote);
  const id = await publishChanged(site, { remote, files: anotherNote() });
  await site.release('canary', remote, id, '--percent', '100');
  await expect.poll(() => servedSet()).toContain(id);
  for (let view = 0; view < 60; view += 1) {
    const answer = await fetch(site.address + path);
    const token = /desc="([^"]+)"/.exec(answer.headers.get('server-timing') ?? '')?.[1];
    const body = JSON.stringify({ token, remote, release: id, reason: 'load' });
    if (view % 5 === 0) await fetch(`${site.address}/_health/failures`, { method: 'POST', body });
  }
  await expect.poll(() => servedSet(), { timeout: 30_000 }).toMatch(new RegExp(`^\\d+ ${remote}/${live}$`));
  const { entries } = await site.release('log', '--last', '1');
  expect(entries).toMatchObject([{ action: 'abort', by: 'guard', from: id }]);
  // The shape of the command's own answer. It may act before it was told of the last of them.
  const [{ evidence }] = entries as [{ evidence: { views: number; failures: number } }];
  expect(evidence.failures).toBeLessThanOrEqual(12);
  expect(evidence.failures / evidence.views).toBeGreaterThanOrEqual(0.1);
});

test('reports that no page view stands behind are refused', async () => {
  const live = await site.live(remote);
  const forged = Buffer.from(JSON.stringify({ set: '1', remote, nonce: 'x', expires: 9e15 })).toString('base64url');
  const answer = await fetch(site.address + path);
  const token = /desc="([^"]+)"/.exec(answer.headers.get('server-timing') ?? '')?.[1] ?? '';
  for (const body of [
    '',
    '{}',
    'x'.repeat(5000),
    JSON.stringify({ token: `${forged}.xxxxxxxxxxxxxxxxxxxxxx`, remote, release: live, reason: 'load' }),
    JSON.stringify({ token, remote, release: '1.0.0-00000000', reason: 'load' }),
    JSON.stringify({ token, remote: 'mf-none', release: live, reason: 'load' }),
    JSON.stringify({ token, remote, release: live, reason: '<script>' }),
  ]) {
    expect((await fetch(`${site.address}/_health/failures`, { method: 'POST', body })).status).toBe(400);
  }
});

test('the tab that was opened before many switches still gets everything it asks for', async ({ page }) => {
  await openHydrated(page, `${site.address}/leads`);
  for (let round = 0; round < 3; round += 1) {
    const id = await publishChanged(site, { remote, files: anotherNote() });
    await site.release('activate', remote, id);
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Client Demos' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Client demos');
});

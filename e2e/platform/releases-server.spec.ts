import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyRepository } from '../support/repository-copy.ts';
import {
  anotherNote,
  publishChanged,
  type ShellServer,
  type ShellSite,
  startShellSite,
} from '../support/shell-site.ts';
import { expect, openHydrated, test } from '../support/test.ts';

const remote = 'mf-demos';
const path = '/click-demos';
const staffToken = 'a-token-of-anna-for-tests';
let site: ShellSite;
/** A second server over the same store, which starts with a damaged file in it. */
let another: ShellServer | undefined;

test.describe.configure({ mode: 'serial', timeout: 300_000 });
test.beforeAll(async () => {
  site = await startShellSite({ STAFF_TOKENS: `Anna:${staffToken}` });
});
test.afterAll(async () => {
  await another?.stop();
  await site.stop();
});

/** The releases of a remote that the server's pages name. */
async function servedSet(address = site.address, headers: Record<string, string> = {}): Promise<string> {
  return (await fetch(address + path, { headers })).headers.get('x-release-set') ?? '';
}

/** Page views and failures of the live release, summed over all servers. */
async function health(): Promise<{ views: number } | undefined> {
  const { remotes } = await site.release('status');
  // The cast is safe: the command prints this shape.
  return (remotes as { remote: string; health?: { views: number } }[]).find((state) => state.remote === remote)?.health;
}

test('a file that was damaged in the store gets 404, and the server stays healthy', async () => {
  const live = await site.live(remote);
  const id = await publishChanged(site, { remote, files: anotherNote() });
  await site.goLive(remote, id);
  await site.release('rollback', remote, '--to', live, '--reason', 'test');
  const damaged = join(site.dataFolder, 'releases/remotes', remote, id, 'browser/note.txt');
  await rm(damaged);
  await writeFile(damaged, 'something else');
  // Another server, which has not cached the file.
  another = await site.startAnother();
  expect((await fetch(`${another.address}/remotes/${remote}/${id}/browser/note.txt`)).status).toBe(404);
  expect((await fetch(`${another.address}/healthz`)).status).toBe(200);
});

test('a preview link shows a release that is not live only to its holder, and can be ended', async ({
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

test('a canary is sticky, keeps the whole tab on its set, and sets no cookie when none is running', async ({
  page,
}) => {
  const live = await site.live(remote);
  const id = await publishChanged(site, { remote, files: anotherNote() });
  expect((await fetch(site.address)).headers.get('set-cookie')).toBeNull();
  await site.goLive(remote, id, { percent: 50 });
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

/** Sends the reports of one page view through a local proxy that names the visitor. */
async function visit(visitor: string, release: string, ...outcomes: string[]): Promise<void> {
  const headers = { 'x-forwarded-for': visitor };
  const token = tokenOf(await fetch(site.address + path, { headers }));
  for (const outcome of outcomes) {
    const report = { method: 'POST', headers, body: JSON.stringify({ token, remote, release, outcome }) };
    expect((await fetch(`${site.address}/_health/views`, report)).status).toBe(204);
  }
}

const tokenOf = (answer: Response) => /desc="([^"]+)"/.exec(answer.headers.get('server-timing') ?? '')?.[1];

/** Addresses of visitors, each in a network of its own. */
const visitors = (count: number) => Array.from({ length: count }, (_, index) => `198.18.${index}.7`);

test('the guard rolls back a new release that fails in browsers and logs its evidence, but not for one network', async () => {
  const live = await site.live(remote);
  const id = await publishChanged(site, { remote, files: anotherNote() });
  await site.goLive(remote, id);
  await expect.poll(() => servedSet(), { intervals: [50] }).toContain(id);
  for (const network of ['203.0.113.', '2001:db8:7::', '2001:db8:8:ff00::']) {
    for (let address = 0; address < 8; address += 1) await visit(`${network}${address}`, id, 'load');
  }
  for (const visitor of visitors(40)) await visit(visitor, id, 'hydrated');
  // Once all views are in the sum, the guard has counted them too.
  await expect.poll(async () => (await health())?.views).toBe(55);
  expect(await health()).toMatchObject({ failures: 15, networks: 43, failedNetworks: 3 });
  expect(await site.live(remote)).toBe(id);
  for (let network = 0; network < 12; network += 1) await visit(`198.51.${network}.7`, id, 'hydrated', 'load');
  await expect.poll(() => servedSet(), { timeout: 60_000 }).toContain(live);
  const { entries } = await site.release('log', '--last', '1');
  expect(entries).toMatchObject([{ action: 'rollback', by: 'guard' }]);
  // The command prints this shape. The guard may act before it has received the last reports.
  const [{ evidence }] = entries as [{ evidence: { networks: number; failedNetworks: number } }];
  expect(evidence.failedNetworks).toBeLessThanOrEqual(15);
  expect(evidence.failedNetworks / evidence.networks).toBeGreaterThanOrEqual(0.1);
});

test('the guard does not roll back further when the previous release fails too, and the staff page alerts people', async ({
  page,
}) => {
  const live = await site.live(remote);
  for (const visitor of visitors(60)) await visit(visitor, live, 'timeout');
  const status = async () => JSON.stringify(await site.release('status'));
  await expect.poll(status, { timeout: 60_000 }).toContain('takes one step only');
  expect(await site.live(remote)).toBe(live);
  await page.goto(`${site.address}/_ops`);
  await page.getByLabel('Your token').fill(staffToken);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toContainText(`${remote} ${live}, the live release, fails`);
});

test('a page view of one server may fail at another, counts once, and is in the sum of all', async () => {
  const id = await publishChanged(site, { remote, files: anotherNote() });
  await site.goLive(remote, id);
  const other = another?.address ?? '';
  for (const address of [site.address, other]) await expect.poll(() => servedSet(address)).toContain(id);
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  const token = tokenOf(await fetch(site.address + path, { headers }));
  const report = { method: 'POST', headers, body: JSON.stringify({ token, remote, release: id, outcome: 'timeout' }) };
  const send = async (address: string) => (await fetch(`${address}/_health/views`, report)).status;
  expect([await send(other), await send(other)]).toEqual([204, 400]);
  // The first server cannot know yet that the other one received the report. The sum is still right.
  expect(await send(site.address)).toBe(204);
  await expect.poll(health).toMatchObject({ failures: 1, reasons: { timeout: 1 } });
  await another?.stop();
  // The counts of a server survive its end.
  expect(await health()).toMatchObject({ failures: 1 });
  await site.release('rollback', remote, '--reason', 'test');
});

test('a working page is reported once for each remote, and not before the first interaction', async ({ page }) => {
  const told: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/_health/views')) told.push(request.postData() ?? '');
  });
  await page.goto(`${site.address}/leads`);
  expect(told).toEqual([]);
  await page.mouse.move(2, 2);
  await page.mouse.move(1, 1);
  await expect.poll(() => told.length).toBe(1);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Client Demos' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Client demos');
  await expect.poll(() => told.length).toBe(2);
  expect(told.map((report) => JSON.parse(report))).toMatchObject([
    { remote: 'mf-marketplace', outcome: 'hydrated' },
    { remote, outcome: 'hydrated' },
  ]);
  await page.goBack();
  // The URL changes first. The test waits for the page, because going forward too early would not leave the later one.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pre-Qualified Leads You Can Buy Today');
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Client demos');
  expect(told).toHaveLength(2);
});

test('reports without a page view are refused', async () => {
  const live = await site.live(remote);
  const hidden = await publishChanged(site, { remote, files: anotherNote() });
  const forged = Buffer.from(JSON.stringify({ set: '1', remote, nonce: 'x', expires: 9e15 })).toString('base64url');
  const answer = await fetch(site.address + path);
  const token = tokenOf(answer) ?? '';
  for (const body of [
    '',
    '{}',
    'x'.repeat(5000),
    JSON.stringify({ token: `${forged}.xxxxxxxxxxxxxxxxxxxxxx`, remote, release: live, outcome: 'load' }),
    JSON.stringify({ token, remote, release: '1.0.0-00000000', outcome: 'load' }),
    JSON.stringify({ token, remote: 'mf-none', release: live, outcome: 'load' }),
    JSON.stringify({ token, remote: '__proto__', release: live, outcome: 'load' }),
    JSON.stringify({ token, remote, release: hidden, outcome: 'load' }),
    JSON.stringify({ token, remote, release: live, outcome: '<script>' }),
  ]) {
    expect((await fetch(`${site.address}/_health/views`, { method: 'POST', body })).status).toBe(400);
  }
});

const tour = '/click-demos/tour';

/** Adds a page to a checkout by the README's steps for a squad: one entry in `src/routes.ts`, one file in `src/pages`. */
async function addTour(checkout: string): Promise<void> {
  const source = join(checkout, remote, 'src');
  await writeFile(
    join(source, 'pages/tour-page.tsx'),
    `import { Button, Hero } from 'kit/ui';
import { useState } from 'react';

export function TourPage() {
  const [steps, setSteps] = useState(0);
  const next = <Button onClick={() => setSteps(steps + 1)}>Step {steps}</Button>;
  return <Hero title="A tour of our demos" actions={next} />;
}
`,
  );
  const routes = await readFile(join(source, 'routes.ts'), 'utf8');
  const entry = `  {
    path: '${tour}',
    title: 'A Tour of Our Demos',
    description: 'A walk through the voice agents that we built for our clients, one step after the other.',
    chunk: 'page-tour',
    load: async () => (await import(/* webpackChunkName: "page-tour" */ './pages/tour-page.tsx')).TourPage,
  },
];`;
  await writeFile(join(source, 'routes.ts'), routes.replace(/\];\s*$/, `${entry}\n`));
}

const statusOfTour = async () => (await fetch(site.address + tour)).status;

test('a squad adds a page to a checkout, releases it, sees it, and rolls it back', async ({ page }) => {
  const before = await site.live(remote);
  expect(await statusOfTour()).toBe(404);

  const copy = await copyRepository();
  await addTour(copy.folder);
  const { id } = await copy.release(site.dataFolder, 'publish', remote);
  await copy.remove();
  expect(id).not.toBe(before);
  expect(await statusOfTour()).toBe(404);

  await site.goLive(remote, String(id));
  await expect.poll(statusOfTour).toBe(200);
  await openHydrated(page, site.address + tour);
  await expect(page).toHaveTitle('A Tour of Our Demos | Beaconfield');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A tour of our demos');
  await page.getByRole('button', { name: 'Step 0' }).click();
  await expect(page.getByRole('button', { name: 'Step 1' })).toBeVisible();
  expect(await (await fetch(`${site.address}/sitemap.xml`)).text()).toContain(tour);

  await site.release('rollback', remote, '--reason', 'the tour is not ready');
  await expect.poll(statusOfTour).toBe(404);
  expect(await site.live(remote)).toBe(before);
  await page.goto(site.address + tour);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
});

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { startSiteWithRemote } from '../support/own-remote.ts';
import type { ShellSite } from '../support/shell-site.ts';
import { expect, openHydrated, startScripts, test } from '../support/test.ts';

// A remote with a back end of its own on another server. Its release contains a sound and WebAssembly.

let site: ShellSite;
let files: string;
/** The requests that the back end received. */
const asked: IncomingMessage[] = [];
type Answer = (response: ServerResponse, request: IncomingMessage) => void;
/** An opening by its name in the address, or the number of openings. */
const good: Answer = (response, { url = '' }) => {
  const [, slug] = /^\/openings\/(.+)/.exec(url) ?? [];
  const opening = slug && { title: `Opening ${decodeURIComponent(slug)}`, place: 'Vienna' };
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(opening ?? { openings: '7 openings' }));
};
let answer = good;
const backEnd = createServer((request, response) => {
  asked.push(request);
  response.setHeader('Access-Control-Allow-Origin', '*');
  answer(response, request);
});
let origin: string;
/** The port that the remote's source declares. */
const portOfSource = '19179';

test.describe.configure({ mode: 'serial' });
test.setTimeout(300_000);

/** Grants the origin to the key that signed the release, which the gate would refuse without it. */
async function grantOrigin({ release, dataFolder }: ShellSite): Promise<void> {
  const file = path.join(dataFolder, 'site.pub');
  await writeFile(file, String((await release('keys')).publicKey));
  const rights = ['--remotes', 'all', '--actions', 'publish,activate,canary,rollback', '--origins', origin];
  await release('keys', 'grant', 'site', file, ...rights, '--reason', 'its own back end');
}

test.beforeAll(async () => {
  test.setTimeout(480_000);
  await once(backEnd.listen(0, '127.0.0.1'), 'listening');
  const { port } = backEnd.address() as AddressInfo; // It listens on TCP.
  origin = `http://127.0.0.1:${port}`;
  const started = await startSiteWithRemote('backend', {
    beforeActivation: grantOrigin,
    text: { from: portOfSource, to: String(port) },
    environment: { CRM_WEBHOOK_ALLOW_PRIVATE: 'on' },
  });
  ({ site } = started);
  files = `/remotes/mf-backend/${started.id}/browser/files/`;
  await expect.poll(async () => (await fetch(`${site.address}/backend`)).status).toBe(200);
});

test.afterAll(async () => {
  backEnd.close();
  backEnd.closeAllConnections();
  await site.stop();
});

test.afterEach(() => {
  answer = good;
});

const policyOf = async (path: string) =>
  (await fetch(site.address + path)).headers.get('content-security-policy') ?? 'none';

test('a page plays a sound of its release by byte ranges, reaches its own back end and compiles its WebAssembly; a link to a page of another remote and Back load documents with their own policies, into which nothing is prefetched', async ({
  page,
  consoleErrors,
}) => {
  const parts: number[] = [];
  const loaded: string[] = [];
  page.on('response', (response) => response.url().endsWith('.wav') && parts.push(response.status()));
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  /** The scripts that are loaded when the pointer is on a link. */
  const point = async (path: string) => {
    loaded.splice(0);
    await page.locator(`a[href="${path}"]`).first().hover();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(500);
    return loaded.filter((one) => one.startsWith('/remotes/') && one.endsWith('.js'));
  };
  const reach = (url: string) => fetch(url).then(String, String);
  const compile = () => WebAssembly.compile(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])).then(() => 'compiled');

  await openHydrated(page, `${site.address}/backend`);
  const audio = page.locator('audio');
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.duration)).toBeCloseTo(1, 1);
  await audio.evaluate((element: HTMLAudioElement) => element.play());
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.ended)).toBe(true);
  expect(parts).toContain(206);
  const cues = () => audio.evaluate((element: HTMLAudioElement) => element.textTracks[0]?.cues?.length);
  await expect.poll(cues).toBe(1);
  const source = (await audio.getAttribute('src')) ?? '';
  expect(source).toContain(files);
  const answer = await fetch(site.address + source, { headers: { range: 'bytes=0-3' } });
  expect(answer.status).toBe(206);
  expect(answer.headers.get('content-type')).toBe('audio/wav');
  expect(await answer.text()).toBe('RIFF');

  await expect(page.getByTestId('added')).toHaveText('42');
  expect(await policyOf('/backend')).toContain("'wasm-unsafe-eval'");
  expect(await policyOf('/services')).not.toContain("'wasm-unsafe-eval'");
  await expect(page.getByTestId('openings')).toHaveText('7 openings');
  expect(await policyOf('/backend')).toContain(
    `connect-src 'self' https://*.elevenlabs.io wss://*.elevenlabs.io ${origin};`,
  );
  expect(await policyOf('/services')).not.toContain(origin);
  expect(await page.evaluate(reach, `${origin}/openings`)).toBe('[object Response]');
  expect(await point('/services')).toEqual([]);

  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  await page.getByRole('link', { name: 'To another remote' }).click();
  await expect(page).toHaveURL(`${site.address}/services`);
  expect(await page.evaluate(() => 'isFirst' in window)).toBe(false);
  await startScripts(page);
  const before = asked.length;
  expect(await page.evaluate(reach, `${origin}/openings`)).toContain('TypeError');
  expect(asked.length).toBe(before);
  expect(await page.evaluate(compile).catch(String)).toContain('Content Security Policy');
  expect(await point('/leads')).not.toEqual([]);
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/backend', textContent: 'To the back end' });
    document.querySelector('main')?.prepend(link);
  });
  expect(await point('/backend')).toEqual([]);
  const refusals = consoleErrors.splice(0);
  expect(refusals).not.toEqual([]);
  for (const refusal of refusals) expect(refusal).toContain('Content Security Policy');

  await page.goBack();
  await expect(page.getByTestId('added')).toHaveText('42');
  expect(await page.evaluate(compile)).toBe('compiled');
});

const opening = '/backend/openings/a%20%2B%20b';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  const broken: Record<string, Answer> = {
    fails: (response) => response.writeHead(500, { 'Content-Type': 'application/json' }).end('{}'),
    hangs: () => {},
  };

  test('a page is rendered with the answer of its own back end, without it when the back end fails or hangs, and a title of its own is the only one', async ({
    page,
  }) => {
    await page.goto(`${site.address}/backend/rooms/blue`);
    await expect(page).toHaveTitle('Room blue');
    await expect(page.locator('head title')).toHaveCount(1);

    asked.splice(0);
    await page.context().addCookies([{ name: 'visitor', value: '7', url: site.address }]);
    await page.goto(site.address + opening);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opening a + b');
    await expect(page.getByTestId('place')).toHaveText('Vienna');
    await expect(page).toHaveTitle(/^Opening a \+ b \| /);
    expect(asked.map(({ url }) => url)).toEqual(['/openings/a%20%2B%20b']);
    const { cookie, 'user-agent': userAgent, 'x-forwarded-for': visitor } = asked[0]?.headers ?? {};
    expect({ cookie, userAgent, visitor }).toEqual({
      cookie: undefined,
      userAgent: 'beaconfield-pages',
      visitor: undefined,
    });

    for (const [what, broke] of Object.entries(broken)) {
      answer = broke;
      const document = await page.goto(`${site.address}/backend/openings/${what}`);
      expect(document?.status(), what).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('An opening');
      await expect(page.getByTestId('place')).toHaveText('Loading');
    }
  });
});

test('a page comes alive with the answer that the server had, and asks nothing again', async ({ page }) => {
  asked.splice(0);
  await openHydrated(page, site.address + opening);
  await expect(page.getByTestId('place')).toHaveText('Vienna');
  await page.waitForLoadState('networkidle');
  expect(asked).toHaveLength(1);
});

test('a page that writes its own title changes it with its parameter; a link has the browser ask the back end, without cookies, and a page whose back end is down says so', async ({
  page,
}) => {
  await openHydrated(page, `${site.address}/backend/rooms/blue`);
  await expect(page).toHaveTitle('Room blue');
  await page.getByRole('link', { name: 'The red room' }).click();
  await expect(page).toHaveTitle('Room red');
  await expect(page.locator('head title')).toHaveCount(1);
  await page.getByRole('link', { name: 'All openings' }).click();
  await expect(page).toHaveTitle(/^Backend \| /);
  await page.getByRole('link', { name: 'The blue room' }).click();
  await expect(page).toHaveTitle('Room blue');
  await expect(page.locator('head title')).toHaveCount(1);
  await page.getByRole('link', { name: 'All openings' }).click();

  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  await expect(page.getByTestId('openings')).toHaveText('7 openings');
  answer = (response) => void response.destroy();
  await page.getByRole('link', { name: 'Engineer' }).click();
  await expect(page.getByTestId('place')).toHaveText('not known');
  answer = good;
  await page.getByRole('link', { name: 'All openings' }).click();
  await expect(page.getByTestId('openings')).toHaveText('7 openings');
  asked.splice(0);
  await page.getByRole('link', { name: 'Engineer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opening a + b');
  await expect(page.getByTestId('place')).toHaveText('Vienna');
  await expect(page).toHaveTitle(/^Opening a \+ b \| /);
  expect(await page.evaluate(() => 'isFirst' in window)).toBe(true);
  expect(asked.map(({ url }) => url)).toEqual(['/openings/a%20%2B%20b']);
  expect(asked[0]?.headers.cookie).toBeUndefined();
  expect(asked[0]?.headers['user-agent']).toContain('Mozilla');

  answer = (response) => void response.destroy();
  await page.goto(`${site.address}/backend/openings/other`);
  await expect(page.getByTestId('place')).toHaveText('not known');
});

import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { isRenderedPage } from '../support/rendered-page.ts';
import { anotherNote, publishChanged, type ShellSite, startShellSite } from '../support/shell-site.ts';
import { expect, openHydrated, takeConsole, test } from '../support/test.ts';

const remote = 'mf-marketplace';
const heading = 'Pre-Qualified Leads You Can Buy Today';
const releaseCommand = path.resolve(import.meta.dirname, '../../shell/cli/main.ts');
let site: ShellSite;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  site = await startShellSite();
});
test.afterAll(() => site.stop());

/** Starts Node as a user to whom file permissions apply. Root bypasses them, so its capabilities are dropped. */
const boundByPermissions =
  process.getuid?.() === 0
    ? { execPath: 'setpriv', execArgv: ['--inh-caps=-all', '--bounding-set=-all', process.execPath] }
    : { execPath: process.execPath, execArgv: [] };

/** Removes write permission from a folder and everything in it. The returned function restores it. */
function makeReadOnly(folder: string): () => void {
  execFileSync('chmod', ['-R', 'a-w', folder]);
  return () => execFileSync('chmod', ['-R', 'u+w', folder]);
}

/** Checks that a page is complete, its scripts run, and navigation to another remote works. */
async function expectWorking(page: Page, address: string) {
  await openHydrated(page, `${address}/leads`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  // While another release loads, the page still shows the server's HTML.
  await expect(page.locator('[data-static-island]')).toHaveCount(0);
  await page.getByRole('button', { name: 'View Sample' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Lead Sample' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Client Demos' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Client demos');
}

const servedSet = async (address: string, path = '/leads') =>
  (await fetch(address + path)).headers.get('x-release-set') ?? '';

const fileOf = (revision: number) => `${String(revision).padStart(12, '0')}.json`;

/** Damages a file of the store, as a faulty disk does. */
async function damage(file: string, change: (content: string) => string) {
  const whole = path.join(site.dataFolder, 'releases', file);
  await writeFile(whole, change(await readFile(whole, 'utf8')));
}

async function publishAndActivate(name = remote): Promise<string> {
  const id = await publishChanged(site, { remote: name, files: anotherNote() });
  await site.goLive(name, id, { guard: 'off' });
  return id;
}

test('a site with a read-only store is served; a switch is refused with the reason, and works once the store is writable', async () => {
  const before = await site.live(remote);
  const id = await publishChanged(site, { remote, files: anotherNote() });
  const makeWritable = makeReadOnly(site.dataFolder);
  try {
    const server = await site.startAnother(boundByPermissions);
    await expect.poll(async () => isRenderedPage(await (await fetch(`${server.address}/leads`)).text())).toBe(true);
    const { execPath, execArgv } = boundByPermissions;
    // A switch without a gate, which would try the release first.
    const words = ['--no-warnings', releaseCommand, 'withdraw', remote, '--reason', 'test'];
    const refused = promisify(execFile)(execPath, [...execArgv.filter((word) => word !== execPath), ...words], {
      env: { ...process.env, DATA_DIR: site.dataFolder },
    });
    await expect(refused).rejects.toThrow(/The release store cannot be written at .*this user may not write there/);
    expect(await servedSet(server.address)).toContain(before);
    makeWritable();
    await site.goLive(remote, id, { guard: 'off' });
    await expect.poll(() => servedSet(server.address), { intervals: [50] }).toContain(id);
    await server.stop();
  } finally {
    makeWritable();
  }
});

test('the previous release replaces a live one with a damaged container, and one with a damaged record', async ({
  page,
  consoleErrors,
}) => {
  const other = 'mf-demos';
  const before = await site.live(other);
  const id = await publishAndActivate();
  const unreadable = await publishAndActivate(other);
  await damage(`remotes/${remote}/${id}/browser/remoteEntry.js`, (content) => `globalThis.tampered = true;${content}`);
  await damage(`releases/${other}/${unreadable}.json`, (content) => content.replace('routes', 'routen'));
  const server = await site.startAnother();
  expect(await servedSet(server.address, '/click-demos')).toContain(`${other}/${before}`);
  await expectWorking(page, server.address);
  expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
  await server.stop();
  for (const damaged of [remote, other]) await site.release('rollback', damaged, '--reason', 'damaged');
  // The browser's own errors about the script that did not load.
  await takeConsole(page, consoleErrors);
});

test('a server that has the composition repairs a damaged one, and a switch waits for the repair', async () => {
  const other = 'mf-agents';
  const id = await publishAndActivate();
  await expect.poll(() => servedSet(site.address), { intervals: [50] }).toContain(id);
  const { revision } = await (await fetch(`${site.address}/healthz`)).json();
  await damage(`log/${fileOf(revision)}`, (content) => content.slice(0, content.length / 2));
  // A change of another remote must not silently roll this one back.
  const change = await publishChanged(site, { remote: other, files: anotherNote() });
  await site.goLive(other, change, { guard: 'off' });
  // Each command reads the store anew, like a server that starts.
  expect(await site.live(remote)).toBe(id);
  expect((await (await fetch(`${site.address}/healthz`)).json()).problems).toEqual([]);
  await expect.poll(() => servedSet(site.address, '/my-agent')).toContain(`${other}/${change}`);
  expect(await servedSet(site.address)).toContain(`${remote}/${id}`);
});

test('a forged composition changes nothing, every server names it, and one command moves it aside', async () => {
  const newest = (await readdir(path.join(site.dataFolder, 'releases/log')))
    .filter((name) => /^\d+\.json$/.test(name))
    .sort()
    .at(-1);
  const revision = Number.parseInt(newest ?? '', 10);
  const before = await servedSet(site.address);
  const folder = path.join(site.dataFolder, 'releases/log');
  const { entry } = JSON.parse(await readFile(path.join(folder, fileOf(revision)), 'utf8'));
  const forged = { ...entry, revision: revision + 1, by: 'anna' };
  const sha256 = createHash('sha256').update(JSON.stringify(forged)).digest('hex');
  await writeFile(path.join(folder, fileOf(revision + 1)), JSON.stringify({ entry: forged, sha256, signatures: [] }));
  const problems = async () => (await (await fetch(`${site.address}/healthz`)).json()).problems;
  await expect
    .poll(problems)
    .toEqual([expect.stringMatching(/by anna at .* does not count: .*"npm run release -- repair"/)]);
  expect(await servedSet(site.address)).toBe(before);
  const id = await publishChanged(site, { remote, files: anotherNote() });
  expect(await site.release('repair')).toMatchObject({ movedAside: [expect.stringContaining('log/refused/')] });
  await site.goLive(remote, id, { guard: 'off' });
  await expect.poll(() => servedSet(site.address), { intervals: [50] }).toContain(`${remote}/${id}`);
});

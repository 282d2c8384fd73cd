import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildRemote } from '../../kit/squad/build/build-remote.ts';
import { repositoryRoot } from '../../shell/settings/places.ts';
import { navigateInTab } from '../support/remote-faults.ts';
import { type ShellSite, startShellSite } from '../support/shell-site.ts';
import { buildStockRemote } from '../support/stock-remote/build-stock-remote.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// A remote that Module Federation's stock plugin built is published, checked by the gate and served like any other.
// Remotes load each other's exposed modules.

let site: ShellSite;
let folder: string;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  await mkdir(path.join(repositoryRoot, '.cache'), { recursive: true });
  folder = await mkdtemp(path.join(repositoryRoot, '.cache/remotes-'));
  site = await startShellSite();
});
test.afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Publishes a remote of its own path, and makes it live with a gate or without one. */
async function goLive(remote: string, address: string, dist: string, gate: 'by the gate' | 'at once'): Promise<void> {
  await site.release('paths', 'give', address, remote, '--reason', 'test');
  const id = String((await site.release('publish', remote, '--from', dist)).id);
  if (gate === 'by the gate') await site.release('activate', remote, id, '--reason', 'test');
  else await site.goLive(remote, id);
  await expect.poll(async () => (await fetch(site.address + address)).status).toBe(200);
}

test('a remote of the stock plugin passes the gate, hydrates, and is reached by navigation within the tab', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const dist = path.join(folder, 'stock');
  await buildStockRemote(dist);
  await goLive('mf-stock', '/stock', dist, 'by the gate');
  expect(await (await fetch(`${site.address}/stock`)).text()).toContain('Built without our tools');
  await openHydrated(page, `${site.address}/stock`);
  await page.getByRole('button', { name: 'Counted 0' }).click();
  await expect(page.getByRole('button', { name: 'Counted 1' })).toBeVisible();

  await openHydrated(page, `${site.address}/`);
  await navigateInTab(page, '/stock');
  await page.getByRole('button', { name: 'Counted 0' }).click();
  await expect(page.getByRole('button', { name: 'Counted 1' })).toBeVisible();
});

const guestFiles = {
  'package.json': JSON.stringify({
    name: 'mf-guest',
    version: '1.0.0',
    type: 'module',
    dependencies: { kit: '*' },
    exposes: { './greeting': './src/greeting.ts' },
  }),
  'src/greeting.ts': "export const greeting = 'Hello from a guest';\n",
  'src/remote.ts': "export { routes } from './routes.ts';\n",
  'src/routes.ts': `
export const routes = [{
  path: '/guest',
  title: 'A Guest',
  description: 'A page that shows what another remote exposes.',
  chunk: 'page-guest',
  load: async () => (await import(/* webpackChunkName: "page-guest" */ './guest-page.tsx')).GuestPage,
}];
`,
  'src/guest-page.tsx': `
import { loadRemote } from '@module-federation/enhanced/runtime';
import { Button, Hero } from 'kit/ui';
import { type ComponentType, useState } from 'react';

export function GuestPage() {
  const [Badge, setBadge] = useState<ComponentType | null>(null);
  const [greeting, setGreeting] = useState('A guest');
  const show = async () => {
    const other = await loadRemote<{ Badge: ComponentType }>('mf_stock/badge');
    const own = await loadRemote<{ greeting: string }>('mf_guest/greeting');
    setBadge(() => other?.Badge ?? null);
    setGreeting(own?.greeting ?? '');
  };
  return (
    <>
      <Hero title={greeting} actions={<Button onClick={show}>Show the badge</Button>} />
      {Badge && <Badge />}
    </>
  );
}
`,
};

test('a remote loads what another one exposes, from the release set of the page', async ({ page }) => {
  test.setTimeout(300_000);
  const guest = path.join(folder, 'mf-guest');
  for (const [file, text] of Object.entries(guestFiles)) {
    await mkdir(path.dirname(path.join(guest, file)), { recursive: true });
    await writeFile(path.join(guest, file), text);
  }
  await goLive('mf-guest', '/guest', await buildRemote(guest), 'at once');
  await openHydrated(page, `${site.address}/guest`);
  await page.getByRole('button', { name: 'Show the badge' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello from a guest');
  await page.getByRole('button', { name: 'Badge off' }).click();
  await expect(page.getByRole('button', { name: 'Badge on', pressed: true })).toBeVisible();
});

interface Instance {
  name: string;
  options: { remotes: { name: string; entry: string }[] };
  shareScopeMap: { default: object };
}

test('the devtools of Module Federation show the remotes and shared modules of a page', async ({ page, request }) => {
  await openHydrated(page, `${site.address}/leads`);
  const seen = await page.evaluate(() => {
    // Chrome's extension for Module Federation reads this object.
    const federation: unknown = Reflect.get(globalThis, '__FEDERATION__');
    const { __INSTANCES__: instances } = federation as { __INSTANCES__: Instance[] };
    return instances.map(({ name, options, shareScopeMap }) => ({
      name,
      remotes: options.remotes.map((remote) => ({ name: remote.name, entry: remote.entry })),
      shared: Object.keys(shareScopeMap.default),
    }))[0];
  });
  expect(seen?.name).toBe('shell');
  expect(seen?.shared).toEqual(expect.arrayContaining(['react', 'react-router', 'kit/ui', 'kit/forms']));
  const id = await site.live('mf-marketplace');
  const entry = `${site.address}/remotes/mf-marketplace/${id}/browser/remoteEntry.js`;
  expect(seen?.remotes).toEqual([{ name: 'mf_marketplace', entry }]);
  const manifest = await (await request.get(entry.replace('remoteEntry.js', 'mf-manifest.json'))).json();
  expect(manifest).toMatchObject({
    name: 'mf_marketplace',
    metaData: {
      globalName: 'mf_marketplace',
      publicPath: 'auto',
      remoteEntry: { name: 'remoteEntry.js', type: 'global' },
    },
    exposes: [{ path: './remote' }],
  });
});

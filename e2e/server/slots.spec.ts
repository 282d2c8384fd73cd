import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildRemote } from '../../kit/squad/build/build-remote.ts';
import { repositoryRoot } from '../../shell/settings/places.ts';
import { navigateInTab } from '../support/remote-faults.ts';
import { type ShellSite, startShellSite } from '../support/shell-site.ts';
import { buildStockRemote } from '../support/stock-remote/build-stock-remote.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// The remote mf-careers offers links for header and footer and widgets for the page of another remote, mf-host. Module Federation's
// stock plugin built mf-stock, which is published, checked by the gate and served like any other. Remotes load each other's exposed
// modules.

let site: ShellSite;
let folder: string;

test.describe.configure({ mode: 'serial' });
test.setTimeout(300_000);

const routesOf = (name: string) => `
export const routes = [{
  path: '/${name}',
  title: 'The page of ${name}',
  description: 'A page of the tests.',
  chunk: 'page-${name}',
  load: async () => (await import(/* webpackChunkName: "page-${name}" */ './page.tsx')).Page,
}];
`;

const careers = {
  manifest: {
    exposes: {
      './openings': './src/openings.tsx',
      './thrower': './src/thrower.tsx',
      './stillborn': './src/stillborn.ts',
    },
    slots: {
      header: { label: 'Careers', path: '/careers' },
      footer: { label: 'Work with us', path: '/careers' },
      widgets: { 'host-below': './openings', 'host-beside': './thrower', 'host-above': './stillborn' },
    },
  },
  files: {
    'page.tsx': "export const Page = () => <h1 style={{ paddingTop: '4rem' }}>Careers at the agency</h1>;\n",
    'openings.tsx': `
import { Button } from 'kit/ui';
import { useState } from 'react';

export default function Openings() {
  const [count, setCount] = useState(2);
  return <Button onClick={() => setCount(count + 1)}>{count} openings</Button>;
}
`,
    'thrower.tsx': "export default function Thrower() {\n  throw new Error('no openings');\n}\n",
    'stillborn.ts': "throw new Error('stillborn');\n",
  },
};

const host = {
  manifest: { exposes: { './greeting': './src/greeting.ts' } },
  files: {
    'greeting.ts': "export const greeting = 'Hello from a host';\n",
    'page.tsx': `
import { loadRemote } from '@module-federation/enhanced/runtime';
import { Slot } from 'kit/slot';
import { type ComponentType, useState } from 'react';

export function Page() {
  const [isOpen, setOpen] = useState(false);
  const [Badge, setBadge] = useState<ComponentType | null>(null);
  const [greeting, setGreeting] = useState('A host');
  const show = async () => {
    const other = await loadRemote<{ Badge: ComponentType }>('mf_stock/badge');
    const own = await loadRemote<{ greeting: string }>('mf_host/greeting');
    setBadge(() => other?.Badge ?? null);
    setGreeting(own?.greeting ?? '');
  };
  return (
    <div style={{ paddingTop: '4rem' }}>
      <Slot name="host-above" />
      <h1>{greeting}</h1>
      <Slot name="host-beside" />
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>More</button>
      <button type="button" onClick={show}>Show the badge</button>
      {Badge && <Badge />}
      <Slot name="host-below" />
    </div>
  );
}
`,
  },
};

/** Builds and publishes a remote at the path of its name, and returns the id of the release. */
async function publish(name: string, { manifest, files }: typeof host | typeof careers): Promise<string> {
  const remote = path.join(folder, `mf-${name}`);
  const common = { name: `mf-${name}`, version: '1.0.0', type: 'module', dependencies: { kit: '*' } };
  const all = { ...files, 'routes.ts': routesOf(name), 'remote.ts': "export { routes } from './routes.ts';\n" };
  await mkdir(path.join(remote, 'src'), { recursive: true });
  await writeFile(path.join(remote, 'package.json'), JSON.stringify({ ...common, ...manifest }));
  for (const [file, text] of Object.entries(all)) await writeFile(path.join(remote, 'src', file), text);
  await site.release('paths', 'give', `/${name}`, `mf-${name}`, '--reason', 'test');
  return String((await site.release('publish', `mf-${name}`, '--from', await buildRemote(remote))).id);
}

const activate = (name: string, id: string) => site.release('activate', `mf-${name}`, id, '--reason', 'test');

async function grant(slots: string): Promise<void> {
  const file = path.join(site.dataFolder, 'site.pub');
  await writeFile(file, String((await site.release('keys')).publicKey));
  const rights = ['--remotes', 'all', '--actions', 'publish,activate,canary,rollback', '--slots', slots];
  await site.release('keys', 'grant', 'site', file, ...rights, '--reason', 'slots');
}

const textOf = async (address: string) => (await fetch(site.address + address)).text();

let id: string;

test.beforeAll(async () => {
  test.setTimeout(480_000);
  await mkdir(path.join(repositoryRoot, '.cache'), { recursive: true });
  folder = await mkdtemp(path.join(repositoryRoot, '.cache/remotes-'));
  site = await startShellSite();
  await site.goLive('mf-host', await publish('host', host));
  id = await publish('careers', careers);
});

test.afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a release that offers something in slots goes live with the grant', async () => {
  await grant('header,footer,host-below,host-beside,host-above');
  await activate('careers', id);
  await expect.poll(() => textOf('/services')).toContain('>Careers</a>');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a granted link stands in header and footer of every page, and a page with slots is whole without widgets', async ({
    page,
  }) => {
    // A page of another remote, one of the remote itself, one of no remote, and one with slots.
    for (const address of ['/', '/careers', '/no-such-page', '/host']) {
      await page.goto(site.address + address);
      await expect(page.getByRole('banner').getByRole('link', { name: 'Careers' })).toHaveAttribute('href', '/careers');
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Work with us' })).toBeVisible();
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A host');
    await expect(page.getByText('openings')).toHaveCount(0);
  });
});

test('a page of another remote loads nothing of a remote that offers links, and a granted link leads to its page within the tab', async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await openHydrated(page, `${site.address}/services`);
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((url) => url.includes('/remotes/mf-careers/'))).toEqual([]);
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  const link = page.getByRole('banner').getByRole('link', { name: 'Careers' });
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Careers at the agency');
  await expect(link).toHaveAttribute('aria-current', 'page');
  expect(await page.evaluate(() => 'isFirst' in window)).toBe(true);
});

test('a widget works on the page of another remote, and those that fail disappear while the page stays', async ({
  page,
  consoleErrors,
}) => {
  await openHydrated(page, `${site.address}/host`);
  await page.getByRole('button', { name: '2 openings' }).click();
  await expect(page.getByRole('button', { name: '3 openings' })).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('button', { name: 'More', expanded: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A host');
  expect(await page.locator('main').innerText()).toMatch(/^A host\s*More\s*Show the badge\s*3 openings$/);
  // What React says of the widget that threw.
  expect(consoleErrors.splice(0).join()).toContain('no openings');
  // The remote of the widget is told of it, and no other.
  await expect
    .poll(async () => JSON.stringify(await site.release('failures', '--remote', 'mf-careers')), { timeout: 30_000 })
    .toMatch(/"message":"Error: no openings".*thrower/);
  expect(JSON.stringify(await site.release('failures', '--remote', 'mf-host'))).not.toContain('no openings');
});

test('links and widgets are gone with the next page when the right is taken, and the remote stays', async ({
  page,
}) => {
  await grant('footer');
  await expect.poll(() => textOf('/services')).not.toContain('>Careers</a>');
  expect(await textOf('/services')).toContain('>Work with us</a>');
  expect(await textOf('/careers')).toContain('Careers at the agency');
  await openHydrated(page, `${site.address}/host`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('openings')).toHaveCount(0);
  await site.release('withdraw', 'mf-careers', '--reason', 'test');
  await expect.poll(() => textOf('/services')).not.toContain('Work with us');
});

test('a remote of the stock plugin passes the gate, hydrates, and is reached by navigation within the tab', async ({
  page,
}) => {
  const dist = path.join(folder, 'stock');
  await buildStockRemote(dist);
  await site.release('paths', 'give', '/stock', 'mf-stock', '--reason', 'test');
  await activate('stock', String((await site.release('publish', 'mf-stock', '--from', dist)).id));
  await expect.poll(() => textOf('/stock')).toContain('Built without our tools');
  await openHydrated(page, `${site.address}/stock`);
  await page.getByRole('button', { name: 'Counted 0' }).click();
  await expect(page.getByRole('button', { name: 'Counted 1' })).toBeVisible();

  await openHydrated(page, `${site.address}/`);
  await navigateInTab(page, '/stock');
  await page.getByRole('button', { name: 'Counted 0' }).click();
  await expect(page.getByRole('button', { name: 'Counted 1' })).toBeVisible();
});

test('a remote loads what another one exposes, from the release set of the page', async ({ page }) => {
  await openHydrated(page, `${site.address}/host`);
  await page.getByRole('button', { name: 'Show the badge' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello from a host');
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

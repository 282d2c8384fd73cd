import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildRemote } from '../../kit/squad/build/build-remote.ts';
import { repositoryRoot } from '../../shell/settings/places.ts';
import { type ShellSite, startShellSite } from '../support/shell-site.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// The remote mf-careers offers links for header and footer and widgets for the page of another remote, mf-host.

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
  manifest: {},
  files: {
    'page.tsx': `
import { Slot } from 'kit/slot';
import { useState } from 'react';

export function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div style={{ paddingTop: '4rem' }}>
      <Slot name="host-above" />
      <h1>A host</h1>
      <Slot name="host-beside" />
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>More</button>
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
  expect(await page.locator('main').innerText()).toMatch(/^A host\s*More\s*3 openings$/);
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

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copyRepository, type RepositoryCopy } from '../support/repository-copy.ts';
import { type ShellSite, startShellSite } from '../support/shell-site.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// The README's steps for a squad: one entry in `src/routes.ts`, one file in `src/pages`, and the release commands.

const remote = 'mf-demos';
const address = '/click-demos/tour';

let copy: RepositoryCopy;
let site: ShellSite;

test.beforeAll(async () => {
  [copy, site] = await Promise.all([copyRepository(), startShellSite()]);
});

test.afterAll(async () => {
  await site.stop();
  await copy.remove();
});

async function addPage(): Promise<void> {
  const source = path.join(copy.folder, remote, 'src');
  await writeFile(
    path.join(source, 'pages/tour-page.tsx'),
    `import { Button, Hero } from 'kit/ui';
import { useState } from 'react';

export function TourPage() {
  const [steps, setSteps] = useState(0);
  const next = <Button onClick={() => setSteps(steps + 1)}>Step {steps}</Button>;
  return <Hero title="A tour of our demos" actions={next} />;
}
`,
  );
  const routes = await readFile(path.join(source, 'routes.ts'), 'utf8');
  const entry = `  {
    path: '${address}',
    title: 'A Tour of Our Demos',
    description: 'A walk through the voice agents that we built for our clients, one step after the other.',
    chunk: 'page-tour',
    load: async () => (await import(/* webpackChunkName: "page-tour" */ './pages/tour-page.tsx')).TourPage,
  },
];`;
  await writeFile(path.join(source, 'routes.ts'), routes.replace(/\];\s*$/, `${entry}\n`));
}

const statusOf = async () => (await fetch(site.address + address)).status;

test('a squad adds a page, releases it, sees it, and rolls it back', async ({ page }) => {
  test.setTimeout(300_000);
  const before = await site.live(remote);
  expect(await statusOf()).toBe(404);

  await addPage();
  const { id } = await copy.release(site.dataFolder, 'publish', remote);
  expect(id).not.toBe(before);
  expect(await statusOf()).toBe(404);

  await site.release('activate', remote, String(id), '--reason', 'a tour');
  await expect.poll(statusOf).toBe(200);
  await openHydrated(page, site.address + address);
  await expect(page).toHaveTitle('A Tour of Our Demos | Beaconfield');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A tour of our demos');
  await page.getByRole('button', { name: 'Step 0' }).click();
  await expect(page.getByRole('button', { name: 'Step 1' })).toBeVisible();
  expect(await (await fetch(`${site.address}/sitemap.xml`)).text()).toContain(address);

  await site.release('rollback', remote, '--reason', 'the tour is not ready');
  await expect.poll(statusOf).toBe(404);
  expect(await site.live(remote)).toBe(before);
  await page.goto(site.address + address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
});

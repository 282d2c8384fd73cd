import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { copyRepository, type RepositoryCopy } from '../support/repository-copy.ts';
import { type RunningSite, startSite } from '../support/site.ts';

// Each start builds everything in a copy of the repository.
test.describe.configure({ mode: 'serial', timeout: 600_000 });

const remote = 'mf-demos';
let copy: RepositoryCopy;
let site: RunningSite | undefined;

test.beforeAll(async () => {
  copy = await copyRepository();
  await appendFile(path.join(copy.folder, remote, 'src/routes.ts'), '\nexport const = ;\n');
});
test.afterAll(() => copy.remove());
test.afterEach(() => site?.stop());

test('a first start serves the other remotes when one does not build, and reports it at the end', async () => {
  site = await startSite({ root: copy.folder, fromNothing: true });
  const { address, output } = site;
  const page = await fetch(`${address}/click-demos`);
  expect(page.status).toBe(503);
  expect(page.headers.get('retry-after')).toBe('60');
  expect(await page.text()).toMatch(/<h1>This page is not available right now<\/h1>/);
  for (const other of ['/', '/leads', '/my-agent', '/exotics-intake']) {
    expect((await fetch(address + other)).status, other).toBe(200);
  }
  expect((await fetch(`${address}/no-such-page/at-all`)).status).toBe(404);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  await expect
    .poll(output)
    .toMatch(
      /is ready at .*mf-demos: it has no release that could be served; its pages answer 503\..*could not be built/s,
    );
});

test('a start keeps serving the live release of a remote that no longer builds', async () => {
  site = await startSite({ root: copy.folder });
  expect((await fetch(`${site.address}/click-demos`)).status).toBe(200);
  await expect
    .poll(site.output)
    .toMatch(
      /is ready at .*mf-demos: its new release did NOT go live; visitors still get \d+\.\d+\.\d+-[0-9a-f]{8}\./s,
    );
});

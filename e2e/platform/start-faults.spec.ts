import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { repositoryRoot } from '../../shell/settings/places.ts';
import { newLead } from '../support/leads.ts';
import { killAll, processTree } from '../support/process-tree.ts';
import { copyRepository, type RepositoryCopy } from '../support/repository-copy.ts';
import { goLive, runRelease } from '../support/shell-site.ts';
import { type RunningSite, startSite } from '../support/site.ts';

// The first start builds everything in a copy of the repository. The second one is on the data of the first.
test.describe.configure({ mode: 'serial', timeout: 600_000 });

/** The remote with the most pages, whose gate takes longest. */
const remote = 'mf-marketing';
let copy: RepositoryCopy;
let site: RunningSite | undefined;
let again: RunningSite | undefined;

test.beforeAll(async () => {
  copy = await copyRepository();
  await appendFile(path.join(copy.folder, remote, 'src/routes.ts'), '\nexport const = ;\n');
});
test.afterAll(async () => {
  await again?.stop();
  await site?.stop();
  await copy.remove();
});

test('a first start serves the other remotes when one does not build, and reports it at the end', async () => {
  site = await startSite({ root: copy.folder, fromNothing: true });
  const { address, output } = site;
  const page = await fetch(`${address}/hvac`);
  expect(page.status).toBe(503);
  expect(page.headers.get('retry-after')).toBe('60');
  expect(await page.text()).toMatch(/<h1>This page is not available right now<\/h1>/);
  for (const other of ['/leads', '/my-agent', '/exotics-intake', '/click-demos']) {
    expect((await fetch(address + other)).status, other).toBe(200);
  }
  expect((await fetch(`${address}/leads/no-such-page`)).status).toBe(404);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  await expect
    .poll(output)
    .toMatch(
      /is ready at .*mf-marketing: it has no release that could be served; its pages answer 503\..*could not be built/s,
    );
});

test('an acknowledged lead survives kill -9 of every process, and the next start keeps serving the live release of a remote that no longer builds', async ({
  request,
}) => {
  if (!site) throw new Error('The site has not started.');
  const { dataFolder } = site;
  const { id } = await runRelease(dataFolder, 'publish', remote, '--from', path.join(repositoryRoot, remote, 'dist'));
  await goLive(dataFolder, remote, String(id));
  const { key, body } = newLead('Dana Whitfield');
  const send = ({ address }: RunningSite) =>
    request.post(`${address}/api/leads`, {
      data: body,
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    });
  const answer = await send(site);
  expect(answer.status()).toBe(201);
  const { reference } = await answer.json();

  const ended = once(site.process, 'exit');
  killAll(processTree(site.process.pid ?? 0).reverse());
  await ended;

  again = await startSite({ root: copy.folder, dataFolder });
  const replay = await send(again);
  expect(replay.headers()['idempotent-replayed']).toBe('true');
  expect((await replay.json()).reference).toBe(reference);
  expect((await fetch(`${again.address}/hvac`)).status).toBe(200);
  await expect
    .poll(again.output)
    .toMatch(
      /is ready at .*mf-marketing: its new release did NOT go live; visitors still get \d+\.\d+\.\d+-[0-9a-f]{8}\./s,
    );
});

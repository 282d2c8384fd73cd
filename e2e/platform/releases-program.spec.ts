import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { anotherNote, goLive, publishChanged, runRelease } from '../support/shell-site.ts';
import { fillFromTemplate } from '../support/site-template.ts';

const remote = 'mf-demos';
let dataFolder: string;

test.beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'site-releases-'));
});
test.afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const release = (...words: string[]) => runRelease(dataFolder, ...words);

/** What the image `releases` runs; gives its exit code and all that it said. */
async function publishBuilt(): Promise<{ code: number | null; said: string }> {
  const child = fork(path.resolve(import.meta.dirname, '../../shell/start/publish-main.ts'), {
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, DATA_DIR: dataFolder },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (said += String(bytes)));
  const [code] = await once(child, 'close');
  return { code, said };
}

test('a release that does not pass the gate leaves what is live, which is said loudly, and keeps nobody else back', async () => {
  test.setTimeout(120_000);
  await fillFromTemplate(dataFolder);
  // What is built is new to this store, and too heavy by now.
  const { remotes } = await release('status');
  const built = (remotes as { remote: string; live: string }[]).find((state) => state.remote === remote)?.live ?? '';
  const older = await publishChanged({ release }, { remote, files: anotherNote() });
  await goLive(dataFolder, remote, older);
  await rm(path.join(dataFolder, 'releases/releases', remote, `${built}.json`));
  await release('budget', remote, '--page', '1', '--reason', 'test');
  const { code, said } = await publishBuilt();
  expect(code, said).toBe(0);
  expect(said).toContain(`${remote}: its new release did NOT go live; visitors still get ${older}.`);
  expect(said).toMatch(/\[budget\] Container, routes and the largest page weigh .* the budget is 1\.0 kB/);
  expect(said).toContain(`To do: mend ${remote} and start again`);
  const after = (await release('status')).remotes as { remote: string; live: string }[];
  expect(after.find((state) => state.remote === remote)?.live).toBe(older);
  expect(after.filter(({ live }) => !live)).toEqual([]);
});

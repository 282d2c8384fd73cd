import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { copyRepository, type RepositoryCopy } from '../support/repository-copy.ts';
import { fillFromTemplate } from '../support/site-template.ts';

// Each start builds everything in a copy of the repository.
test.describe.configure({ mode: 'serial', timeout: 600_000 });

const remote = 'mf-demos';
let copy: RepositoryCopy;
let dataFolder: string;
let running: ChildProcess | undefined;

test.beforeAll(async () => {
  copy = await copyRepository();
  await appendFile(path.join(copy.folder, remote, 'src/routes.ts'), '\nexport const = ;\n');
});
test.afterAll(() => copy.remove());
test.beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'site-start-'));
});
test.afterEach(async () => {
  if (running?.exitCode === null) {
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await ended;
  }
  await rm(dataFolder, { recursive: true, force: true });
});

/** Starts the site of the copy. Returns its address once it is ready, and its output so far. */
async function start(): Promise<{ address: string; said: () => string }> {
  let said = '';
  const child = fork(path.join(copy.folder, 'shell/start/main.ts'), ['--no-rate-limits', '--no-packages'], {
    cwd: copy.folder,
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, PORT: '0', DATA_DIR: dataFolder },
  });
  running = child;
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (said += String(bytes)));
  const [{ port }] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The start ended with ${code}:\n${said}`))),
  ]);
  return { address: `http://localhost:${port}`, said: () => said };
}

test('a first start serves the other remotes when one does not build, and reports it at the end', async () => {
  const { address, said } = await start();
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
    .poll(said)
    .toMatch(
      /is ready at .*mf-demos: it has no release that could be served; its pages answer 503\..*could not be built/s,
    );
});

test('a start keeps serving the live release of a remote that no longer builds', async () => {
  await fillFromTemplate(dataFolder);
  const { address, said } = await start();
  expect((await fetch(`${address}/click-demos`)).status).toBe(200);
  await expect
    .poll(said)
    .toMatch(
      /is ready at .*mf-demos: its new release did NOT go live; visitors still get \d+\.\d+\.\d+-[0-9a-f]{8}\./s,
    );
});

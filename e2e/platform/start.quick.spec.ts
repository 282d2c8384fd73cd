import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** Runs the start program until it ends. Returns its exit code and its output. */
function runStart(environment: NodeJS.ProcessEnv): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['--no-warnings', path.join(repositoryRoot, 'shell/start/main.ts')], {
    cwd: repositoryRoot,
    env: { ...process.env, PORT: '0', ...environment },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      said += String(bytes);
    });
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

let folder: string;

test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'site-start-'));
});

test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** Expects one sentence that names the problem, no stack trace, and exit code 1. */
function expectRefusal({ code, said }: { code: number | null; said: string }, words: RegExp): void {
  expect(said).toMatch(words);
  expect(said).not.toMatch(/^\s+at /m);
  expect(code).toBe(1);
}

test('a wrong site configuration stops the start, which names each wrong value', async () => {
  const file = path.join(folder, 'site.json');
  await writeFile(file, JSON.stringify({ brand: '', phone: 'call us' }));
  const result = await runStart({ DATA_DIR: folder, SITE_CONFIG: file });
  expectRefusal(
    result,
    /The site configuration .*site\.json cannot be used: .*"brand" must not be empty.*"phone" must be a phone number/s,
  );
});

test('the start names a misspelt variable and a wrong value', async () => {
  const misspelt = await runStart({
    DATA_DIR: folder,
    SITE_CONFIG: '/nowhere/site.json',
    SMTP_ULR: 'smtp://mail.example',
  });
  expectRefusal(misspelt, /^SMTP_ULR is set, and nothing reads it: is SMTP_URL meant\?$/m);
  expectRefusal(await runStart({ DATA_DIR: folder, PORT: 'http' }), /^PORT must be a port from 0 to 65535\.$/m);
});

test('the start names a site configuration that is not JSON', async () => {
  const file = path.join(folder, 'site.json');
  await writeFile(file, '{ brand: ');
  expectRefusal(await runStart({ DATA_DIR: folder, SITE_CONFIG: file }), /site\.json cannot be used: it is not JSON/);
});

test('the start names a data folder that is not writable', async () => {
  const file = path.join(folder, 'not-a-folder');
  await writeFile(file, '');
  expectRefusal(await runStart({ DATA_DIR: file }), /The data folder .*not-a-folder cannot be written \(EEXIST\)/);
});

test('the start names a wrong DATABASE_URL without its password', async () => {
  const result = await runStart({
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://someone:secret-word@127.0.0.1:1/nowhere',
  });
  expectRefusal(result, /DATABASE_URL|database/i);
  expect(result.said).not.toContain('secret-word');
});

test('the start names a DATABASE_URL that is no URL', async () => {
  expectRefusal(
    await runStart({ DATA_DIR: folder, DATABASE_URL: 'mysql://x' }),
    /DATABASE_URL must be the address of one PostgreSQL, like postgres:/,
  );
});

test('the start names a port that is in use', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const result = await runStart({ DATA_DIR: folder, PORT: String(port) });
  server.close();
  expectRefusal(result, new RegExp(`The port ${port} is taken by another program`));
});

test('a second instance on the same data folder is refused', async () => {
  test.skip(!process.env.SITE_DATA_DIR, 'needs a site that this run started');
  const result = await runStart({ DATA_DIR: process.env.SITE_DATA_DIR });
  expectRefusal(result, /Another instance \(process \d+\) already runs on the data folder/);
});

import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { captureCommand } from '../run/run-command.ts';
import { listen } from '../support/listen.ts';

let folder: string;
/** A file of this name and content in the folder, and its path. */
async function write(name: string, content: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'site-start-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** Expects that the start program ends with exit code 1 and one sentence that names the problem, without a stack trace. */
async function expectRefusal(environment: NodeJS.ProcessEnv, words: RegExp): Promise<string> {
  const own = { PORT: '0', DATA_DIR: folder, ...environment };
  const { output } = await captureCommand('node', ['--no-warnings', 'shell/start/main.ts'], own);
  expect(output).toMatch(words);
  expect(output).not.toMatch(/^\s+at /m);
  expect(output).toMatch(/ended with 1$/);
  return output;
}

test('a wrong site configuration stops the start, which names each wrong value and a misspelt variable', async () => {
  const SITE_CONFIG = await write('site.json', JSON.stringify({ brand: '', phone: 'call us' }));
  const output = await expectRefusal(
    { SITE_CONFIG, SMTP_ULR: 'smtp://mail.example' },
    /The site configuration .*site\.json cannot be used: .*"brand" must not be empty.*"phone" must be a phone number/s,
  );
  expect(output).toMatch(/^SMTP_ULR is set, and nothing reads it: is SMTP_URL meant\?$/m);
});

test('the start names a site configuration that is not JSON', async () => {
  const SITE_CONFIG = await write('site.json', '{ brand: ');
  await expectRefusal({ SITE_CONFIG }, /site\.json cannot be used: it is not JSON/);
});

test('the start names a wrong DATABASE_URL without its password', async () => {
  const DATABASE_URL = 'postgres://someone:secret-word@127.0.0.1:1/nowhere';
  expect(await expectRefusal({ DATABASE_URL }, /DATABASE_URL|database/i)).not.toContain('secret-word');
});

test('the start names a port that is in use', async () => {
  const server = createServer();
  const port = await listen(server);
  await expectRefusal({ PORT: String(port) }, new RegExp(`The port ${port} is taken by another program`));
  await once(server.close(), 'close');
});

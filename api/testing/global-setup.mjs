import { fork } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../src/database/migrate.ts';

const embedded = fileURLToPath(new URL('../src/database/embedded/main.ts', import.meta.url));

/** Starts one real PostgreSQL for all test files; each creates its own databases as copies of `migrated`. */
// biome-ignore lint/style/noDefaultExport: Jest calls the default export.
export default async function startPostgres() {
  const dataDir = mkdtempSync(join(tmpdir(), 'api-tests-'));
  const child = fork(embedded, { env: { ...process.env, DATA_DIR: dataDir }, execArgv: ['--no-warnings'] });
  const url = await new Promise((resolve, reject) => {
    child.on('message', (message) => message.type === 'ready' && resolve(message.url));
    child.once('exit', (code) => reject(new Error(`the embedded PostgreSQL ended with ${code} before it was ready`)));
  });
  process.env.TEST_DATABASE_URL = url;
  globalThis.testPostgres = { child, dataDir };
  await run(url, (client) => client.query('create database migrated'));
  await run(Object.assign(new URL(url), { pathname: 'migrated' }).toString(), migrate);
}

async function run(connectionString, work) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await work(client);
  await client.end();
}

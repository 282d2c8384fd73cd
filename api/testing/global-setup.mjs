import { fork } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const embedded = fileURLToPath(new URL('../src/database/embedded/main.ts', import.meta.url));

/** Starts one real PostgreSQL for all test files; each creates its own database. */
// biome-ignore lint/style/noDefaultExport: Jest calls the default export.
export default async function startPostgres() {
  const dataDir = mkdtempSync(join(tmpdir(), 'api-tests-'));
  const child = fork(embedded, { env: { ...process.env, DATA_DIR: dataDir }, execArgv: ['--no-warnings'] });
  process.env.TEST_DATABASE_URL = await new Promise((resolve, reject) => {
    child.on('message', (message) => message.type === 'ready' && resolve(message.url));
    child.once('exit', (code) => reject(new Error(`the embedded PostgreSQL ended with ${code} before it was ready`)));
  });
  globalThis.testPostgres = { child, dataDir };
}

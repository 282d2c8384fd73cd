import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { processTerminal } from 'kit/server/command-line';
import { connectOnce } from '../database/connection.ts';
import { Database } from '../database/database.ts';
import { readVariablesOrExit, StartError } from '../process.ts';
import { runOffice } from './run-office.ts';

// The entry point of `npm run office`. It connects to the same database as the running API.

const exportTimeoutMs = 300_000;
const names = ['DATA_DIR', 'DATABASE_URL', 'CRM_WEBHOOK_ALLOW_PRIVATE'] as const;
const { DATA_DIR, DATABASE_URL, CRM_WEBHOOK_ALLOW_PRIVATE: allowPrivate = false } = readVariablesOrExit(names);
const dataDir = resolve(DATA_DIR ?? '.data');

/** The embedded database writes its address into its folder while it runs. */
function databaseUrl(): string {
  if (DATABASE_URL !== undefined) return DATABASE_URL;
  const file = join(dataDir, 'postgres', 'url');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new StartError(`The embedded database does not run (no ${file}): start the site, or set DATABASE_URL.`);
  }
}

/** Writes with backpressure. A reader such as `head` may close the pipe early, which is no error. */
async function print(pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(pieces, process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const url = databaseUrl();
  await (await connectOnce(url)).end();
  const database = new Database(url, { queryTimeoutMs: exportTimeoutMs });
  try {
    await work(database);
  } finally {
    await database.sequelize.close();
  }
}

process.exitCode = await runOffice(process.argv.slice(2), {
  ...processTerminal(),
  dataDir,
  allowPrivate,
  withDatabase,
  print,
});

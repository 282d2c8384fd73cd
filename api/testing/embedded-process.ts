import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach } from '@jest/globals';
import pg from 'pg';

const main = fileURLToPath(new URL('../src/database/embedded/main.ts', import.meta.url));

/** The embedded database in a separate process, as `npm start` runs it. */
export interface EmbeddedProcess {
  child: ChildProcess;
  /** Its last output. */
  said(): string;
  progress: string[];
  ready: Promise<{ url: string; port: number }>;
  ended: Promise<number | null>;
}

const running: EmbeddedProcess[] = [];

afterEach(async () => {
  for (const one of running.splice(0)) await endEmbedded(one);
});

/** It ends after the test, unless it ends before. @param words its command-line arguments */
export function startEmbedded(
  environment: NodeJS.ProcessEnv,
  { words = [], ...options }: ForkOptions & { words?: readonly string[] } = {},
): EmbeddedProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = fork(main, words, {
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...environment },
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    ...options,
  });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const progress: string[] = [];
  const ready = new Promise<{ url: string; port: number }>((resolve) =>
    child.on('message', (message: { type: string; message: string; url: string; port: number }) =>
      message.type === 'ready' ? resolve(message) : progress.push(message.message),
    ),
  );
  // The last output may arrive a moment after the end.
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => setTimeout(resolve, 200, code)));
  const one = { child, said: () => said.trim(), progress, ready, ended };
  running.push(one);
  return one;
}

/** Ends it like a lost parent process and waits for it. */
export async function endEmbedded({ child, ended }: EmbeddedProcess): Promise<void> {
  if (child.connected) child.disconnect();
  await ended;
}

export async function queryAt(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}

/** The pid of PostgreSQL's postmaster. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { StartError } from '../process.ts';

/** The embedded database's program. Its path relative to this file is the same in source and build. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const program = fileURLToPath(new URL(`../database/embedded/main.${extension}`, import.meta.url));

type Message = { type: 'ready'; url: string } | { type: 'progress'; message: string };

/**
 * Runs work on the embedded database of a data folder: that of a running site, or one that is started for the work.
 * @param isRestored whether a restore is filling the folder, so that nothing else may start on it
 */
export async function withEmbedded<Result>(
  dataDir: string,
  work: (databaseUrl: string) => Promise<Result>,
  { isRestored }: { isRestored: boolean },
): Promise<Result> {
  const running = await addressOfRunning(dataDir);
  if (running !== undefined) return work(running);
  const child = fork(program, isRestored ? ['--restored'] : [], {
    env: { ...process.env, DATA_DIR: dataDir },
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(child, 'exit');
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.on('message', (message: Message) => {
        if (message.type === 'ready') resolve(message.url);
        else console.error(message.message);
      });
      child.once('close', () => reject(new StartError(output.trim() || 'The embedded database did not start.')));
    });
    return await work(url);
  } finally {
    if (child.connected) child.disconnect();
    await ended;
  }
}

/** A killed start leaves its address behind. */
async function addressOfRunning(dataDir: string): Promise<string | undefined> {
  let url: string;
  try {
    url = readFileSync(join(dataDir, 'postgres', 'url'), 'utf8').trim();
  } catch {
    return undefined;
  }
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return url;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

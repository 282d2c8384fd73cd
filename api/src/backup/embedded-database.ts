import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectOnce } from '../database/connection.ts';
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
  const file = join(dataDir, 'postgres', 'url');
  const url = existsSync(file) && readFileSync(file, 'utf8').trim();
  if (!url) return undefined;
  const client = await connectOnce(url).catch(() => undefined);
  await client?.end();
  return client && url;
}

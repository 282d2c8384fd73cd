import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { endChild } from './end-child.ts';
import { fillFromTemplate } from './site-template.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

export interface RunningSite {
  address: string;
  databaseUrl: string;
  process: ChildProcess;
  stop: () => Promise<void>;
}

interface ReadyMessage {
  type: 'ready';
  port: number;
  databaseUrl: string;
}

interface SiteOptions {
  dataFolder: string;
  environment?: NodeJS.ProcessEnv;
  /** The site creates its database, keys and releases itself, like the first start on a machine. */
  fromNothing?: boolean;
}

/**
 * Runs the program of `npm start` on a free port, without rate limits and without packages for squads, which take a processor for
 * twenty seconds.
 * @throws Error with the whole output if the site ends before it is ready
 */
export async function startSite({
  dataFolder,
  environment = {},
  fromNothing = false,
}: SiteOptions): Promise<RunningSite> {
  if (!fromNothing) await fillFromTemplate(dataFolder);
  const child = fork(path.join(repositoryRoot, 'shell/start/main.ts'), ['--no-rate-limits', '--no-packages'], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: ['--no-warnings'],
    env: { ...process.env, PORT: '0', DATA_DIR: dataFolder, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (output += String(bytes)));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The site ended with ${code} before it was ready:\n${output}`)));
    child.on('message', ({ type, port, databaseUrl }: ReadyMessage) => {
      if (type !== 'ready') return;
      resolve({ address: `http://localhost:${port}`, databaseUrl, process: child, stop: () => endChild(child) });
    });
  });
}

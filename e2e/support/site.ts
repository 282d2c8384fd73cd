import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endChild } from './end-child.ts';
import { writeSiteConfig } from './site-config.ts';
import { fillFromTemplate } from './site-template.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

export interface RunningSite {
  address: string;
  databaseUrl: string;
  dataFolder: string;
  process: ChildProcess;
  /** All that it has written so far. */
  output: () => string;
  /** Stops it, and removes its data folder unless that was given. */
  stop: () => Promise<void>;
}

interface ReadyMessage {
  type: 'ready';
  port: number;
  databaseUrl: string;
}

interface SiteOptions {
  dataFolder?: string;
  environment?: NodeJS.ProcessEnv;
  /** What differs from the site configuration of the repository. */
  configuration?: Record<string, unknown>;
  /** The site creates its database, keys and releases itself, like the first start on a machine. */
  fromNothing?: boolean;
  /** The folder of another copy of this repository. */
  root?: string;
}

/**
 * Runs the program of `npm start` on a free port, without rate limits and without packages for squads, which take a processor for
 * twenty seconds.
 * @throws Error with the whole output if the site ends before it is ready
 */
export async function startSite(options: SiteOptions = {}): Promise<RunningSite> {
  const { environment, configuration, fromNothing = false, root = repositoryRoot } = options;
  const dataFolder = options.dataFolder ?? (await mkdtemp(path.join(tmpdir(), 'site-')));
  if (!fromNothing) await fillFromTemplate(dataFolder);
  const SITE_CONFIG = path.join(dataFolder, 'site.json');
  if (configuration) await writeSiteConfig(SITE_CONFIG, configuration);
  const own = { PORT: '0', DATA_DIR: dataFolder, ...(configuration && { SITE_CONFIG }) };
  const child = fork(path.join(root, 'shell/start/main.ts'), ['--no-rate-limits', '--no-packages'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: ['--no-warnings'],
    env: { ...process.env, ...own, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (output += String(bytes)));
  const stop = async () => {
    await endChild(child);
    if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
  };
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The site ended with ${code} before it was ready:\n${output}`)));
    child.on('message', ({ type, port, databaseUrl }: ReadyMessage) => {
      if (type !== 'ready') return;
      const address = `http://localhost:${port}`;
      resolve({ address, databaseUrl, dataFolder, process: child, output: () => output, stop });
    });
  });
}

/** Starts a site, runs the work with it, and stops it. */
export async function withSite<Result>(work: (site: RunningSite) => Promise<Result>): Promise<Result> {
  const site = await startSite();
  try {
    return await work(site);
  } finally {
    await site.stop();
  }
}

import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWorkspace } from '../../shell/build/build-workspace.ts';
import { endChild } from './end-child.ts';

const root = new URL('../..', import.meta.url);
const pathOf = (file: string) => fileURLToPath(new URL(file, root));

export interface Started {
  child: ChildProcess;
  port: number;
  url: string;
  /** The exit code or signal with the last lines of standard error; undefined while it runs. */
  ending(): string | undefined;
}

/** Creates a data folder; `remove` deletes it. */
export function makeDataDir(): { dataDir: string; remove(): void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'drill-'));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** The build is copied once, because an edit during a drill must not replace it. */
let built: Promise<unknown> | undefined;

/** Starts the embedded PostgreSQL in a separate process. `port` lets it return on the same port. */
export async function startDatabase(dataDir: string, port = 0): Promise<Started> {
  built ??= buildWorkspace('api');
  await built;
  return start('api/dist/database/embedded/main.js', { DATA_DIR: dataDir }, ['--port', String(port)]);
}

interface ApiOptions {
  /** Rate limits are off by default. */
  rateLimits?: boolean;
  /** Deliveries go nowhere by default. */
  delivers?: boolean;
}

/** Starts one API process with the sample agents. */
export function startApi(
  databaseUrl: string,
  dataDir: string,
  environment: NodeJS.ProcessEnv = {},
  { rateLimits = false, delivers = false }: ApiOptions = {},
): Promise<Started> {
  const options = [
    '--sample-agents',
    ...(rateLimits ? [] : ['--no-rate-limits']),
    ...(delivers ? [] : ['--no-delivery']),
  ];
  const own = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SITE_CONFIG: pathOf('shell/site.json') };
  return start('api/dist/main.js', { ...own, ...environment }, options);
}

function start(file: string, environment: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<Started> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = fork(pathOf(file), args, {
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), NODE_NO_WARNINGS: '1', ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors = (errors + chunk).slice(-2000);
  });
  const ending = () => {
    const how = child.signalCode ?? child.exitCode;
    return how === null ? undefined : `${file} ended (${how}): ${errors.trim() || 'it said nothing'}`;
  };
  return new Promise((resolve, reject) => {
    child.on('message', (message: { type: string; port?: number; url?: string }) => {
      if (message.type === 'ready') resolve({ child, port: message.port ?? 0, url: message.url ?? '', ending });
    });
    child.once('close', () => reject(new Error(ending())));
  });
}

/** Stops a process gracefully and waits for it. */
export async function stop({ child }: Started): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = goneOf(child);
  child.disconnect();
  await gone;
}

/** Kills a process with SIGKILL and waits for it. */
export function kill({ child }: Started): Promise<void> {
  return endChild(child, 'SIGKILL');
}

export function goneOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

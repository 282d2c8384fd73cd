import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildWorkspace } from '../../shell/build/build-workspace.ts';
import { knownRemotes } from '../../shell/settings/namespaces.ts';
import { startDatabase, stop } from './api-processes.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** The initial data of a shell server without a database: the built remotes live, and the keys that signed them. */
export const partsOfShell = ['releases', 'keys'] as const;
/** The initial data of a test's site, with an empty database. */
const partsOfSite = ['postgres', ...partsOfShell] as const;

/**
 * Creates the initial data folder of the tests' sites once for all tests. `SITE_TEMPLATE` names it.
 * @returns a function that removes it
 */
export async function makeSiteTemplate(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'site-template-'));
  await Promise.all([makeCluster(folder), buildAndPublish(folder)]);
  process.env.SITE_TEMPLATE = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Fills a data folder from the template, if there is one. A folder with data is not changed. */
export async function fillFromTemplate(dataFolder: string, parts: readonly string[] = partsOfSite): Promise<void> {
  const { SITE_TEMPLATE } = process.env;
  if (!SITE_TEMPLATE || parts.some((part) => existsSync(path.join(dataFolder, part)))) return;
  // The copy keeps modes and owners, because PostgreSQL may run as another user.
  const made = parts.map((part) => path.join(SITE_TEMPLATE, part)).filter((part) => existsSync(part));
  await promisify(execFile)('cp', ['-a', ...made, dataFolder]);
}

async function makeCluster(folder: string): Promise<void> {
  await stop(await startDatabase(folder));
}

async function buildAndPublish(folder: string): Promise<void> {
  for (const workspace of ['shell', ...knownRemotes]) await buildWorkspace(workspace);
  await publishAll(folder);
}

/** Publishes the built remotes into a data folder and makes them live, like `npm start`. */
export async function publishAll(dataFolder: string): Promise<void> {
  const child = fork(path.join(repositoryRoot, 'e2e/support/fill-store.ts'), {
    env: { ...process.env, DATA_DIR: dataFolder },
    execArgv: ['--no-warnings'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The remotes could not be published (exit code ${code}).`);
}

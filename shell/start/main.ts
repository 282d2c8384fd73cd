import path from 'node:path';
import { parseArgs } from 'node:util';
import { findMisspelt } from 'kit/server/settings/misspelt';
import { readVariables } from 'kit/server/settings/variables';
import { messageOf } from 'kit/server/text';
import { buildWorkspace, packagesForSquads } from '../build/build-workspace.ts';
import { knownRemotes } from '../settings/namespaces.ts';
import { dataFolder, repositoryRoot } from '../settings/places.ts';
import { loadSiteConfig, siteConfigFile } from '../settings/site-config.ts';
import { ensureKey, keyPlaces } from '../settings/site-platform.ts';
import { takeDataFolder } from './data-folder.ts';
import { assertPortFree, findFreePort } from './free-port.ts';
import { describeLeftOut, describeOtherLive, type Publications, publishBuiltRemotes } from './publish-built-remotes.ts';
import { Service } from './service.ts';

const loadPages = async () => (await import('../server/host-pages.ts')).hostPages;

const maxBuilds = 2;
/** For each program's log: bytes of a file, and the number of files. */
const logLimits = { size: 10 * 1024 * 1024, files: 5 };

/**
 * The settings of the start program, from environment and command line. All other variables are passed to the API and the
 * shell server unchanged.
 */
type Settings = ReturnType<typeof readSettings>;

function readSettings(environment: NodeJS.ProcessEnv) {
  const { values } = parseArgs({
    options: {
      'sample-agents': { type: 'boolean' },
      'no-rate-limits': { type: 'boolean' },
      'no-packages': { type: 'boolean' },
    },
  });
  const { 'no-packages': leavesOutPackages = false, ...ofApi } = values;
  const read = readVariables(environment, ['PORT', 'DATABASE_URL', 'OFFICE_KEY', 'ROOM_KEY']);
  return {
    port: read.PORT ?? 3000,
    dataFolder: dataFolder(environment),
    siteConfigFile: siteConfigFile(environment),
    databaseUrl: read.DATABASE_URL,
    officeKey: read.OFFICE_KEY,
    roomKey: read.ROOM_KEY,
    leavesOutPackages,
    apiOptions: Object.keys(ofApi).map((name) => `--${name}`),
  };
}

const running: Service[] = [];
let stopping: Promise<void> | undefined;
const ending = new AbortController();

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  for (const sentence of findMisspelt(process.env)) console.error(sentence);
  const { brand } = loadSiteConfig(settings.siteConfigFile);
  if (settings.port !== 0) await assertPortFree(settings.port, 'PORT');
  const { release } = await takeDataFolder(settings.dataFolder);
  process.once('exit', release);
  console.log(`Starting ${brand}; data in ${settings.dataFolder}`);
  const [{ databaseUrl, apiPort }, { leftOut, otherLive }] = await Promise.all([
    buildAndStartApi(settings),
    buildAndPublish(settings),
  ]);
  // The shell starts last, so that a site that answers is complete.
  const port = await startShell(settings, apiPort);
  console.log(`${brand} is ready at http://localhost:${port}`);
  // The description is printed again at the end, where it does not scroll away.
  if (leftOut.length > 0) console.error(describeLeftOut(leftOut));
  if (otherLive.length > 0) console.log(describeOtherLive(otherLive));
  process.send?.({ type: 'ready', port, databaseUrl });
  // Packages are built last, because only squads need them.
  if (!settings.leavesOutPackages) await makePackages();
}

/** Builds and publishes all remotes. A remote whose new release does not go live does not stop the others. */
async function buildAndPublish({ dataFolder }: Settings): Promise<Publications> {
  const unbuilt = new Map<string, string>();
  // All builders take their next workspace from this one iterator.
  const workspaces = ['shell', ...knownRemotes].values();
  const buildAll = async () => {
    for (const workspace of workspaces) {
      const building = build(workspace);
      // A site needs its shell, but not every remote.
      if (workspace === 'shell') await building;
      else await building.catch((error: unknown) => unbuilt.set(workspace, messageOf(error)));
    }
  };
  await Promise.all(Array.from({ length: maxBuilds }, buildAll));
  const published = await step('releases are published', () =>
    publishBuiltRemotes(dataFolder, { loadPages, unbuilt, known: 'activate' }),
  );
  const { activated, leftOut } = published;
  for (const release of activated) console.log(`    live now: ${release}`);
  if (leftOut.length > 0) console.error(describeLeftOut(leftOut));
  const isNothingLive = knownRemotes.every((name) => leftOut.some(({ remote, live }) => remote === name && !live));
  if (isNothingLive) throw new Error('No remote has a release that can be served, so there is no site to start.');
  return published;
}

async function makePackages(): Promise<void> {
  if (stopping) return;
  try {
    const made = await buildWorkspace(packagesForSquads, { signal: ending.signal, niceness: 19 });
    if (made) console.log('Squads elsewhere find their packages at /_platform/packages.');
  } catch (error) {
    if (!stopping) console.error(messageOf(error));
  }
}

async function build(workspace: string): Promise<void> {
  await step(`${workspace} is built`, () => buildWorkspace(workspace));
}

/**
 * Builds the API and starts it with its database, which is part of the API's program, while the remotes are still being built.
 */
async function buildAndStartApi(settings: Settings): Promise<{ databaseUrl: string; apiPort: number }> {
  await build('api');
  const databaseUrl = await startDatabase(settings);
  return { databaseUrl, apiPort: await startApi(settings, databaseUrl) };
}

async function startDatabase(settings: Settings): Promise<string> {
  if (settings.databaseUrl) return settings.databaseUrl;
  const { url } = await startService(settings, {
    name: 'postgres',
    script: 'api/dist/database/embedded/main.js',
    args: ['--port', String(await findFreePort())],
  });
  if (!url) throw new Error('The embedded database did not say where it listens.');
  return url;
}

async function startApi(settings: Settings, databaseUrl: string): Promise<number> {
  const { port } = await startService(settings, {
    name: 'api',
    script: 'api/dist/main.js',
    args: [...new Set([...settings.apiOptions, ...(settings.databaseUrl ? [] : ['--sample-agents'])])],
    environment: {
      PORT: String(await findFreePort()),
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      OFFICE_KEY: await officeKey(settings),
    },
  });
  if (!port) throw new Error('The API did not say where it listens.');
  return port;
}

async function startShell(settings: Settings, apiPort: number): Promise<number> {
  const { port } = await startService(settings, {
    name: 'shell',
    script: 'shell/server/main.ts',
    environment: {
      PORT: String(settings.port),
      API_URL: `http://127.0.0.1:${apiPort}`,
      OFFICE_KEY: await officeKey(settings),
      // Everything runs as one user on this machine, so the control room may do what that user may do on the command line.
      ROOM_KEY: settings.roomKey ?? keyPlaces(process.env).signer,
    },
  });
  return port ?? settings.port;
}

async function officeKey({ dataFolder, officeKey }: Settings): Promise<string> {
  const key = await ensureKey(path.join(dataFolder, 'keys'), 'office', officeKey);
  return key.toString('hex');
}

interface Program {
  name: string;
  /** Relative to the repository's root. */
  script: string;
  args?: readonly string[];
  environment?: Readonly<Record<string, string>>;
}

async function startService(settings: Settings, { name, script, args = [], environment }: Program) {
  const service = new Service({
    name,
    script: path.join(repositoryRoot, script),
    args,
    environment: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: settings.dataFolder,
      SITE_CONFIG: settings.siteConfigFile,
      ...environment,
    },
    logFolder: path.join(settings.dataFolder, 'logs'),
    logLimits,
    onProgress: (message) => console.log(`    ${message}`),
  });
  running.push(service);
  return step(`${name} is running`, () => service.start());
}

async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  console.log(`  ${title.padEnd(44)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

/** Stops the programs in reverse order, so that each still has the programs that it needs. */
function stop(): Promise<void> {
  ending.abort();
  stopping ??= (async () => {
    for (const service of running.toReversed()) await service.stop();
  })();
  return stopping;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.on(signal, () => {
    if (!stopping) console.log('Stopping ...');
    void stop().then(() => process.exit(0));
  });
}

main().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  await stop();
  process.exit(1);
});

import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readVariables } from 'kit/server/settings/variables';
import { whyRestoreIsUnfinished } from 'kit/server/unfinished-restore';
import pg from 'pg';
import { exitWith, StartError, whenAskedToEnd } from '../../process.ts';
import { checkFolder, createCluster, databaseName as database, databaseOwner, noteMade } from './cluster.ts';
import { clusterOf, noteClusterElsewhere } from './find-cluster.ts';
import { choosePlace, withReadableBinaries } from './place.ts';
import { clearStaleLock, holdFolder, type Server, startServer } from './server.ts';

// The embedded PostgreSQL as a separate process, which keeps running when API processes restart.

type Message = { type: 'progress'; message: string } | { type: 'ready'; url: string; port: number };

function notifyParent(message: Message): void {
  if (process.connected) process.send?.(message);
}

const reportProgress = (message: string) => notifyParent({ type: 'progress', message });

function readSettings() {
  const { DATA_DIR: dataDir = '' } = readVariables(process.env, ['DATA_DIR']);
  if (!isAbsolute(dataDir)) throw new StartError(`DATA_DIR must be an absolute path, not "${dataDir}".`);
  const options = { port: { type: 'string', default: '0' }, restored: { type: 'boolean', default: false } } as const;
  const { values } = parseArgs({ options });
  const port = Number(values.port);
  if (Number.isInteger(port) && port >= 0 && port < 65536) return { dataDir, port, isRestored: values.restored };
  throw new StartError(`--port must be a port from 0 to 65535, not "${values.port}".`);
}

async function createDatabase(folder: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect().catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== '28P01') throw error;
    throw new StartError(
      `The password in ${join(folder, 'password')} is not that of the database beside it: put the file back that belongs to it.`,
    );
  });
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

/** Commands use this file to connect while the database runs; it holds the password. */
function noteAddress(folder: string, url: string): string {
  const file = join(folder, 'url');
  rmSync(file, { force: true });
  writeFileSync(file, `${url}\n`, { mode: 0o600 });
  return file;
}

async function start(): Promise<{ server: Server; release: () => void }> {
  const settings = readSettings();
  // A restore fills the database itself.
  const unfinished = settings.isRestored ? undefined : whyRestoreIsUnfinished(settings.dataDir);
  if (unfinished !== undefined) throw new StartError(unfinished);
  const wanted = join(settings.dataDir, 'postgres');
  const chosen = await choosePlace(wanted);
  if (chosen.note !== undefined) reportProgress(chosen.note);
  const release = await holdFolder(chosen.folder);
  try {
    const place = withReadableBinaries(chosen);
    const { isNew, password } = checkFolder(place.folder);
    if (isNew) {
      reportProgress('creating the database');
      await createCluster(place, password);
    }
    await clearStaleLock(clusterOf(place.folder), reportProgress);
    if (place.folder !== realpathSync(wanted)) noteClusterElsewhere(wanted, place.folder);
    const server = await startServer(place, settings.port);
    const url = `postgres://${databaseOwner}:${password}@127.0.0.1:${server.port}`;
    await createDatabase(place.folder, url);
    noteMade(place.folder);
    const address = noteAddress(wanted, `${url}/${database}`);
    notifyParent({ type: 'ready', url: `${url}/${database}`, port: server.port });
    return {
      server,
      release: () => {
        rmSync(address, { force: true });
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

const starting = start();

function stop(): void {
  starting.then(async ({ server, release }) => {
    await server.stop();
    release();
    process.exit(0);
  }, exitWith);
}

whenAskedToEnd(stop);

starting.then(
  ({ server, release }) =>
    server.onLost((lastLine) => {
      console.error(`The embedded PostgreSQL ended unexpectedly: ${lastLine}`);
      release();
      process.exit(1);
    }),
  exitWith,
);

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../src/database/embedded/server.ts';

const usualPlaces = [
  '/usr/sbin/pgbouncer',
  '/usr/bin/pgbouncer',
  '/usr/local/bin/pgbouncer',
  '/opt/homebrew/bin/pgbouncer',
];

/** The path of a PgBouncer, which is installed from Debian packages if possible; undefined if it is not available. */
export function findOrInstallPgBouncer(): string | undefined {
  const find = () => usualPlaces.find((path) => existsSync(path));
  if (!find() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const aptGet = (...words: string[]) => spawnSync('apt-get', [...words, '-qq'], { stdio: 'ignore' }).status === 0;
    const install = () => aptGet('install', '-y', '--no-install-recommends', 'pgbouncer');
    // The lists of packages are seldom old, and to fetch them takes longer than the rest. Without a network the test
    // reports that it did not run.
    if (!install() && aptGet('update')) install();
  }
  return find();
}

/** Starts a PgBouncer in transaction mode in front of a database, with few connections, so that clients share them. */
export async function startPgBouncer(
  program: string,
  databaseUrl: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const ownPort = await freePort();
  const isRoot = process.getuid?.() === 0;
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username} password=${password}`,
    '[pgbouncer]',
    'pool_mode = transaction',
    'auth_type = any',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'default_pool_size = 4',
    'max_client_conn = 200',
    ...(isRoot ? ['user = nobody'] : []),
  ];
  writeFileSync(join(folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`);
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const url = `postgres://${username}:${password}@127.0.0.1:${ownPort}${pathname}`;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode} before it took connections.`);
    await sleep(50);
  }
  return {
    url,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createCluster } from '../src/database/embedded/cluster.ts';
import { clusterOf } from '../src/database/embedded/find-cluster.ts';
import { choosePlace, type Place, withReadableBinaries } from '../src/database/embedded/place.ts';
import { freePort } from '../src/database/embedded/server.ts';

const password = 'for-tests';

/** A real PostgreSQL that a test can kill, disconnect, copy and promote; only on Linux. */
export class TestPostgres {
  readonly name: string;
  readonly port: number;
  /** Its address, as in DATABASE_URL. */
  readonly at: string;
  readonly #place: Place;
  readonly #settings: Record<string, string>;
  #child: ChildProcess | undefined;
  #said = '';

  private constructor(place: Place, name: string, port: number, settings: Record<string, string>) {
    this.#place = place;
    this.name = name;
    this.port = port;
    this.at = `127.0.0.1:${port}`;
    this.#settings = settings;
  }

  /** Creates and starts a database in its own folder below `base`. */
  static async create(base: string, name: string, settings: Record<string, string> = {}): Promise<TestPostgres> {
    const server = new TestPostgres(await placeIn(base, name), name, await freePort(), settings);
    await createCluster(server.#place, password);
    await server.start();
    await server.ask('create database site');
    return server;
  }

  get url(): string {
    return `postgres://app:${password}@${this.at}/site`;
  }

  get folder(): string {
    return clusterOf(this.#place.folder);
  }

  /** Starts a standby of this server in place of the folder's content; on `port` if it must keep its port. */
  async standby(base: string, name: string, port?: number): Promise<TestPostgres> {
    const place = await placeIn(base, name);
    rmSync(clusterOf(place.folder), { recursive: true, force: true });
    const server = new TestPostgres(place, name, port ?? (await freePort()), this.#settings);
    await this.#copyTo(server);
    appendFileSync(
      join(server.folder, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${this.port} user=app password=${password} application_name=${name}'\nsynchronous_standby_names = ''\n`,
    );
    server.own('standby.signal', '');
    await server.start();
    return server;
  }

  /** The low-level base backup of PostgreSQL's documentation ("Making a Base Backup Using the Low Level API"). */
  async #copyTo(server: TestPostgres): Promise<void> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    await client.query(`select pg_backup_start('standby', true)`);
    // cp exits with 1 if a temporary file disappears, which no standby needs.
    spawnSync('cp', ['-a', this.folder, server.folder]);
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(server.folder, name));
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await client.end();
    server.own('backup_label', rows[0]?.labelfile ?? '');
  }

  async start(): Promise<void> {
    const { account, binaries } = this.#place;
    const options = {
      ...{
        port: String(this.port),
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        max_connections: '100',
      },
      ...{ shared_buffers: '32MB', timezone: 'UTC', log_timezone: 'UTC', ...this.#settings },
    };
    const words = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [command = '', ...args] = [...account.prefix, join(binaries, 'bin', 'postgres'), '-D', this.folder, ...words];
    this.#said = '';
    const env = { PATH: process.env.PATH, LC_ALL: 'C' };
    const child = spawn(command, args, { ...account.user, cwd: '/', env, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child = child;
    child.stderr.on('data', (chunk) => {
      this.#said = (this.#said + chunk).slice(-8000);
    });
    while (!/ready to accept (read-only )?connections/.test(this.#said)) {
      if (child.exitCode !== null) throw new Error(`${this.name} did not start: ${this.#said}`);
      await sleep(20);
    }
  }

  /** Runs SQL on a new connection. */
  async ask(sql: string): Promise<Record<string, unknown>[]> {
    const database = sql.startsWith('create database') ? 'postgres' : 'site';
    const client = new pg.Client({
      connectionString: this.url.replace(/site$/, database),
      connectionTimeoutMillis: 5000,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      void client.end();
    }
  }

  /** Commits wait for the standby from now on; resolves when it follows. */
  async waitFor(standby: TestPostgres, level: 'on' | 'remote_apply' = 'on'): Promise<void> {
    await this.ask(`alter system set synchronous_commit = '${level}'`);
    await this.ask(`alter system set synchronous_standby_names = '${standby.name}'`);
    await this.ask('select pg_reload_conf()');
    const follows = `select 1 from pg_stat_replication where application_name = '${standby.name}' and sync_state = 'sync'`;
    await until(async () => (await this.ask(follows)).length > 0, `${standby.name} follows ${this.name}`);
  }

  /** Promotes a standby to a primary with asynchronous replication. */
  async promote(): Promise<void> {
    await this.ask('select pg_promote(true, 60)');
  }

  /** Simulates a power failure: kills all its processes at once. */
  async kill(): Promise<void> {
    const child = this.#running();
    const gone = once(child, 'exit');
    for (const pid of this.#processes()) signal(pid, 'SIGKILL');
    await gone;
  }

  /** Simulates a network failure: nothing answers, and nothing ends. */
  freeze(): void {
    for (const pid of this.#processes()) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.#processes().reverse()) signal(pid, 'SIGCONT');
  }

  /** Stops it like an operator: connections end, and the standby has everything before this resolves. */
  async stop(): Promise<void> {
    if (!this.isRunning) return;
    const child = this.#running();
    const gone = once(child, 'exit');
    child.kill('SIGINT');
    await gone;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Writes a file into its folder, owned by its user. */
  own(name: string, content: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, content, { mode: 0o600 });
    const { user } = this.#place.account;
    if (user) chownSync(path, user.uid, user.gid);
    return path;
  }

  #running(): ChildProcess {
    if (!this.#child || !this.isRunning) throw new Error(`${this.name} does not run.`);
    return this.#child;
  }

  /** The postmaster comes first, so that it starts no others in between. Each is its own process group. */
  #processes(): number[] {
    const { pid = 0 } = this.#running();
    const children = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === pid);
    return [pid, ...children.map(Number)];
  }
}

async function placeIn(base: string, name: string): Promise<Place> {
  chmodSync(base, 0o755);
  mkdirSync(join(base, name), { recursive: true, mode: 0o755 });
  return withReadableBinaries(await choosePlace(join(base, name)));
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`waited 30 s in vain until ${what}`);
    await sleep(50);
  }
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findQuietPort } from '../../support/quiet-port.ts';

const shipped = path.resolve(import.meta.dirname, '../../../docs/deploy/patroni.yml');
const password = 'for-tests';

interface Programs {
  patroni: string;
  patronictl: string;
  etcd: string;
  /** PostgreSQL's folder of programs. */
  bin: string;
}

/** The programs of Debian's packages patroni, etcd-server and postgresql, or the missing ones. */
export function findPatroni(): Programs | { missing: string } {
  const [patroni, patronictl, etcd] = ['patroni', 'patronictl', 'etcd'].map((name) => path.join('/usr/bin', name));
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0];
  if (!patroni || !existsSync(patroni) || !patronictl) return { missing: 'patroni' };
  if (!etcd || !existsSync(etcd)) return { missing: 'etcd-server' };
  if (!newest) return { missing: 'postgresql' };
  return { patroni, patronictl, etcd, bin: `/usr/lib/postgresql/${newest}/bin` };
}

class Machine {
  readonly name: string;
  /** The ports of PostgreSQL and of Patroni's REST API. */
  readonly ports: { database: number; agent: number };
  readonly #file: string;
  readonly #folder: string;
  readonly #program: string;
  #patroni: ChildProcess | undefined;

  constructor(
    name: string,
    ports: Machine['ports'],
    { base, etcd, programs }: { base: string; etcd: number; programs: Programs },
  ) {
    this.name = name;
    this.#program = programs.patroni;
    this.ports = ports;
    this.#folder = path.join(base, name);
    this.#file = path.join(base, `${name}.yml`);
    mkdirSync(this.#folder, { mode: 0o700 });
    const { uid, gid } = databaseUser();
    chownSync(this.#folder, uid, gid);
    // The shipped configuration with other paths and ports.
    const text = readFileSync(shipped, 'utf8')
      .replace('name: a', `name: ${name}`)
      .replace(/hosts: .*/, `hosts: 127.0.0.1:${etcd}`)
      .replaceAll('10.0.0.1:8008', `127.0.0.1:${ports.agent}`)
      .replaceAll('10.0.0.1:5432', `127.0.0.1:${ports.database}`)
      .replaceAll('10.0.0.0/24', '127.0.0.1/32')
      .replaceAll('change-me', password)
      .replace(/data_dir: .*/, `data_dir: ${this.data}`)
      .replace(/bin_dir: .*/, `bin_dir: ${programs.bin}`)
      .replace(/pgpass: .*/, `pgpass: ${this.#folder}/pgpass`)
      // A watchdog would reset the whole machine.
      .replace('mode: required', 'mode: off')
      .replace(/unix_socket_directories: .*/, `unix_socket_directories: ${this.#folder}`);
    writeFileSync(this.#file, text);
  }

  get data(): string {
    return path.join(this.#folder, 'data');
  }

  get configuration(): string {
    return this.#file;
  }

  get at(): string {
    return `127.0.0.1:${this.ports.database}`;
  }

  start(): void {
    const log = openSync(path.join(path.dirname(this.#file), `${this.name}.log`), 'a');
    const { uid, gid } = databaseUser();
    // PostgreSQL refuses to run as root.
    this.#patroni = spawn(this.#program, [this.#file], { uid, gid, cwd: this.#folder, stdio: ['ignore', log, log] });
  }

  /** Whether Patroni considers it the synchronous standby, which may take over. */
  async isSynchronous(): Promise<boolean> {
    const address = `http://127.0.0.1:${this.ports.agent}/synchronous`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(1000) }).catch(() => null);
    return answer?.ok === true;
  }

  /** Runs a statement as the superuser; returns null if the server does not answer. */
  async ask<Row extends pg.QueryResultRow>(sql: string, database = 'postgres'): Promise<Row[] | null> {
    const url = `postgres://postgres:${password}@${this.at}/${database}`;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000, query_timeout: 2000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(sql)).rows;
    } catch {
      return null;
    } finally {
      void client.end().catch(() => undefined);
    }
  }

  /** The timeline of this server if it is the primary. It grows with each promotion. */
  async timeline(): Promise<number | undefined> {
    const now =
      'select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as hex';
    const hex = (await this.ask<{ hex: string | null }>(now))?.[0]?.hex;
    return hex ? Number.parseInt(hex, 16) : undefined;
  }

  /** Kills PostgreSQL with SIGKILL; Patroni keeps running. */
  killDatabase(): void {
    process.kill(this.#postmaster(), 'SIGKILL');
  }

  /** Simulates a power failure or a watchdog reset: kills Patroni, PostgreSQL and all child processes. */
  async vanish(): Promise<void> {
    const postmaster = this.#postmaster();
    const all = [this.#patroni?.pid ?? 0, postmaster, ...childrenOf(postmaster)];
    for (const each of all.filter((pid) => pid > 1)) signal(each, 'SIGKILL');
    if (this.#patroni?.exitCode === null && this.#patroni.signalCode === null) await once(this.#patroni, 'exit');
  }

  async stop(): Promise<void> {
    if (this.#patroni?.exitCode !== null || this.#patroni.signalCode !== null) return;
    const exited = once(this.#patroni, 'exit');
    this.#patroni.kill('SIGTERM');
    await Promise.race([exited, wait(15_000)]);
    this.#patroni.kill('SIGKILL');
    if (existsSync(path.join(this.data, 'postmaster.pid'))) signal(this.#postmaster(), 'SIGKILL');
  }

  #postmaster(): number {
    return Number(readFileSync(path.join(this.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }
}

/** Two machines and their etcd. */
export class PatroniPair {
  readonly machines: readonly [Machine, Machine];
  readonly #programs: Programs;
  readonly #etcd: ChildProcess;

  private constructor(machines: readonly [Machine, Machine], programs: Programs, etcd: ChildProcess) {
    this.machines = machines;
    this.#programs = programs;
    this.#etcd = etcd;
  }

  /** Starts them with a database `site` of a user `app`; the second one is the synchronous standby. */
  static async start(base: string, programs: Programs): Promise<PatroniPair> {
    chmodSync(base, 0o755);
    const port = await findQuietPort();
    const etcd = await startEtcd(programs.etcd, base, port);
    const make = async (name: string) => {
      const ports = { database: await findQuietPort(), agent: await findQuietPort() };
      return new Machine(name, ports, { base, etcd: port, programs });
    };
    const [a, b] = [await make('a'), await make('b')];
    const pair = new PatroniPair([a, b], programs, etcd);
    a.start();
    await until('the first server accepts writes', async () => (await a.timeline()) !== undefined);
    b.start();
    await pair.untilOtherMay(a);
    await a.ask(`create role app login password '${password}'`);
    await a.ask('create database site owner app');
    return pair;
  }

  url(at: string): string {
    return `postgres://app:${password}@${at}/site`;
  }

  /** Waits for a primary of a later timeline than `since` and returns it. */
  async leader(since = 0): Promise<{ machine: Machine; timeline: number }> {
    let leader: { machine: Machine; timeline: number } | undefined;
    // The first answer wins, so that a hanging server causes no delay.
    const askMachines = () =>
      Promise.any(
        this.machines.map(async (machine) => {
          const timeline = await machine.timeline();
          if (timeline === undefined || timeline <= since) throw new Error(`${machine.name} takes no writes.`);
          return { machine, timeline };
        }),
      ).catch(() => undefined);
    await until('a server accepts writes', async () => {
      leader = await askMachines();
      return leader !== undefined;
    });
    if (!leader) throw new Error('No server accepts writes.');
    return leader;
  }

  other(machine: Machine): Machine {
    return machine === this.machines[0] ? this.machines[1] : this.machines[0];
  }

  untilOtherMay(primary: Machine): Promise<void> {
    return until('the standby may take over', () => this.other(primary).isSynchronous());
  }

  async switchOver(from: Machine): Promise<void> {
    const words = ['--primary', from.name, '--candidate', this.other(from).name, '--force', 'site'];
    await promisify(execFile)(this.#programs.patronictl, ['-c', from.configuration, 'switchover', ...words]);
  }

  async stop(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.stop()));
    this.#etcd.kill('SIGKILL');
  }
}

/** Polls ten times a second, for at most two minutes. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not within two minutes: ${what}.`);
    await wait(100);
  }
}

async function startEtcd(program: string, base: string, port: number): Promise<ChildProcess> {
  const peer = `http://127.0.0.1:${await findQuietPort()}`;
  const client = `http://127.0.0.1:${port}`;
  const words = Object.entries({
    '--data-dir': path.join(base, 'etcd'),
    '--listen-client-urls': client,
    '--advertise-client-urls': client,
    '--listen-peer-urls': peer,
    '--initial-advertise-peer-urls': peer,
    '--initial-cluster': `default=${peer}`,
  }).flat();
  const log = openSync(path.join(base, 'etcd.log'), 'a');
  const child = spawn(program, words, { stdio: ['ignore', log, log] });
  await until('etcd answers', async () => (await fetch(`${client}/health`).catch(() => null))?.ok === true);
  return child;
}

/** The current user, or Debian's postgres user if that is root. */
function databaseUser(): { uid: number; gid: number } {
  const { uid, gid } = userInfo();
  if (uid !== 0) return { uid, gid };
  const line = /^postgres:[^:]*:(?<uid>\d+):(?<gid>\d+)/m.exec(readFileSync('/etc/passwd', 'utf8'))?.groups;
  if (!line) throw new Error('There is no user postgres.');
  return { uid: Number(line.uid), gid: Number(line.gid) };
}

function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
}

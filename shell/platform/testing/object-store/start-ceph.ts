import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AwsV4Signer } from 'aws4fetch';
import { writeCephSettings } from './ceph-settings.ts';

const run = promisify(execFile);

/** A real object store for tests, gone when it is stopped. */
export interface Ceph {
  /** The addresses of its gateways: two are as two machines before one store. */
  gateways: string[];
  /** What a process that uses it is started with. */
  environment: Record<string, string>;
  makeBucket(): Promise<string>;
  stop(): Promise<void>;
}

export const cephKeys = { accessKeyId: 'sitekey', secretAccessKey: 'sitesecret' };
export const cephRegion = 'us-east-1';
/** For what takes a second on a machine with nothing else to do, in milliseconds. */
const patience = 90_000;

/** Starts a monitor, a storage process and gateways of Ceph, in memory and on loopback. */
export async function startCeph({ gateways = 1 } = {}): Promise<Ceph> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ceph-'));
  const processes: ChildProcess[] = [];
  const stop = async () => {
    for (const child of processes.reverse()) await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const addresses = await startAll(folder, gateways, processes);
    const [first = ''] = addresses;
    const environment = {
      S3_ENDPOINT: first,
      AWS_REGION: cephRegion,
      AWS_ACCESS_KEY_ID: cephKeys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: cephKeys.secretAccessKey,
    };
    return { gateways: addresses, environment, stop, makeBucket: () => makeBucket(first) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startAll(folder: string, gateways: number, processes: ChildProcess[]): Promise<string[]> {
  for (const name of ['mon', 'osd', 'rgw', 'run', 'log']) await mkdir(path.join(folder, name));
  const settings = path.join(folder, 'ceph.conf');
  const [monitorPort = 0, ...ports] = await findFreePorts(1 + gateways);
  const id = randomUUID();
  await writeFile(settings, writeCephSettings({ folder, id, monitorPort }));
  const begin = (program: string, ...words: string[]) => {
    const child = spawn(program, ['-c', settings, '-f', ...words], { stdio: 'ignore' });
    child.on('error', () => {});
    processes.push(child);
  };
  await makeKeyring(path.join(folder, 'keyring'));
  const map = path.join(folder, 'monmap');
  const monitor = `--create --fsid ${id} --addv a [v2:127.0.0.1:${monitorPort}/0] --clobber`;
  await run('monmaptool', [...monitor.split(' '), map]);
  const keyring = path.join(folder, 'keyring');
  await run('ceph-mon', ['-c', settings, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring]);
  begin('ceph-mon', '-i', 'a');
  const ceph = (...words: string[]) => run('ceph', ['-c', settings, '--connect-timeout', '60', ...words]);
  const storage = randomUUID();
  await ceph('osd', 'new', storage);
  await run('ceph-osd', ['-c', settings, '-i', '0', '--mkfs', '--osd-uuid', storage]);
  begin('ceph-osd', '-i', '0');
  await until('the storage of Ceph', async () => (await ceph('osd', 'stat')).stdout.includes('1 up'));
  for (const port of ports) {
    // One after the other: the first makes the pools.
    begin('radosgw', '-n', 'client.rgw', '--rgw-frontends', `beast endpoint=127.0.0.1:${port} tcp_nodelay=1`);
    await until('a gateway of Ceph', async () => (await fetch(`http://127.0.0.1:${port}/`)).status < 500);
  }
  const keys = `--access-key=${cephKeys.accessKeyId} --secret-key=${cephKeys.secretAccessKey}`;
  const user = `-n client.rgw user create --uid=site --display-name=site ${keys}`;
  await run('radosgw-admin', ['-c', settings, ...user.split(' ')]);
  return ports.map((port) => `http://127.0.0.1:${port}`);
}

async function makeKeyring(file: string): Promise<void> {
  const rights: Record<string, string[]> = {
    'mon.': ['mon', 'allow *'],
    'client.admin': ['mon', 'allow *', 'osd', 'allow *', 'mgr', 'allow *'],
    'osd.0': ['mon', 'allow profile osd', 'osd', 'allow *'],
    'client.rgw': ['mon', 'allow rw', 'osd', 'allow rwx'],
  };
  await run('ceph-authtool', ['--create-keyring', file]);
  for (const [name, words] of Object.entries(rights)) {
    const caps = Array.from({ length: words.length / 2 }, (_, index) => [
      '--cap',
      ...words.slice(index * 2, index * 2 + 2),
    ]);
    await run('ceph-authtool', [file, '--gen-key', '-n', name, ...caps.flat()]);
  }
}

async function makeBucket(endpoint: string): Promise<string> {
  const bucket = `tests-${randomUUID()}`;
  const signer = new AwsV4Signer({
    ...cephKeys,
    method: 'PUT',
    url: `${endpoint}/${bucket}`,
    service: 's3',
    region: cephRegion,
  });
  const { url, headers } = await signer.sign();
  const answer = await fetch(url, { method: 'PUT', headers });
  if (!answer.ok) throw new Error(`Ceph made no bucket: ${answer.status} ${await answer.text()}`);
  return bucket;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  // What it holds is thrown away: there is nothing to wait for.
  child.kill('SIGKILL');
  await ended;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const last = performance.now() + patience;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > last) throw new Error(`${what} did not start.`);
    await wait(50);
  }
}

/** Held until all are found, so that none comes twice. */
async function findFreePorts(amount: number): Promise<number[]> {
  const servers = Array.from({ length: amount }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port); // They listen on TCP.
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

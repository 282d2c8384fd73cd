import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { postmasterOf, queryAt, startEmbedded } from '../../../testing/embedded-process.ts';

describe('the embedded PostgreSQL', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  const start = (environment: NodeJS.ProcessEnv = {}, words: readonly string[] = []) =>
    startEmbedded({ DATA_DIR: dataDir, ...environment }, { words });
  const postmaster = () => postmasterOf(dataDir);
  const isAlive = (pid: number) => {
    try {
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  };

  it('is durable, checks its pages, listens on the loopback address only and keeps its password to itself', async () => {
    const { url } = await start().ready;
    const settings = await queryAt(
      url,
      "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'data_checksums', 'listen_addresses', 'unix_socket_directories') order by name",
    );
    expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', '127.0.0.1', 'on', '']);
    expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'postgres', 'url')).mode & 0o777).toBe(0o600);
  });

  it('refuses a second process on the same folder at once, and names the first', async () => {
    const first = start();
    await first.ready;
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.said()).toMatch(
      new RegExp(`^Another process \\(pid ${first.child.pid}\\) already runs the database in .*: stop it first\\.$`),
    );
  });

  it('leaves no orphan after a kill -9, and comes back with what was committed, on the same port', async () => {
    const first = start();
    const { url, port } = await first.ready;
    await queryAt(url, 'create table kept (id int); insert into kept values (1)');
    const pid = postmaster();
    first.child.kill('SIGKILL');
    await first.ended;
    for (let tries = 0; isAlive(pid) && tries < 100; tries++) await sleep(100);
    expect(isAlive(pid)).toBe(false);
    const second = start({}, ['--port', String(port)]);
    expect(await second.ready).toMatchObject({ url, port });
    expect(await queryAt(url, 'select id from kept')).toEqual([{ id: 1 }]);
    expect(second.progress).not.toContain('creating the database');
  });

  it('ends with a sentence when PostgreSQL is killed, and starts again over the lock it left', async () => {
    const first = start();
    await first.ready;
    process.kill(postmaster(), 'SIGKILL');
    expect(await first.ended).toBe(1);
    expect(first.said()).toMatch(/^The embedded PostgreSQL ended unexpectedly: /);
    const second = start();
    await second.ready;
    expect(second.progress).toContain('removing the lock that a killed PostgreSQL left behind');
  });

  it('stops PostgreSQL before it ends, on SIGTERM as on a lost channel', async () => {
    for (const stop of [(child: ChildProcess) => child.kill('SIGTERM'), (child: ChildProcess) => child.disconnect()]) {
      const one = start();
      await one.ready;
      const pid = postmaster();
      stop(one.child);
      expect(await one.ended).toBe(0);
      expect(isAlive(pid)).toBe(false);
    }
  });

  it('stops at a wrong port with one sentence', async () => {
    const one = start({}, ['--port', 'x']);
    expect(await one.ended).toBe(1);
    expect(one.said()).toBe('--port must be a port from 0 to 65535, not "x".');
  });

  it.each<[string, (folder: string) => NodeJS.ProcessEnv, RegExp]>([
    ['a relative folder', () => ({ DATA_DIR: 'data' }), /^DATA_DIR must be an absolute path, not "data"\.$/],
    [
      'a folder that cannot be made',
      () => ({ DATA_DIR: '/proc/nope' }),
      /^The data folder \/proc\/nope\/postgres cannot be written/,
    ],
    [
      'a file where the folder should be',
      (folder) => {
        writeFileSync(join(folder, 'file'), '');
        return { DATA_DIR: join(folder, 'file') };
      },
      /cannot be written \((ENOTDIR|EEXIST)\)/,
    ],
  ])('stops at %s with one sentence', async (_name, environment, words) => {
    const one = start(environment(dataDir));
    expect(await one.ended).toBe(1);
    expect(one.said()).toMatch(words);
    expect(one.said().split('\n')).toHaveLength(1);
  });
});

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { isInstalled, noteInstalled, refuseSystem, waitToInstall } from './installed.mjs';

const workspace = { name: 'mf-x', version: '1.0.0', scripts: { build: 'true' }, dependencies: { react: '^19.0.0' } };
let root: string;

async function write(file: string, content: unknown): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), JSON.stringify(content));
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'installed-'));
  await write('package.json', { workspaces: ['mf-x'] });
  await write('package-lock.json', { packages: {} });
  await write('mf-x/package.json', workspace);
  await write('mf-x/node_modules/react/package.json', { version: '19.0.0' });
  await write('node_modules/.package-lock.json', { packages: { 'mf-x': {}, 'mf-x/node_modules/react': {} } });
});

afterEach(() => rm(root, { recursive: true }));

describe('isInstalled', () => {
  it('is false before the first installation', () => {
    expect(isInstalled(root)).toBe(false);
  });

  it('stays true while nothing else would be installed', async () => {
    noteInstalled(root);
    await write('mf-x/package.json', { ...workspace, version: '1.1.0', scripts: {} });
    expect(isInstalled(root)).toBe(true);
  });

  it.each([
    ['the lockfile changed', () => write('package-lock.json', { packages: { react: {} } })],
    [
      'a workspace asks for another package',
      () => write('mf-x/package.json', { ...workspace, dependencies: { react: '^20.0.0' } }),
    ],
    ['there is one more workspace', () => write('package.json', { workspaces: ['mf-x', 'mf-y'] })],
    ['a package of a workspace is gone', () => rm(path.join(root, 'mf-x/node_modules'), { recursive: true })],
    ['all packages of the root are gone', () => rm(path.join(root, 'node_modules'), { recursive: true })],
  ])('is false once %s', async (_, change) => {
    noteInstalled(root);
    expect(isInstalled(root)).toBe(true);
    await change();
    expect(isInstalled(root)).toBe(false);
  });
});

describe('waitToInstall', () => {
  const lock = () => path.join(root, '.cache/installing');

  beforeEach(() => mkdir(path.dirname(lock())));

  it('waits for a living process, says for which, and goes on when it is done', async () => {
    const said = jest.spyOn(console, 'log').mockImplementation(() => {});
    await writeFile(lock(), String(process.ppid));
    let isIn = false;
    const waiting = waitToInstall(root).then((letNextIn) => {
      isIn = true;
      return letNextIn;
    });
    await setTimeout(500);
    expect(isIn).toBe(false);
    const sentence = `Waiting for process ${process.ppid}, which installs the packages (${lock()}) ...`;
    expect(said.mock.calls).toEqual([[sentence]]);
    await rm(lock());
    const letNextIn = await waiting;
    expect(await readFile(lock(), 'utf8')).toBe(String(process.pid));
    letNextIn();
    expect(existsSync(lock())).toBe(false);
  });

  it('waits for nobody who was killed while installing, also where another process has its number now', async () => {
    const { pid: ended } = spawnSync('true');
    for (const [holder, minutes] of [
      [ended, 0],
      [process.pid, 0],
      [process.ppid, 11],
      ['', 11],
    ] as const) {
      await writeFile(lock(), String(holder));
      const writtenAt = new Date(Date.now() - minutes * 60_000);
      await utimes(lock(), writtenAt, writtenAt);
      (await waitToInstall(root))();
    }
  });
});

/** Runs what `npm start` runs, with a program that ends immediately, on a machine that claims to be another. */
function startOn(platform: string, processor: string) {
  const disguise = `for (const [name, value] of [['platform', '${platform}'], ['arch', '${processor}']]) Object.defineProperty(process, name, { value });`;
  const bootstrap = path.join(import.meta.dirname, 'bootstrap.mjs');
  const program = 'shell/start/installed.mjs';
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(disguise)}`, bootstrap, program],
    { encoding: 'utf8' },
  );
  return { status, stderr };
}

describe('npm start', () => {
  it('says in one sentence that it does not run on Windows, and what to do', () => {
    expect(startOn('win32', 'x64')).toEqual({
      status: 1,
      stderr:
        'This site runs on Linux and macOS with an x64 or arm64 processor, not on win32 x64: run it in WSL (https://learn.microsoft.com/windows/wsl).\n',
    });
  });

  it('says so on a processor that nothing is built for', () => {
    expect(refuseSystem('linux', 'ia32')).toBe(
      'This site runs on Linux and macOS with an x64 or arm64 processor, not on linux ia32.',
    );
  });

  it('runs on Linux and macOS with either processor', () => {
    for (const platform of ['linux', 'darwin'])
      for (const processor of ['x64', 'arm64']) expect(refuseSystem(platform, processor)).toBeUndefined();
  });
});

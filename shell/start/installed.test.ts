import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isInstalled, noteInstalled } from './installed.mjs';

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

import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { buildRemote } from 'kit/squad/build/build-remote';
import { activateRelease, Publishing } from '../platform/index.ts';
import { buildFolder } from '../platform/testing/build-dist.ts';
import { loadPages } from '../platform/testing/load-pages.ts';
import { refusalOf } from '../platform/testing/tamper.ts';
import { repositoryRoot } from '../settings/places.ts';
import { foundThisSite, openSitePlatform } from '../settings/site-platform.ts';
import { createRemote, describeNextSteps } from './new-remote.ts';

const name = 'mf-client-news';
let root: string;

/** The target of the new remote: an empty repository with the installed packages. */
beforeEach(async () => {
  root = await buildFolder();
  await cp(path.join(repositoryRoot, 'package.json'), path.join(root, 'package.json'));
  await symlink(path.join(repositoryRoot, 'node_modules'), path.join(root, 'node_modules'));
});

const run = (command: string, args: string[], cwd: string) =>
  promisify(execFile)(path.join(repositoryRoot, 'node_modules/.bin', command), args, {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '--experimental-vm-modules --no-warnings' },
  });

describe('a new remote', () => {
  it('builds and passes the gate but for the path that nobody gave it yet', async () => {
    const folder = await createRemote(name, root);
    await buildRemote(folder);
    const environment = { ...process.env, DATA_DIR: await buildFolder() };
    await foundThisSite(environment, 'anna');
    const platform = openSitePlatform(environment, loadPages);
    const { record } = await Publishing.publishRelease(platform, path.join(folder, 'dist'), { remote: name });
    expect(record.routes).toMatchObject([
      { path: '/client-news', title: 'Client News' },
      { path: '/client-news/question' },
    ]);
    const request = { remote: name, id: record.id, by: 'anna', reason: 'first release' };
    const { findings } = await refusalOf(activateRelease(platform, request));
    expect(findings).toMatchObject([
      { rule: 'namespace', problem: expect.stringContaining('/client-news') },
      { rule: 'namespace', problem: expect.stringContaining('/client-news/question') },
    ]);
    expect(describeNextSteps(name)).toContain(`{ path: '/client-news', remote: 'mf-client-news' },`);
  }, 60_000);

  it('brings tests of its pages and its form that pass', async () => {
    const folder = await createRemote(name, root);
    const { stderr } = await run('jest', ['--config', path.join(folder, 'jest.config.mjs')], folder);
    expect(stderr).toMatch(/Tests: +6 passed, 6 total/);
  }, 60_000);

  it('becomes a workspace beside the other remotes, and leaves no blank of its template', async () => {
    const folder = await createRemote(name, root);
    const { workspaces }: { workspaces: string[] } = JSON.parse(
      await readFile(path.join(root, 'package.json'), 'utf8'),
    );
    expect(workspaces.filter((workspace) => workspace.startsWith('mf-')).at(-1)).toBe(name);
    expect(workspaces.indexOf(name)).toBeLessThan(workspaces.indexOf('api'));
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(files).toHaveLength(10);
    for (const file of files) {
      expect(await readFile(path.join(file.parentPath, file.name), 'utf8')).not.toMatch(/__[a-z]+__/);
    }
  });

  it('names every package that its files import', async () => {
    const folder = await createRemote(name, root);
    const declared = await Promise.all(
      [folder, root].map((place) => readFile(path.join(place, 'package.json'), 'utf8')),
    );
    const packages = declared.flatMap((text) => {
      const { dependencies, devDependencies } = JSON.parse(text);
      return Object.keys({ ...dependencies, ...devDependencies });
    });
    const files = (await readdir(folder, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
    const imported = await Promise.all(
      files.map(async (file) => {
        const source = await readFile(path.join(folder, file), 'utf8');
        return [...source.matchAll(/from '((?:@[^/']+\/)?[^./'][^/']*)/g)].map(([, found]) => found);
      }),
    );
    expect(imported.flat()).toContain('kit');
    expect(imported.flat().filter((found) => !packages.includes(found ?? ''))).toEqual([]);
  });

  it.each(['news', 'mf-News', 'mf-', '../mf-news', ''])('is not made for the name "%s"', async (wrong) => {
    await expect(createRemote(wrong, root)).rejects.toThrow(/cannot be the name of a remote/);
  });

  it('never takes the place of one that exists', async () => {
    await mkdir(path.join(root, name));
    await writeFile(path.join(root, name, 'notes.txt'), 'mine');
    await expect(createRemote(name, root)).rejects.toThrow('mf-client-news exists already.');
    await expect(createRemote('mf-demos', root)).rejects.toThrow('mf-demos exists already.');
    expect(await readdir(path.join(root, name))).toEqual(['notes.txt']);
  });
});

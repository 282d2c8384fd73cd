import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { buildRemote } from 'kit/squad/build/build-remote';
import { activateRelease, Publishing } from '../platform/index.ts';
import { buildFolder } from '../platform/testing/build-dist.ts';
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
    // That its pages work in a browser, and that its form's tests pass, is tried by squad-outside.spec.ts.
    const platform = openSitePlatform(environment, null);
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

  it('has settings with which its tests run and pass', async () => {
    const folder = await createRemote(name, root);
    const words = ['--config', path.join(folder, 'jest.config.mjs'), '--runInBand', 'pages.test'];
    const { stderr } = await run('jest', words, folder);
    expect(stderr).toMatch(/Tests: +3 passed, 3 total/);
  }, 60_000);

  it('becomes a workspace beside the other remotes, leaves no blank of its template, and names every package that its files import', async () => {
    const folder = await createRemote(name, root);
    const [own, ofRoot] = await Promise.all(
      [folder, root].map(async (place) => JSON.parse(await readFile(path.join(place, 'package.json'), 'utf8'))),
    );
    const { workspaces }: { workspaces: string[] } = ofRoot;
    expect(workspaces.filter((workspace) => workspace.startsWith('mf-')).at(-1)).toBe(name);
    expect(workspaces.indexOf(name)).toBeLessThan(workspaces.indexOf('api'));
    const packages = [own, ofRoot].flatMap(({ dependencies, devDependencies }) =>
      Object.keys({ ...dependencies, ...devDependencies }),
    );
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(files).toHaveLength(10);
    const imported: (string | undefined)[] = [];
    for (const file of files) {
      const source = await readFile(path.join(file.parentPath, file.name), 'utf8');
      expect(source).not.toMatch(/__[a-z]+__/);
      if (!/\.tsx?$/.test(file.name)) continue;
      for (const [, found] of source.matchAll(/from '((?:@[^/']+\/)?[^./'][^/']*)/g)) imported.push(found);
    }
    expect(imported).toContain('kit');
    expect(imported.filter((found) => !packages.includes(found ?? ''))).toEqual([]);
  });

  it('is not made for a name of another form', async () => {
    for (const wrong of ['news', 'mf-News', 'mf-', '../mf-news', ''])
      await expect(createRemote(wrong, root)).rejects.toThrow(`"${wrong}" cannot be the name of a remote`);
  });

  it('never takes the place of one that exists', async () => {
    await mkdir(path.join(root, name));
    await writeFile(path.join(root, name, 'notes.txt'), 'mine');
    await expect(createRemote(name, root)).rejects.toThrow('mf-client-news exists already.');
    await expect(createRemote('mf-demos', root)).rejects.toThrow('mf-demos exists already.');
    expect(await readdir(path.join(root, name))).toEqual(['notes.txt']);
  });
});

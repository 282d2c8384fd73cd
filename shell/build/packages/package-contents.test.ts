import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { contentOf, contentProblems } from './package-contents.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'package-'));
  await mkdir(path.join(folder, 'development-shell'));
  await writeFile(path.join(folder, 'index.js'), 'export const one = 1;');
});

afterEach(() => rm(folder, { recursive: true }));

it('asks for a new version when a package holds something else, and for nothing when it does not', async () => {
  const before = { name: '@beaconfield/kit', version: '2.1.0', content: await contentOf(folder) };
  const contents = { '2.1.0': { '@beaconfield/kit': before.content } };
  expect(contentProblems([before], contents)).toEqual([]);
  await writeFile(path.join(folder, 'index.js'), 'export const one = 2;');
  const after = { ...before, content: await contentOf(folder) };
  expect(contentProblems([after], contents)).toEqual([
    expect.stringMatching(/^@beaconfield\/kit 2\.1\.0 holds something else .*: raise "version" in kit\/package\.json/),
  ]);
  expect(contentProblems([{ ...after, version: '2.2.0' }], contents)).toEqual([
    expect.stringMatching(/^@beaconfield\/kit 2\.2\.0 is not recorded: run "npm run packages -- --record"/),
  ]);
});

it('sees a file that came or went, and not the words about a package or the shell of the site', async () => {
  const before = await contentOf(folder);
  await writeFile(path.join(folder, 'CHANGELOG.md'), 'nothing new');
  await writeFile(path.join(folder, 'development-shell/main.js'), 'of this site');
  expect(await contentOf(folder)).toBe(before);
  await writeFile(path.join(folder, 'more.js'), '');
  expect(await contentOf(folder)).not.toBe(before);
});

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { recordFile } from '../../release/release-files.ts';
import { buildFolder } from '../../testing/build-dist.ts';
import { createFolderOnce } from '../durable-files.ts';
import { buildCommit, parseCommit } from './release-commit.ts';

it('puts what no browser may have where a CDN over the bucket never meets it', () => {
  const paths = ['browser/remoteEntry.js', 'browser/maps.js', 'server/remote.cjs', 'maps/remoteEntry.js.map'];
  const record = { files: Object.fromEntries(paths.map((path) => [path, {}])), serverEntry: 'server/remote.cjs' };
  const files = new Map([...paths.map((path) => [path, 'x'] as const), [recordFile, JSON.stringify(record)] as const]);
  const stored = Object.entries(buildCommit(files).files);
  expect(stored.filter(([, { isPrivate }]) => isPrivate).map(([path]) => path)).toEqual([
    'server/remote.cjs',
    'maps/remoteEntry.js.map',
  ]);
});

describe('a commit that somebody wrote into the bucket', () => {
  const file = { integrity: 'sha384-x', bytes: 1, isPrivate: false };
  const paths = ['../x', '../../../keys/root.pub', '/tmp/x', 'a/../../x', 'a\\..\\x', 'a\0b', './x', ''];

  it.each(paths)('puts no file at %j', (path) => {
    const ofFiles = JSON.stringify({ inline: {}, files: { [path]: file } });
    expect(() => parseCommit(ofFiles)).toThrow(/^files/);
    const inlined = JSON.stringify({ inline: { [path]: 'x' }, files: {} });
    expect(() => parseCommit(inlined)).toThrow(/^inline/);
  });

  it('puts nothing beside record and signature as text, and no more than a release may take', () => {
    expect(() => parseCommit(JSON.stringify({ inline: { 'server/remote.cjs': 'x' }, files: {} }))).toThrow(/^inline/);
    const huge = { a: { ...file, bytes: 60_000_000 }, b: { ...file, bytes: 60_000_000 } };
    expect(() => parseCommit(JSON.stringify({ inline: {}, files: huge }))).toThrow(/must take at most 100 MB/);
    expect(() => parseCommit(JSON.stringify({ inline: {}, files: { a: { ...file, bytes: -1 } } }))).toThrow(/bytes/);
  });

  it('would not reach another folder by its names even if it were believed', async () => {
    const folder = await buildFolder();
    const files = new Map([
      ['a.js', 'x'],
      ['../b.js', 'x'],
    ]);
    await expect(createFolderOnce(join(folder, 'release'), files)).rejects.toThrow(
      'the file "../b.js" would lie outside of its folder',
    );
    expect(await readdir(folder)).toEqual([]);
  });
});

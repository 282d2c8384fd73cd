import { expect, it } from '@jest/globals';
import { recordFile } from '../../release/release-files.ts';
import { buildCommit } from './release-commit.ts';

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

import { stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { checkNamedFiles } from 'kit/squad/release/assemble-release';
import { loadRelease, readReleaseFile } from '../log/release-files.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { buildDist, buildFolder } from '../testing/build-dist.ts';
import { buildFoundedSite } from '../testing/build-published-site.ts';
import { tamperWith } from '../testing/tamper.ts';
import { publishRelease } from './publish-release.ts';

let store: ReleaseStore;
let platform: ReleasePlatform;

beforeEach(async () => {
  ({ store, platform } = await buildFoundedSite());
});

describe('publishing a release', () => {
  it('puts every file of the build and its record into a folder named by version and content', async () => {
    const dist = await buildDist({ version: '1.4.0' });
    const { record, added } = await publishRelease(platform, dist);
    expect(added).toBe(true);
    expect(record.id).toMatch(/^1\.4\.0-[0-9a-f]{8}$/);
    const files = await store.listFiles('mf-agents', record.id);
    expect(files.map(({ path }) => path)).toEqual([
      'browser/page-my-agent.js',
      'browser/picture.svg',
      'browser/remoteEntry.js',
      'server/remote.cjs',
    ]);
    const release = await loadRelease(store, 'mf-agents', record.id);
    expect(String(await readReleaseFile(release, 'browser/page-my-agent.js'))).toBe('export const page = 1;');
    expect(record.files['browser/page-my-agent.js']?.bytes).toBe(22);
  });

  it('gives the same content the same id and writes nothing the second time', async () => {
    const first = await publishRelease(platform, await buildDist());
    const { commitFile } = tamperWith(store, first.record.id);
    const before = await stat(commitFile);
    const second = await publishRelease(platform, await buildDist());
    expect(second).toMatchObject({ added: false, record: { id: first.record.id } });
    expect((await stat(commitFile)).mtimeMs).toBe(before.mtimeMs);
    expect(await store.listReleases('mf-agents')).toEqual([first.record.id]);
  });

  it('keeps author and pull request in the record, and out of the id', async () => {
    const { GITHUB_ACTOR, GITHUB_REF } = process.env;
    Object.assign(process.env, { GITHUB_ACTOR: 'anna', GITHUB_REF: 'refs/pull/42/merge' });
    const { record } = await publishRelease(platform, await buildDist());
    Object.assign(process.env, { GITHUB_ACTOR: 'ben', GITHUB_REF: 'refs/pull/43/merge' });
    const again = await publishRelease(platform, await buildDist());
    for (const [name, value] of Object.entries({ GITHUB_ACTOR, GITHUB_REF })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    expect(again).toMatchObject({ added: false, record: { id: record.id } });
    const stored = await loadRelease(store, 'mf-agents', record.id);
    expect(stored.record).toMatchObject({ author: 'anna', pullRequest: '#42' });
  });

  it('refuses a build that holds a secret, and names the file', async () => {
    const files = { 'browser/page-my-agent.js': `const token = "ghp_${'a1B2'.repeat(9)}";` };
    await expect(publishRelease(platform, await buildDist({ files }))).rejects.toThrow(
      'browser/page-my-agent.js holds a token of GitHub, and every visitor of the site can read the files of a release: ' +
        'take it out of the source, and have it replaced if it was ever published',
    );
    expect(await store.listReleases('mf-agents')).toEqual([]);
  });

  it('gives another id when one byte, one path or the version differs', async () => {
    const ids = new Set<string>();
    for (const overrides of [
      {},
      { files: { 'browser/picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"> ' } },
      { files: { 'browser/more.js': '' } },
      { files: { 'browser/less.js': '' } },
      { version: '1.0.1' },
    ]) {
      ids.add((await publishRelease(platform, await buildDist(overrides))).record.id);
    }
    expect(ids.size).toBe(5);
  });

  it.each([
    [
      'two files that are one on some disks',
      { 'Browser/remoteEntry.js': '' },
      /Browser\/remoteEntry\.js and browser\/remoteEntry\.js are one file/,
    ],
    ['a file with the name of a signature', { 'Release.sig': '' }, /no file of a release can be called Release\.sig/],
    ['a file with the name of a record', { 'release.json': '{}' }, /can be called release\.json/],
    ['a name that Windows reads otherwise', { 'browser/a\\b.js': '' }, /files/],
    ['a name that is decoded to another', { 'browser/%2e%2e': '' }, /files/],
  ])('takes no build with %s', async (_, files, words) => {
    await expect(publishRelease(platform, await buildDist({ files }))).rejects.toThrow(words);
  });

  it('takes no record in which a file is a folder, too', async () => {
    const { record } = await publishRelease(platform, await buildDist());
    const [file] = Object.values(record.files);
    if (!file) throw new Error('it has no files');
    const checked = () => checkNamedFiles({ ...record, files: { ...record.files, browser: file } });
    expect(checked).toThrow(/browser is a file, and a folder with browser\/\S+ in it/);
  });

  it('says so when the same files come with other routes under the same version', async () => {
    const files = { 'server/remote.cjs': 'exports.routes = [];', 'browser/remoteEntry.js': 'var mf_agents = {};' };
    await publishRelease(platform, await buildDist({ files }));
    const other = await buildDist({ files, routes: [{ title: 'Another title' }] });
    await expect(publishRelease(platform, other)).rejects.toThrow(/same files but other routes: raise its version/);
  });

  it('says so when the release in the store was damaged since', async () => {
    const { record } = await publishRelease(platform, await buildDist());
    await tamperWith(store, record.id).overwrite('server/remote.cjs', () => 'exports.routes = {};');
    await expect(publishRelease(platform, await buildDist())).rejects.toThrow(
      /server\/remote\.cjs of mf-agents .* is not what was published/,
    );
  });

  it('writes nothing in a dry run', async () => {
    const { added, record } = await publishRelease(platform, await buildDist(), { dryRun: true });
    expect(added).toBe(true);
    expect(record.remote).toBe('mf-agents');
    expect(await store.listReleases('mf-agents')).toEqual([]);
  });

  it('refuses the output of another remote', async () => {
    const dist = await buildDist({ remote: 'mf-demos' });
    await expect(publishRelease(platform, dist, { remote: 'mf-agents' })).rejects.toThrow(
      /is of mf-demos, not of mf-agents/,
    );
  });
});

describe('a build output that cannot become a release', () => {
  it.each([
    ['no build at all', {}, /There is no build at .*: build it first/],
    ['a build.json cut off half-way', { text: '{"remote":"mf-ag' }, /cannot become a release: .*JSON/],
    ['a missing field', { output: { globalName: undefined } }, /globalName: Invalid input: expected string/],
    ['an entry that leads out of the folder', { output: { entry: '../remoteEntry.js' } }, /entry: /],
    [
      'an entry that was not built',
      { output: { entry: 'browser/other.js' } },
      /names browser\/other\.js, which it does not hold/,
    ],
    ['a page without a chunk', { output: { chunks: { remote: [] } } }, /no files for the chunk of \/my-agent/],
    ['no routes', { output: { routes: [] } }, /routes: must be one at least/],
    ['a version that is none', { output: { version: 'latest' } }, /id: Invalid string/],
    ['a file name that no URL should hold', { files: { 'browser/a b.js': '' } }, /browser\/a b\.js/],
  ])(
    'is refused for %s',
    async (_, { text, output, files }: { text?: string; output?: object; files?: object }, message) => {
      const folder =
        output || files
          ? await buildDist({ ...(output && { output: { ...output } }), ...(files && { files: { ...files } }) })
          : await buildFolder();
      if (text) await writeFile(join(folder, 'build.json'), text);
      await expect(publishRelease(platform, folder)).rejects.toThrow(message);
      expect(await store.listReleases('mf-agents')).toEqual([]);
    },
  );

  it('is refused for a link that could lead anywhere', async () => {
    const folder = await buildDist();
    await symlink('/etc/hostname', join(folder, 'browser/name.txt'));
    await expect(publishRelease(platform, folder)).rejects.toThrow(/name\.txt is a link or a device/);
  });

  it('is refused when it is absurdly large, before it is read', async () => {
    const folder = await buildDist();
    await writeFile(join(folder, 'browser/film.mp4'), '');
    await truncate(join(folder, 'browser/film.mp4'), 5_000_000_000);
    await expect(publishRelease(platform, folder)).rejects.toThrow(
      /it has 5000 MB, most of it in browser\/film\.mp4; a release has at most 100 MB/,
    );
  });
});

describe('reading a file of a release', () => {
  it('refuses a path that is not in its record', async () => {
    const { record } = await publishRelease(platform, await buildDist());
    const release = await loadRelease(store, 'mf-agents', record.id);
    for (const path of ['release.json', '../../../secret', 'constructor', '__proto__']) {
      await expect(readReleaseFile(release, path)).rejects.toThrow(/is not in its record/);
    }
  });
});

import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type RequestListener, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ReleaseStore, Stores } from '../../platform/index.ts';
import { until } from '../../platform/testing/until.ts';
import { packageIndexFile, type ServedPackage } from '../../settings/packages.ts';
import { serve } from '../../testing/serve.ts';
import { createPackageHandler, packagesPath } from './package-registry.ts';

const kit: ServedPackage = {
  name: '@beaconfield/kit',
  version: '2.0.0',
  file: 'beaconfield-kit-2.0.0-0a1b2c3d.tgz',
  bytes: 7,
  integrity: 'sha512-x',
  shasum: '0a1b2c3d',
  manifest: { name: '@beaconfield/kit', version: '2.0.0', dependencies: { zod: '^4' } },
};

let folder: string;
let archives: ReleaseStore['packages'];
let logged: string[];
let origin: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'packages-'));
  archives = Stores.openFolderStore(path.join(folder, 'data')).packages;
  // Each test has its own list, because a background write of an earlier test may fail later.
  const heard: string[] = [];
  logged = heard;
  const log = (sentence: string) => heard.push(sentence);
  const send = createPackageHandler({ folder, earlier: archives, publicOrigin: 'https://site.example', log });
  const listener: RequestListener = (asked, response) =>
    void send(asked, response, new URL(asked.url ?? '', 'http://a').pathname);
  origin = (await serve(listener)).url;
});

// A background write may still be in progress.
afterEach(() => rm(folder, { recursive: true, maxRetries: 10, retryDelay: 20 }));

async function fill(packages: ServedPackage[] = [kit]): Promise<void> {
  for (const { file } of packages) await writeFile(path.join(folder, file), 'archive');
  await writeFile(path.join(folder, 'secret.txt'), 'nobody reads this');
  await writeFile(path.join(folder, packageIndexFile), JSON.stringify(packages));
}

const get = (name: string, headers = {}) => fetch(`${origin}${packagesPath}/${name}`, { headers });

describe('the packages of a site', () => {
  it.each(['@beaconfield/kit', '@beaconfield%2fkit'])('are described as npm asks for them: %s', async (name) => {
    await fill();
    const answer = await get(name);
    const { versions, 'dist-tags': tags } = await answer.json();
    expect(tags).toEqual({ latest: '2.0.0' });
    expect(versions['2.0.0']).toMatchObject({
      dependencies: { zod: '^4' },
      dist: { tarball: `${origin}${packagesPath}/-/${kit.file}`, integrity: 'sha512-x', shasum: '0a1b2c3d' },
    });
    const again = await get(name, { 'If-None-Match': answer.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' });
    expect(again.status).toBe(304);
  });

  it('come as archives that may be kept for good, to HEAD without a body', async () => {
    await fill();
    const answer = await get(`-/${kit.file}`);
    expect(await answer.text()).toBe('archive');
    expect(answer.headers.get('Cache-Control')).toContain('immutable');
    const head = await fetch(`${origin}${packagesPath}/-/${kit.file}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([200, '7', '']);
  });

  it.each(['-/secret.txt', '-/..%2f..%2fpackage.json', '@beaconfield/other', '-/', packageIndexFile])(
    'are all there is to get: %s',
    async (name) => {
      await fill();
      const answer = await get(name);
      expect(answer.status).toBe(404);
      expect((await answer.json()).message).toContain('It has @beaconfield/kit 2.0.0.');
    },
  );

  it('are asked for again when they were not made yet, and anew when they were made again', async () => {
    const early = await get(kit.name);
    expect([early.status, early.headers.get('Retry-After')]).toEqual([503, '10']);
    await fill();
    expect((await get(kit.name)).status).toBe(200);
    await fill([{ ...kit, version: '2.0.1', file: 'beaconfield-kit-2.0.1-11111111.tgz' }]);
    expect(Object.keys((await (await get(kit.name)).json()).versions)).toEqual(['2.0.1']);
  });

  it('stay as lockfiles name them after others took their place, on every server of the store', async () => {
    const bytes = 'archive';
    const beginning = createHash('sha1').update(bytes).digest('hex').slice(0, 8);
    const former = { ...kit, file: `beaconfield-kit-2.0.0-${beginning}.tgz` };
    await fill([former]);
    await get(kit.name);
    await until(async () => (await archives.list()).length > 0);
    await rm(path.join(folder, former.file));
    await fill([{ ...kit, file: 'beaconfield-kit-2.0.0-11111111.tgz' }]);
    const answer = await get(`-/${former.file}`);
    expect([answer.status, await answer.text()]).toEqual([200, bytes]);
    expect(answer.headers.get('Cache-Control')).toContain('immutable');
  });

  it('are not served when what was kept of them is damaged', async () => {
    await fill([]);
    await archives.add('beaconfield-kit-1.9.0-0a1b2c3d.tgz', Buffer.from('something else'));
    expect((await get('-/beaconfield-kit-1.9.0-0a1b2c3d.tgz')).status).toBe(404);
    expect(logged).toEqual([
      'The package beaconfield-kit-1.9.0-0a1b2c3d.tgz in the release store is damaged; it is not served.',
    ]);
  });

  it.each([
    ['a host that no request can have', { host: 'evil.example/path?' }, 'https://site.example'],
    ['a site elsewhere whose proxy does not say that TLS ended', { host: 'stage.example' }, 'https://stage.example'],
    [
      'a site on this machine behind TLS',
      { host: 'localhost:8443', 'x-forwarded-proto': 'https' },
      'https://localhost:8443',
    ],
    ['a site on this machine', { host: 'localhost:3000' }, 'http://localhost:3000'],
    ['a site elsewhere without TLS', { host: 'lan.example', 'x-forwarded-proto': 'http' }, 'http://lan.example'],
  ])('have their archives at the address that was asked, for %s', async (_, headers, expected) => {
    await fill();
    const tarball = await new Promise<string>((resolve) => {
      request(`${origin}${packagesPath}/${kit.name}`, { headers }, async (answer) => {
        let text = '';
        for await (const chunk of answer) text += String(chunk);
        resolve(JSON.parse(text).versions['2.0.0'].dist.tarball);
      }).end();
    });
    expect(tarball).toBe(`${expected}${packagesPath}/-/${kit.file}`);
  });
});

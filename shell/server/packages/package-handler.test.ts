import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { packageIndexFile, type ServedPackage } from '../../settings/packages.ts';
import { createPackageHandler, packagesPath } from './package-handler.ts';
import { PackageRegistry } from './package-registry.ts';

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
let server: Server;
let origin: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'packages-'));
  const send = createPackageHandler(new PackageRegistry(folder), 'https://site.example');
  server = createServer((asked, response) => void send(asked, response, new URL(asked.url ?? '', 'http://a').pathname));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

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
    expect((await (await get(kit.name)).json())['dist-tags']).toEqual({ latest: '2.0.1' });
    expect((await get(`-/${kit.file}`)).status).toBe(404);
  });

  it('never send somebody to a host that no request can have', async () => {
    await fill();
    const tarball = await new Promise<string>((resolve) => {
      const headers = { host: 'evil.example/path?' };
      request(`${origin}${packagesPath}/${kit.name}`, { headers }, async (answer) => {
        let text = '';
        for await (const chunk of answer) text += String(chunk);
        resolve(JSON.parse(text).versions['2.0.0'].dist.tarball);
      }).end();
    });
    expect(tarball).toBe(`https://site.example${packagesPath}/-/${kit.file}`);
  });
});

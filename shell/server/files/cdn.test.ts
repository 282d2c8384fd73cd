import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { describe, expect, it } from '@jest/globals';

// The proxy configurations that docs/scaling.md recommends in front of a bucket.
const fileOf = (name: string) => fileURLToPath(new URL(`../../../docs/deploy/${name}`, import.meta.url));

const id = '1.0.0-0a1b2c3d';
const addresses = [
  [`/remotes/mf-agents/${id}/browser/a.js`, `/remotes/mf-agents/${id}/browser/a.js`],
  [`/remotes/mf-agents/${id}~1/browser/a.js`, `/remotes/mf-agents/${id}/browser/a.js`],
  [`/remotes/mf-agents/${id}~9999/browser/a~1/b.js`, `/remotes/mf-agents/${id}/browser/a~1/b.js`],
] as const;

describe('the function for CloudFront', () => {
  it.each(addresses)('asks the bucket at %s for %s', (uri, key) => {
    const context = vm.createContext({ event: { request: { uri } } });
    vm.runInContext(readFileSync(fileOf('cloudfront-viewer-request.js'), 'utf8'), context);
    expect(vm.runInContext('handler(event).uri', context)).toBe(key);
  });
});

describe('the worker for R2', () => {
  const content = 'a script';
  const asked: string[] = [];
  const RELEASES = {
    get: async (key: string) => {
      asked.push(key);
      if (key !== `site/remotes/mf-agents/${id}/browser/a.js`) return null;
      const writeHttpMetadata = (headers: Headers) =>
        headers.set('Cache-Control', 'public, max-age=31536000, immutable');
      return { httpEtag: '"1"', body: content, writeHttpMetadata };
    },
  };
  const ask = async (path: string, method = 'GET'): Promise<Response> => {
    const file = fileOf('r2-worker.mjs');
    const { default: worker } = await import(file);
    return worker.fetch(new Request(`https://example.com${path}`, { method }), { RELEASES, PREFIX: 'site' });
  };

  it('gives a file as it was uploaded, also at a second try', async () => {
    for (const path of [`/remotes/mf-agents/${id}/browser/a.js`, `/remotes/mf-agents/${id}~3/browser/a.js`]) {
      const answer = await ask(path);
      expect(await answer.text()).toBe(content);
      expect(answer.headers.get('cache-control')).toContain('immutable');
    }
    expect((await ask(`/remotes/mf-agents/${id}/browser/a.js`, 'HEAD')).body).toBeNull();
  });

  it('gives nothing else of the bucket', async () => {
    asked.splice(0);
    for (const path of ['/private/mf-agents/a.cjs', '/remotes/../private/mf-agents/a.cjs', '/log/000000000001.json']) {
      expect((await ask(path)).status).toBe(404);
    }
    expect(asked).toEqual([]);
    const absent = await ask('/remotes/mf-agents/x');
    expect([absent.status, absent.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect((await ask(`/remotes/mf-agents/${id}/browser/a.js`, 'POST')).status).toBe(405);
  });
});

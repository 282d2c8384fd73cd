import { expect, test } from '@playwright/test';
import { requestRaw } from '../support/raw-request.ts';
import { buildHostilePaths } from './hostile-paths.ts';

/** Content that no response may have: system files, files of the repository, keys, a process's environment. */
const secrets = [/root:.*:0:0:/, /"workspaces"/, /"agentCode"/, /PRIVATE KEY/, /DATABASE_URL=/, /"revision":\s*1,/];
const injected = /<script>alert\(1\)/;

const requestsAtOnce = 8;

test('no hostile path gets a server error, a file from outside, or its own markup', async () => {
  const paths = buildHostilePaths();
  expect(new Set(paths).size).toBeGreaterThanOrEqual(500);
  const wrong: string[] = [];
  const statuses = new Map<number, number>();
  const ask = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      const { status, headers, body } = await requestRaw(path);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const shown = path.slice(0, 120);
      if (status >= 500) wrong.push(`${status} ${shown}`);
      if (secrets.some((words) => words.test(body))) wrong.push(`content ${shown}`);
      if (headers['content-type']?.includes('html') && injected.test(body)) wrong.push(`markup ${shown}`);
      if (headers['set-cookie']) wrong.push(`cookie ${shown}`);
      if (headers.location && !/^\/(?![/\\])/.test(headers.location))
        wrong.push(`redirect ${headers.location} ${shown}`);
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, ask));
  expect(wrong).toEqual([]);
  // Fewer would mean that the paths do not reach the code under test.
  for (const status of [400, 404]) expect(statuses.get(status), `answers ${status}`).toBeGreaterThan(50);
});

test('oversized headers are refused, and the next visitor is served', async () => {
  const { status } = await requestRaw('/', { headers: { 'X-Long': 'a'.repeat(20_000) } });
  expect([400, 431]).toContain(status);
  expect((await requestRaw('/')).status).toBe(200);
});

for (const method of ['PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS']) {
  test(`${method} of a page and of a file is refused with a sentence`, async () => {
    for (const path of ['/', '/shell/main.js', '/remotes/mf-agents/x', '/attached_assets/clients/hvac.svg']) {
      const { status, headers } = await requestRaw(path, { method });
      expect(status, path).toBe(405);
      expect(headers.allow, path).toBe('GET, HEAD');
    }
  });
}

test('a forged, truncated or malformed preview token shows the live site', async () => {
  const live = (await requestRaw('/my-agent')).headers['x-release-set'];
  const payload = Buffer.from(JSON.stringify({ releases: { 'mf-agents': '9.9.9-00000000' }, expires: 9e15 }));
  const body = payload.toString('base64url');
  const tokens = [
    '',
    '.',
    'a.b',
    `${body}.`,
    `.${body}`,
    `${body}.${body}`,
    `${body}.${'A'.repeat(43)}`,
    '%00',
    'x'.repeat(4000),
  ];
  for (const token of tokens) {
    const { status, headers } = await requestRaw('/my-agent', { headers: { Cookie: `preview=${token}` } });
    expect(status, `cookie ${token.slice(0, 60)}`).toBe(200);
    expect(headers['x-release-set']).toBe(live);
    const link = await requestRaw(`/my-agent?preview=${encodeURIComponent(token)}`);
    expect(link.status, `link ${token.slice(0, 60)}`).toBeLessThan(500);
    expect(link.headers['set-cookie'] ?? '').not.toContain(body);
  }
});

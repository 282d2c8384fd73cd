import { expect, test } from '../support/test.ts';
import { requestRaw } from './raw-request.ts';

/** What every answer says, whoever gives it. */
const everywhere: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'strict-transport-security': /max-age=\d{7,}/,
  'referrer-policy': /^(?:no-referrer|strict-origin-when-cross-origin)$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'x-frame-options': /^(?:SAMEORIGIN|DENY)$/,
  'content-security-policy': /frame-ancestors 'none'/,
};

interface AnswerClass {
  what: string;
  path: string | (() => Promise<string>);
  status: number;
  type: RegExp;
  cache?: RegExp;
  /** Answers that no browser should run anything of. */
  inert: boolean;
}

async function scriptOfHome(folder: string): Promise<string> {
  const { body } = await requestRaw('/');
  return new RegExp(`/${folder}/[^"]+\\.js`).exec(body)?.[0] ?? `/no script of ${folder} on the page`;
}

const problem = /^application\/problem\+json/;
const page = /^text\/html/;
const immutable = /immutable/;

const answers: readonly AnswerClass[] = [
  { what: 'a page', path: '/', status: 200, type: page, cache: /^no-cache$/, inert: false },
  { what: 'a private page', path: '/my-agent', status: 200, type: page, cache: /^no-cache$/, inert: false },
  { what: 'a page not found', path: '/nowhere', status: 404, type: page, cache: /^no-cache$/, inert: false },
  {
    what: 'an address that cannot be read',
    path: '/%zz',
    status: 400,
    type: problem,
    cache: /^no-store$/,
    inert: true,
  },
  { what: 'a picture', path: '/attached_assets/agents/avatar.svg', status: 200, type: /svg/, inert: true },
  {
    what: 'a file of the shell',
    path: () => scriptOfHome('shell'),
    status: 200,
    type: /javascript/,
    cache: immutable,
    inert: true,
  },
  {
    what: 'a file of a release',
    path: () => scriptOfHome('remotes'),
    status: 200,
    type: /javascript/,
    cache: immutable,
    inert: true,
  },
  {
    what: 'a file that is not there',
    path: '/shell/no.js',
    status: 404,
    type: problem,
    cache: /^no-store$/,
    inert: true,
  },
  { what: 'the sitemap', path: '/sitemap.xml', status: 200, type: /xml/, inert: true },
  { what: 'health', path: '/healthz', status: 200, type: /json/, cache: /^no-store$/, inert: true },
  { what: 'an answer of the API', path: '/api/health/live', status: 200, type: /json/, inert: true },
  { what: 'an agent of the API', path: '/api/ai-agents/by-name/demo-agent', status: 200, type: /json/, inert: true },
  { what: 'an error of the API', path: '/api/nothing', status: 404, type: problem, cache: /^no-store$/, inert: true },
  { what: 'a picture of the API', path: '/api/assets/agent-profile.svg', status: 200, type: /svg/, inert: true },
];

for (const { what, path, status, type, cache, inert } of answers) {
  test(`${what} carries the headers of its class`, async () => {
    const answer = await requestRaw(typeof path === 'string' ? path : await path());
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toMatch(type);
    for (const [name, value] of Object.entries(everywhere)) expect(answer.headers[name], name).toMatch(value);
    if (cache) expect(answer.headers['cache-control']).toMatch(cache);
    const policy = answer.headers['content-security-policy'] ?? '';
    if (inert) expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/'unsafe-eval'|script-src[^;]*(?:'unsafe-inline'|\*)/);
    expect(answer.headers).not.toHaveProperty('x-powered-by');
    expect(answer.headers).not.toHaveProperty('server');
  });
}

test('the policy of a page names every inline script of that page, and no other', async () => {
  for (const path of ['/', '/leads', '/my-agent', '/nowhere']) {
    const { body, headers } = await requestRaw(path);
    const policy = headers['content-security-policy'] ?? '';
    const running = [...body.matchAll(/<script(?![^>]*(?: src=| type="application\/(?:ld\+)?json"))[^>]*>([^<]*)/g)];
    const hashes = await Promise.all(running.map(([, text = '']) => sha256(text)));
    expect(hashes.length, `inline scripts of ${path}`).toBeGreaterThan(0);
    expect(policy.match(/'sha256-[^']+'/g), path).toEqual(hashes.map((hash) => `'sha256-${hash}'`));
    expect(body, `${path} carries handlers in its markup`).not.toMatch(/<[^>]+\son(?:click|load|error|submit)=/i);
  }
});

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64');
}

test('every script that a page will start is named with its integrity', async () => {
  for (const path of ['/', '/leads', '/my-agent']) {
    const { body } = await requestRaw(path);
    const [, named = ''] = /<script type="application\/json" id="page-scripts">([^<]+)/.exec(body) ?? [];
    const scripts = [...named.matchAll(/"href":"([^"]+)"/g)].map(([, href]) => href);
    expect(scripts.length, `scripts of ${path}`).toBeGreaterThan(3);
    expect(named.match(/"integrity":"sha384-[^"]{64}"/g), path).toHaveLength(scripts.length);
    // Whatever stands in the markup itself says it too.
    const tags = [...body.matchAll(/<script[^>]* src=[^>]*>/g)].map(([tag]) => tag);
    expect(
      tags.filter((tag) => !tag.includes('integrity="sha384-')),
      path,
    ).toEqual([]);
  }
});

// The fixture of these tests fails them on every message of the console, a violation of the policy among them.
test('no page violates its own policy', async ({ page: tab, consoleErrors }) => {
  test.setTimeout(60_000);
  for (const path of [
    '/',
    '/hvac',
    '/leads',
    '/exotics-intake',
    '/ai-agent-demo',
    '/my-agent',
    '/click-demos',
    '/agents/demo-agent',
  ]) {
    await tab.goto(path);
    await tab.mouse.move(1, 1);
    await tab.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
    await expect(tab.locator('elevenlabs-convai').first()).toBeAttached();
  }
  expect(consoleErrors).toEqual([]);
});

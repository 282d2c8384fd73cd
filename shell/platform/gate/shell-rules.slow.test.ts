import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { shellName } from 'kit/contracts/shell-name';
import { activateRelease, rollbackRelease } from '../acts/acts.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { buildPublished } from '../testing/build-dist.ts';
import { testPolicy } from '../testing/build-platform.ts';
import { copiesOf, anna as herself } from '../testing/build-published-site.ts';
import { buildPublishedShell, named, type ShellEdits } from '../testing/build-shell-dist.ts';
import { loadPages } from '../testing/load-pages.ts';
import { pagesComeAliveWithin } from './browser-rule.ts';
import { inThisShell, shellGateRules } from './gate.ts';
import { requirementsAreMet } from './record-rules.ts';
import { pagesRenderWithin } from './rendering-rules.ts';

const dist = resolve(import.meta.dirname, '../../dist');
const anna = { by: 'anna', reason: 'test' };
/** With less patience, so that what hangs does not hold the tests up. */
const renders = inThisShell(pagesRenderWithin({ page: 4000, all: 12_000 }), 'renders', ['live']);
const comesAlive = inThisShell(pagesComeAliveWithin({ page: 6000, all: 12_000 }), 'comes alive', ['live']);
const rules = shellGateRules.map((rule) => [renders, comesAlive].find(({ id }) => id === rule.id) ?? rule);
const quick = shellGateRules.filter(({ id }) => !['render', 'browser', 'first-answer'].includes(id));

/** Shares one module more than the built one. */
const sharing: ShellEdits = {
  'shell-build.json': (text) => text.replace('"react": "', '"kit/new": "1.0.0", "react": "'),
};
const taking = { needs: { 'page-my-agent': { 'kit/new': '^1.0.0' } } };
const withoutReact: ShellEdits = { 'shell-build.json': (text) => text.replace('"react": "', '"preact": "') };

let store: ReleaseStore;
let platform: ReleasePlatform;
let remote: string;
/** Shells that differ from the built one in nothing that the gate looks at, or in what they share. */
let good: string;
let sharingMore: string;
let lackingReact: string;

const copySite = copiesOf(async (site) => {
  const id = await buildPublished(site.store);
  await activateRelease(site.platform, { ...herself, id });
  return {
    id,
    plain: await buildPublishedShell(site.store, named('good')),
    more: await buildPublishedShell(site.store, sharing),
    less: await buildPublishedShell(site.store, withoutReact),
  };
});

beforeEach(async () => {
  // What renderers write as they end.
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const site = await copySite();
  ({ store, id: remote, plain: good, more: sharingMore, less: lackingReact } = site);
  const browsing = { loadPages, browser: 'require' };
  platform = { ...site.platform, policy: { ...testPolicy, browsing } };
});

const activate = (id: string, asked = rules) =>
  activateRelease(platform, { ...anna, remote: shellName, id, rules: asked });

/** The script of every page, whose name goes with its content. */
async function mainScript(): Promise<string> {
  const files = await readdir(resolve(dist, 'browser'));
  return `browser/${files.find((name) => /^main\..*\.js$/.test(name))}`;
}

describe('the gate of the shell', () => {
  it('lets a shell pass that every live remote renders and comes alive in', async () => {
    const { outcome, notes } = await activate(good);
    expect(outcome).toBe('changed');
    expect(notes).toEqual([expect.stringMatching(/^browser step: Chromium/)]);
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ['takes a module of Node', (text) => `require('node:fs');${text}`, /no renderer could be started/],
    ['loops on every page', (text) => text.replace('renderPage:renderPage', 'renderPage:()=>{for(;;);}'), /within 4 s/],
    [
      'throws on every page',
      (text) => text.replace('renderPage:renderPage', "renderPage:()=>{throw new Error('empty');}"),
      /server: Error: empty/,
    ],
  ])('refuses one whose bundle for servers %s, and names remote and page', async (_, edit, words) => {
    const refused = activate(await buildPublishedShell(store, { 'server/render.cjs': edit }), [renders]);
    await expect(refused).rejects.toThrow(words);
    await expect(refused).rejects.toThrow(`[render] mf-agents ${remote} (live): The page /my-agent cannot be rendered`);
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ['throws', (text) => `throw new Error('no licence');${text}`, /no licence/],
    [
      'says an error on every page',
      (text) => `${text};console.error('everywhere');`,
      /says on the console: everywhere/,
    ],
  ])('refuses one whose script for browsers %s', async (_, edit, words) => {
    const refused = activate(await buildPublishedShell(store, { [await mainScript()]: edit }));
    await expect(refused).rejects.toThrow(words);
    await expect(refused).rejects.toThrow(`[browser] mf-agents ${remote} (live): `);
  });

  it('refuses one without a module that a live remote takes, and one with another version of it', async () => {
    await expect(activate(lackingReact, quick)).rejects.toThrow(
      `[needs] mf-agents ${remote} (live): It takes react from the shell, which does not share it.`,
    );
    const newer = await buildPublishedShell(store, {
      'shell-build.json': (text) => text.replace(/"react": "[^"]+"/, '"react": "20.0.0"'),
    });
    await expect(activate(newer, quick)).rejects.toThrow(
      `[needs] mf-agents ${remote} (live): It needs react ^19.3.1; the shell provides 20.0.0.`,
    );
  });

  it('does not go back to a shell without what a live remote has taken since', async () => {
    await activate(good, quick);
    await activate(sharingMore, quick);
    const id = await buildPublished(store, { version: '2.0.0', output: taking });
    await activateRelease(platform, { ...anna, remote: 'mf-agents', id, rules: [requirementsAreMet] });
    await expect(rollbackRelease(platform, { ...anna, remote: shellName })).rejects.toThrow(
      `[needs] mf-agents ${id} (live): It takes kit/new from the shell, which does not share it.`,
    );
    await rollbackRelease(platform, { ...anna, remote: 'mf-agents' });
    expect((await rollbackRelease(platform, { ...anna, remote: shellName })).composition.to).toBe(good);
  });

  it('refuses one that makes a first page too heavy, but not for what a remote has grown by', async () => {
    const alike = await buildPublishedShell(store, {
      ...named('good'),
      'server/render.cjs': (text) => `${text}/*alike*/`,
    });
    await activate(good, quick);
    const policy = { ...platform.policy, shell: { ...platform.policy.shell, firstPageBudget: 100_000 } };
    const tight: ReleasePlatform = { ...platform, policy };
    const noise = Array.from({ length: 400 }, () => Math.random().toString(36)).join('');
    const heavy = await buildPublishedShell(store, { [await mainScript()]: (text) => `${text}/*${noise}*/` });
    const request = { ...anna, remote: shellName, rules: quick };
    await expect(activateRelease(tight, { ...request, id: heavy })).rejects.toThrow(
      new RegExp(`\\[budget\\] mf-agents ${remote}: the scripts of /my-agent and of this shell weigh 1\\d\\d\\.\\d kB`),
    );
    expect((await activateRelease(tight, { ...request, id: alike })).outcome).toBe('changed');
  });

  it('tells of a release that only a rollback would bring, and does not refuse for it', async () => {
    const fixed = await buildPublished(store, { version: '2.0.0', output: { needs: {} } });
    await activateRelease(platform, { ...anna, remote: 'mf-agents', id: fixed, rules: [] });
    const { notes } = await activate(lackingReact, quick);
    expect(notes).toContainEqual(expect.stringContaining(`a rollback would break: mf-agents ${remote} (previous)`));
  });

  it('has remotes tried in the shell that is live', async () => {
    const id = await buildPublished(store, { version: '2.0.0', output: taking });
    const request = { ...anna, remote: 'mf-agents', id, rules: [requirementsAreMet] };
    await expect(activateRelease(platform, request)).rejects.toThrow('takes kit/new from the shell');
    await activate(sharingMore, quick);
    expect((await activateRelease(platform, request)).outcome).toBe('changed');
  });
});

import { randomUUID } from 'node:crypto';
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
import { buildPublishedShell, buildPublishedSmallShell } from '../testing/build-shell-dist.ts';
import { loadPages } from '../testing/load-pages.ts';
import { pagesComeAliveWithin } from './browser-rule.ts';
import { inThisShell, shellGateRules } from './gate.ts';
import { requirementsAreMet } from './record-rules.ts';

const dist = resolve(import.meta.dirname, '../../dist');
const anna = { by: 'anna', reason: 'test' };
/** With less patience, so that what does not come alive does not hold the tests up. */
const comesAlive = inThisShell(pagesComeAliveWithin({ page: 6000, all: 12_000 }), 'comes alive', ['live']);
const ruleOf = (id: string) => shellGateRules.filter((rule) => rule.id === id);
const needs = ruleOf('needs');

let store: ReleaseStore;
let platform: ReleasePlatform;
let remote: string;
/** Small shells, for the rules that open no page. */
let small: string;
let sharingMore: string;
let lackingReact: string;
const taking = { needs: { 'page-my-agent': { 'kit/new': '^1.0.0' } } };

const copySite = copiesOf(async (site) => {
  const id = await buildPublished(site.store);
  await activateRelease(site.platform, { ...herself, id });
  return {
    id,
    plain: await buildPublishedSmallShell(site.store),
    more: await buildPublishedSmallShell(site.store, { sharedModules: { react: '19.3.1', 'kit/new': '1.0.0' } }),
    less: await buildPublishedSmallShell(site.store, { sharedModules: { preact: '19.3.1' } }),
  };
});

beforeEach(async () => {
  // What renderers write as they end.
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const site = await copySite();
  ({ store, id: remote, plain: small, more: sharingMore, less: lackingReact } = site);
  const browsing = { loadPages, browser: 'require' };
  platform = { ...site.platform, policy: { ...testPolicy, browsing } };
});

const activate = (id: string, asked = shellGateRules) =>
  activateRelease(platform, { ...anna, remote: shellName, id, rules: asked });

/** The script of every page, whose name goes with its content. */
async function mainScript(): Promise<string> {
  const files = await readdir(resolve(dist, 'browser'));
  return `browser/${files.find((name) => /^main\..*\.js$/.test(name))}`;
}

describe('the gate of the shell', () => {
  it('lets a shell pass that every live remote renders and comes alive in', async () => {
    const { outcome, notes } = await activate(await buildPublishedShell(store));
    expect(outcome).toBe('changed');
    expect(notes).toEqual([expect.stringMatching(/^browser step: Chromium/)]);
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ['takes a module of Node', (text) => `require('node:fs');${text}`, /no renderer could be started/],
    [
      'throws on every page',
      (text) => text.replace('renderPage:renderPage', "renderPage:()=>{throw new Error('empty');}"),
      /server: Error: empty/,
    ],
  ])('refuses one whose bundle for servers %s, and names remote and page', async (_, edit, words) => {
    const refused = activate(await buildPublishedShell(store, { 'server/render.cjs': edit }), ruleOf('render'));
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
    const refused = activate(await buildPublishedShell(store, { [await mainScript()]: edit }), [comesAlive]);
    await expect(refused).rejects.toThrow(words);
    await expect(refused).rejects.toThrow(`[browser] mf-agents ${remote} (live): `);
  });

  it('refuses one without a module that a live remote takes, and one with another version of it', async () => {
    await expect(activate(lackingReact, needs)).rejects.toThrow(
      `[needs] mf-agents ${remote} (live): It takes react from the shell, which does not share it.`,
    );
    const newer = await buildPublishedSmallShell(store, { sharedModules: { react: '20.0.0' } });
    await expect(activate(newer, needs)).rejects.toThrow(
      `[needs] mf-agents ${remote} (live): It needs react ^19.3.1; the shell provides 20.0.0.`,
    );
  });

  it('has remotes tried in the shell that is live, and does not go back to one without what they have taken since', async () => {
    await activate(small, needs);
    const id = await buildPublished(store, { version: '2.0.0', output: taking });
    const request = { ...anna, remote: 'mf-agents', id, rules: [requirementsAreMet] };
    await expect(activateRelease(platform, request)).rejects.toThrow('takes kit/new from the shell');
    await activate(sharingMore, needs);
    expect((await activateRelease(platform, request)).outcome).toBe('changed');
    await expect(rollbackRelease(platform, { ...anna, remote: shellName })).rejects.toThrow(
      `[needs] mf-agents ${id} (live): It takes kit/new from the shell, which does not share it.`,
    );
    await rollbackRelease(platform, { ...anna, remote: 'mf-agents' });
    expect((await rollbackRelease(platform, { ...anna, remote: shellName })).composition.to).toBe(small);
  });

  it('refuses one that makes a first page too heavy, but not for what a remote has grown by', async () => {
    await activate(small, needs);
    const policy = { ...platform.policy, shell: { ...platform.policy.shell, firstPageBudget: 100 } };
    const tight: ReleasePlatform = { ...platform, policy };
    const heavy = await buildPublishedSmallShell(store, { files: { 'browser/main.js': `/*${randomUUID()}*/` } });
    const request = { ...anna, remote: shellName, rules: ruleOf('budget') };
    await expect(activateRelease(tight, { ...request, id: heavy })).rejects.toThrow(
      new RegExp(`\\[budget\\] mf-agents ${remote}: the scripts of /my-agent and of this shell weigh 0\\.\\d kB`),
    );
    expect((await activateRelease(tight, { ...request, id: sharingMore })).outcome).toBe('changed');
  });

  it('tells of a release that only a rollback would bring, and does not refuse for it', async () => {
    const fixed = await buildPublished(store, { version: '2.0.0', output: { needs: {} } });
    await activateRelease(platform, { ...anna, remote: 'mf-agents', id: fixed, rules: [] });
    const { notes } = await activate(lackingReact, needs);
    expect(notes).toContainEqual(expect.stringContaining(`a rollback would break: mf-agents ${remote} (previous)`));
  });
});

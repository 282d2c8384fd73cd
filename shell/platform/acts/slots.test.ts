import { beforeEach, expect, it } from '@jest/globals';
import type { RemoteSlots } from 'kit/contracts/slots';
import { quickGateRules } from '../gate/gate.ts';
import { releaseDifferences } from '../log/release-differences.ts';
import { LiveSite } from '../serve/live-site.ts';
import { OpenedReleases } from '../serve/opened-releases.ts';
import { buildPublished } from '../testing/build-dist.ts';
import { anna, buildPublishedSite, grantToSite, type PublishedSite } from '../testing/build-published-site.ts';
import { refusalOf } from '../testing/tamper.ts';
import { activateRelease, acts, rollbackRelease } from './acts.ts';

// A release offers links and widgets for pages of others; the key that signed it must have been granted each slot by the root key.

const slots: RemoteSlots = {
  header: { label: 'Agents', path: '/my-agent' },
  footer: { label: 'Your agent', path: '/my-agent' },
  widgets: { 'leads-below': './badge', constructor: './badge' },
};
let site: PublishedSite;
let id: string;

beforeEach(async () => {
  site = await buildPublishedSite();
  id = await buildPublished(site.store, { version: '2.0.0', output: { slots } });
});

const grant = (granted?: readonly string[]) => grantToSite(site.platform, { slots: granted });
const activate = (release: string) => activateRelease(site.platform, { ...anna, id: release, rules: quickGateRules });

/** What pages of the site show, as a server that starts now has it. */
async function shown() {
  await site.platform.chain.refresh({ whole: true });
  const { composition } = site.platform.chain.current ?? {};
  if (!composition) throw new Error('nothing is live');
  const releases = new OpenedReleases(site.platform, (sentence) => {
    throw new Error(sentence);
  });
  return (await LiveSite.load(releases, composition)).slots;
}

it('is refused by the gate, in words that name the slots, the key and the command', async () => {
  await grant(['footer']);
  expect((await refusalOf(activate(id))).findings).toEqual([
    {
      rule: 'slots',
      problem:
        'It offers something in the slots header, leads-below and constructor, which the key site was not granted.',
      remedy:
        'Take it out of "slots" in the package.json, or ask: the staff who have the root key can grant it: npm run release -- keys grant site <its public key> --remotes all ' +
        '--actions publish,activate,rollback --slots footer,header,leads-below,constructor --reason "..."',
    },
  ]);
});

it('is shown with the grant, and with each further grant only what it says', async () => {
  await grant(['header', 'footer', 'leads-below', 'constructor']);
  await activate(id);
  const [header, footer] = [slots.header, slots.footer].map((link) => [{ label: link?.label, to: link?.path }]);
  const widgets = { 'leads-below': ['mf_agents/badge'], constructor: ['mf_agents/badge'] };
  expect(await shown()).toEqual({ header, footer, widgets });
  await grant();
  expect(await shown()).toEqual({ header, footer, widgets });
  await grant(['footer']);
  expect(await shown()).toEqual({ header: [], footer, widgets: {} });
  await grant([]);
  expect(await shown()).toBeNull();
});

it('is gone with a rollback or a withdrawal of its remote', async () => {
  await activate(site.first);
  expect(await shown()).toBeNull();
  await grant(['header', 'footer', 'leads-below', 'constructor']);
  await activate(id);
  expect(await shown()).not.toBeNull();
  await acts.withdraw.perform(site.platform, anna);
  expect(await shown()).toBeNull();
});

it('is not shown past the gate, and holds up no rollback', async () => {
  await activateRelease(site.platform, { ...anna, id });
  expect(await shown()).toBeNull();
  await activate(site.first);
  await rollbackRelease(site.platform, { ...anna, rules: quickGateRules, id });
  expect(await shown()).toBeNull();
});

it('is named in what differs from the live release', async () => {
  const move = { remote: 'mf-agents', from: site.first, to: id };
  expect(await releaseDifferences(site.store, move)).toContain('offers in the slot leads-below: "./badge"');
  const back = { remote: 'mf-agents', from: id, to: site.first };
  expect(await releaseDifferences(site.store, back)).toContain('offers no longer in the slot header');
});

it.each<[string, object, RegExp]>([
  [
    'a link to another remote',
    { header: { label: 'Leads', path: '/leads' } },
    /must link to pages of the remote itself/,
  ],
  ['a link to another site', { header: { label: 'Leads', path: '//evil.example' } }, /slots/],
  ['a label that is too long', { footer: { label: 'x'.repeat(25), path: '/my-agent' } }, /label/],
  ['a widget by an address', { widgets: { 'leads-below': 'https://evil.example/a.js' } }, /leads-below/],
])('cannot be published with %s', async (_, wrong, words) => {
  await expect(buildPublished(site.store, { version: '3.0.0', output: { slots: wrong } })).rejects.toThrow(words);
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RemoteSlots } from 'kit/contracts/slots';
import { quickGateRules } from '../gate/gate.ts';
import { releaseDifferences } from '../log/release-differences.ts';
import { loadRelease } from '../log/release-files.ts';
import { LiveSite } from '../serve/live-site.ts';
import { OpenedReleases } from '../serve/opened-releases.ts';
import { StoredRelease } from '../serve/stored-release.ts';
import { buildPublished } from '../testing/build-dist.ts';
import { anna, copiesOf, grantToSite } from '../testing/build-published-site.ts';
import { refusalOf } from '../testing/tamper.ts';
import { activateRelease, acts, rollbackRelease } from './acts.ts';
import { checkPublication } from './publish-release.ts';

// A release declares the origins that its pages use, and offers links and widgets for pages of others; the key that signed it
// must have been granted each by the root key.

const api = 'https://api.example';
const slots: RemoteSlots = {
  header: { label: 'Agents', path: '/my-agent' },
  footer: { label: 'Your agent', path: '/my-agent' },
  widgets: { 'leads-below': './badge', constructor: './badge' },
};

const copySite = copiesOf(async ({ store }) => ({
  first: await buildPublished(store),
  second: await buildPublished(store, { version: '1.1.0' }),
  using: await buildPublished(store, { version: '2.0.0', output: { origins: { connect: [api], media: [api] } } }),
  offering: await buildPublished(store, { version: '2.1.0', output: { slots } }),
}));
let site: Awaited<ReturnType<typeof copySite>>;
let id: string;

beforeEach(async () => {
  site = await copySite();
});

const activate = (release: string) => activateRelease(site.platform, { ...anna, id: release, rules: quickGateRules });

describe('a release that uses an origin', () => {
  beforeEach(() => {
    id = site.using;
  });

  const grant = (origins?: readonly string[]) => grantToSite(site.platform, { origins });
  const open = () => StoredRelease.open(site.platform, 'mf-agents', id);
  const sentence =
    /uses https:\/\/api\.example, which the key site was not granted.*keys grant site <its public key> --remotes all --actions \S+ --origins (?:https:\/\/other\.example,)?https:\/\/api\.example --reason/;

  it('is refused at activation, in words that name the origin, the key and the command', async () => {
    await expect(activate(id)).rejects.toThrow(sentence);
  });

  it('is served by no server and previewed by nobody, whoever made it live past the gate', async () => {
    await activateRelease(site.platform, { ...anna, id });
    await expect(open()).rejects.toThrow(sentence);
  });

  it('is not taken over the network', async () => {
    const { text, signature } = await loadRelease(site.store, 'mf-agents', id);
    const given = { remote: 'mf-agents', id, record: text, signature: signature ?? '' };
    await site.platform.chain.refresh({ whole: true });
    expect(() => checkPublication(site.platform, given)).toThrow(sentence);
    await grant([api]);
    expect(checkPublication(site.platform, given).parsed.origins).toEqual({ connect: [api], media: [api] });
  });

  it('goes live with the grant, and loses it with the grant; a grant of other rights leaves it', async () => {
    await activate(site.first);
    await grant([api]);
    await activate(id);
    expect((await open()).browser.policy).toEqual({ connect: [api], media: [api] });
    await grant();
    await expect(open()).resolves.toBeDefined();
    await grant(['https://other.example']);
    await expect(open()).rejects.toThrow(sentence);
    await activateRelease(site.platform, { ...anna, id: site.second });
    await expect(rollbackRelease(site.platform, { ...anna, rules: quickGateRules, id })).rejects.toThrow(sentence);
  });

  it('cannot be granted in another spelling', async () => {
    await expect(grant(['https://API.example'])).rejects.toThrow(/^"https:\/\/API\.example" is not an origin such as/);
    await expect(grant(Array.from({ length: 51 }, (_, index) => `https://a${index}.example`))).rejects.toThrow(
      /at most 50 origins/,
    );
  });
});

describe('a release that offers something in slots', () => {
  beforeEach(() => {
    id = site.offering;
  });

  const grant = (granted?: readonly string[]) => grantToSite(site.platform, { slots: granted });

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
});

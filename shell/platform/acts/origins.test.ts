import { beforeEach, expect, it } from '@jest/globals';
import { quickGateRules } from '../gate/gate.ts';
import { loadRelease } from '../log/release-files.ts';
import { StoredRelease } from '../serve/stored-release.ts';
import { buildPublished } from '../testing/build-dist.ts';
import { anna, buildPublishedSite, grantToSite, type PublishedSite } from '../testing/build-published-site.ts';
import { activateRelease, rollbackRelease } from './acts.ts';
import { checkPublication } from './publish-release.ts';

// A release declares the origins that its pages use; the key that signed it must have been granted each by the root key.

const api = 'https://api.example';
let site: PublishedSite;
let id: string;

beforeEach(async () => {
  site = await buildPublishedSite();
  id = await buildPublished(site.store, { version: '2.0.0', output: { origins: { connect: [api], media: [api] } } });
});

const grant = (origins?: readonly string[]) => grantToSite(site.platform, { origins });
const activate = (release: string) => activateRelease(site.platform, { ...anna, id: release, rules: quickGateRules });
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

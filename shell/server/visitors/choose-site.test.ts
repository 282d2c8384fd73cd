import type { IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { shellName } from 'kit/contracts/shell-name';
import { activateRelease, startCanary } from '../../platform/index.ts';
import { buildPublishedSite, anna as herself } from '../../platform/testing/build-published-site.ts';
import { buildPublishedShell, named } from '../../platform/testing/build-shell-dist.ts';
import { startFollower } from '../../platform/testing/start-follower.ts';
import { until } from '../../platform/testing/until.ts';
import { createPreviewToken } from '../../settings/preview-token.ts';
import { SiteChooser } from './choose-site.ts';

const anna = { ...herself, remote: shellName };
const previewKey = Buffer.alloc(32, 3);
let chooser: SiteChooser;
let live: string;
let canary: string;

beforeAll(async () => {
  const { store, platform, first: id } = await buildPublishedSite();
  await activateRelease(platform, { ...herself, id });
  live = await buildPublishedShell(store, named('live'));
  canary = await buildPublishedShell(store, named('canary'));
  await activateRelease(platform, { ...anna, id: live });
  await startCanary(platform, { ...anna, id: canary, percent: 50 });
  const follower = await startFollower(platform);
  await until(() => follower.current.hasCanary);
  chooser = new SiteChooser({ follower, previewKey, secure: false });
});

const requestWith = (cookie: string) => ({ headers: { cookie } }) as IncomingMessage;
const shellFor = async (cookie: string) => (await chooser.choose(requestWith(cookie))).site.shell?.live.record.id;

describe('a canary of the shell', () => {
  it('is for its share of the visitors, always the same ones, and for nobody before the draw', async () => {
    expect(chooser.siteForAll(requestWith(''))).toBeNull();
    const visitors = Array.from({ length: 60 }, (_, index) => `visitor=${String(index).padStart(22, 'v')}`);
    const drawn = await Promise.all(visitors.map(shellFor));
    expect(new Set(drawn)).toEqual(new Set([live, canary]));
    expect(await Promise.all(visitors.map(shellFor))).toEqual(drawn);
  });
});

describe('a preview of the shell', () => {
  it('is for the holder of its link', async () => {
    const token = createPreviewToken(previewKey, {
      releases: { [shellName]: canary },
      expires: Date.now() + 60_000,
    });
    const chosen = await chooser.choose(requestWith(`preview=${token}`));
    expect(chosen.kind).toBe('preview');
    expect(chosen.site.shell?.live.record.id).toBe(canary);
  });
});

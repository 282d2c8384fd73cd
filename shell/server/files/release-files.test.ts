import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease, startCanary } from '../../platform/index.ts';
import { buildPlatform } from '../../platform/testing/build-platform.ts';
import { anna, buildPublishedSite, type PublishedSite } from '../../platform/testing/build-published-site.ts';
import { startFollower } from '../../platform/testing/start-follower.ts';
import { tamperWith } from '../../platform/testing/tamper.ts';
import { serve } from '../../testing/serve.ts';
import { SiteChooser } from '../visitors/choose-site.ts';
import { sendComposition } from './release-files.ts';

let site: PublishedSite;

beforeEach(async () => {
  site = await buildPublishedSite();
});

/** Starts a server; returns a function that requests a release set's composition. */
async function startServer() {
  const follower = await startFollower(buildPlatform(site.store));
  const sources = { follower, chooser: new SiteChooser({ follower, previewKey: Buffer.alloc(32), secure: false }) };
  const { url } = await serve((request, response) => {
    void sendComposition(request, response, request.url?.slice(1) ?? '', sources);
  });
  return async (set: string) => {
    const answer = await fetch(`${url}/${set}.json`, { headers: { connection: 'close' } });
    return { status: answer.status, cache: answer.headers.get('cache-control'), text: await answer.text() };
  };
}

describe('the file of a composition', () => {
  it('is kept for good by whoever has it, where it is whole', async () => {
    await activateRelease(site.platform, { ...anna, id: site.first });
    const ask = await startServer();
    expect(await ask('1')).toMatchObject({ status: 200, cache: 'public, max-age=31536000, immutable' });
  });

  it('is kept by nobody as long as a release of it is missing, and for good once that has come', async () => {
    await activateRelease(site.platform, { ...anna, id: site.first });
    await activateRelease(site.platform, { ...anna, id: site.second });
    await activateRelease(site.platform, { ...anna, id: site.first });
    const { commitFile } = tamperWith(site.store, site.second);
    const moved = join(site.store.place, 'on-its-way');
    await rename(commitFile, moved);
    const ask = await startServer();
    const incomplete = await ask('2');
    expect(incomplete).toMatchObject({ status: 200, cache: 'no-store' });
    expect(incomplete.text).not.toContain(site.second);
    await rename(moved, commitFile);
    const whole = await ask('2');
    expect(whole).toMatchObject({ status: 200, cache: 'public, max-age=31536000, immutable' });
    expect(whole.text).toContain(site.second);
  });

  it('is there with the release of a canary, and with no other release that somebody names', async () => {
    await activateRelease(site.platform, { ...anna, id: site.first });
    await startCanary(site.platform, { ...anna, id: site.second, percent: 5 });
    const ask = await startServer();
    expect(await ask(`2+mf-agents@${site.second}`)).toMatchObject({ status: 200 });
    expect(await ask(`1+mf-agents@${site.second}`)).toMatchObject({ status: 404 });
  });
});

import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { publishToSite } from 'kit/squad/site-client/publish-to-site';
import { switchOnSite } from 'kit/squad/site-client/switch-on-site';
import { Stores, Upkeep } from '../../platform/index.ts';
import { readSwitches } from '../../platform/testing/read-switches.ts';
import { until } from '../../platform/testing/until.ts';
import { startSquad, startSquadSite } from './testing/start-squad-site.ts';
import { build, frame, headOf, put } from './testing/upload-releases.ts';

describe('many uploads at once', () => {
  it('sends who is too many away with a time to come again', async () => {
    const { site, key } = await startSquad();
    const release = await build();
    const { remote, id } = release.record;
    const upload = { remote, id, body: frame(release, key) };
    const { url } = await headOf(site, key, upload);
    const slow = await Promise.all(
      Array.from({ length: 72 }, async () => {
        const { headers } = await headOf(site, key, upload);
        const sent = request(url, {
          method: 'PUT',
          headers: { ...headers, 'Content-Length': upload.body.length },
          agent: false,
        });
        sent.on('error', () => {});
        await new Promise<void>((resolve) => sent.write('pub', () => resolve()));
        return sent;
      }),
    );
    await until(() => site.open.requests === slow.length);
    const refused = await put(site, key, upload);
    expect(refused).toMatchObject({ status: 503, code: 'busy', retryAfter: '5' });
    for (const sent of slow) sent.destroy();
    expect(await publishToSite(site.client(key), release)).toMatchObject({ added: true });
  });

  it('keeps two squads apart that publish four releases each, and switch them', async () => {
    const site = await startSquadSite();
    const squads = [
      { remote: 'mf-agents', path: '/my-agent', key: await site.addSquad('squad-agents') },
      { remote: 'mf-demos', path: '/click-demos', key: await site.addSquad('squad-demos', { remotes: ['mf-demos'] }) },
    ];
    const published = await Promise.all(
      squads.map(async ({ remote, path, key }) => {
        const releases = await Promise.all(Array.from({ length: 4 }, () => build(remote, path)));
        await Promise.all(releases.map((release) => publishToSite(site.client(key), release)));
        return { remote, key, ids: releases.map(({ record }) => record.id) };
      }),
    );
    for (const { remote, ids } of published) {
      expect((await site.staff.store.listReleases(remote)).sort()).toEqual(ids.sort());
    }
    await Promise.all(
      published.map(async ({ remote, key, ids }) => {
        for (const id of ids) {
          await switchOnSite(site.client(key), remote, { action: 'activate', id, reason: 'next' });
        }
      }),
    );
    for (const { remote, ids } of published) expect(await site.live(remote)).toMatchObject({ live: ids[3] });
    expect(await readSwitches(site.staff.store)).toHaveLength(8);
    expect(await Upkeep.verifyStore(site.staff)).toMatchObject({ problems: [] });
  });

  it('are one for two servers over one store, and so is their switch', async () => {
    const first = await startSquadSite();
    const { store } = first.staff;
    const key = await first.addSquad('squad-agents');
    const second = await startSquadSite({ store: Stores.openFolderStore(join(store.place, '..')), keysOf: store });
    const release = await build();
    const { remote, id } = release.record;
    // The first half arrives at one server; the other server knows nothing of it.
    const half = [...release.files].slice(0, 2);
    expect(await put(first, key, { remote, id, body: frame(release, key, half) })).toMatchObject({ state: 'missing' });
    expect(await publishToSite(second.client(key), release)).toMatchObject({ added: true });
    expect(await publishToSite(first.client(key), release)).toMatchObject({ added: false });
    await switchOnSite(second.client(key), remote, { action: 'activate', id, reason: 'over there' });
    expect(await first.live()).toMatchObject({ live: id });
  });
});

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease } from '../acts/switch.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { anna, buildPublishedSite, type PublishedSite } from '../testing/build-published-site.ts';
import { ServedMark } from './watch-chain.ts';

let site: PublishedSite;

beforeEach(async () => {
  site = await buildPublishedSite();
  await activateRelease(site.platform, { ...anna, id: site.first });
  await site.platform.chain.refresh({ whole: true });
});

describe('the mark of the served revision', () => {
  it('may be ahead of a server whose folder another server shares, and then is no loss', async () => {
    const { store, platform, second } = site;
    const ahead = buildPlatform(store);
    await activateRelease(ahead, { ...anna, id: second });
    await ahead.chain.refresh({ whole: true });
    await new ServedMark(store).look(ahead.chain);
    expect(platform.chain.current?.composition.revision).toBe(1);
    const behind = new ServedMark(store);
    await behind.look(platform.chain);
    expect(behind.problem).toBeNull();
  });

  it('reports a problem when it cannot be written, and does not throw', async () => {
    const { store, platform } = site;
    await mkdir(join(store.keysFolder, 'served-revision.json'), { recursive: true });
    const mark = new ServedMark(store);
    await mark.look(platform.chain);
    expect(mark.problem).toMatch(
      /^This server cannot save which revision it serves \(.*\)\. After a restart it would not notice/,
    );
  });
});

import { expect, it } from '@jest/globals';
import { activateRelease } from '../../platform/index.ts';
import { buildPublished } from '../../platform/testing/build-dist.ts';
import { anna } from '../../platform/testing/build-published-site.ts';
import { buildLiveStore } from '../testing/build-live-store.ts';

it('names the live releases that the shell of the checkout would break, and fails for them', async () => {
  const { store, platform, release } = await buildLiveStore();
  async function activate(version: string, range: string): Promise<string> {
    const id = await buildPublished(store, { version, output: { needs: { 'page-my-agent': { react: range } } } });
    await activateRelease(platform, { ...anna, id });
    return id;
  }
  expect(await release('contract')).toEqual({
    code: 0,
    out: '1 release in use, none of which this shell would break.\n',
    error: '',
  });
  const id = await activate('2.0.0', '^18.0.0');
  const broken = await release('contract');
  expect(broken.code).toBe(1);
  expect(broken.out).toMatch(
    new RegExp(
      `^mf-agents ${id} \\(live\\) would break:\\n  \\[needs\\] It needs react \\^18.0.0; the shell provides 19`,
    ),
  );
  await activate('2.1.0', '^19.3.1');
  const before = await release('contract', '--json');
  expect(before.code).toBe(0);
  expect(JSON.parse(before.out)).toMatchObject({ asked: 2, broken: [{ id, state: 'previous' }] });
});

import { beforeEach, expect, it } from '@jest/globals';
import { activateRelease, type ReleaseStore, Stores } from '../../platform/index.ts';
import { buildFolder, buildPublished } from '../../platform/testing/build-dist.ts';
import { buildPlatform } from '../../platform/testing/build-platform.ts';
import { runRelease } from '../testing/run-release.ts';

let dataDir: string;
let store: ReleaseStore;

beforeEach(async () => {
  dataDir = await buildFolder();
  store = Stores.openFolderStore(dataDir);
});

async function activate(version: string, range: string): Promise<string> {
  const id = await buildPublished(store, { version, output: { needs: { 'page-my-agent': { react: range } } } });
  const change = { remote: 'mf-agents', id, by: 'anna', reason: '', rules: [] };
  await activateRelease(buildPlatform(store), change);
  return id;
}

it('names the live releases that the shell of the checkout would break, and fails for them', async () => {
  await activate('1.0.0', '^19.3.1');
  expect(await runRelease(dataDir, 'contract')).toEqual({
    code: 0,
    out: '1 release in use, none of which this shell would break.\n',
    error: '',
  });
  const id = await activate('1.1.0', '^18.0.0');
  const broken = await runRelease(dataDir, 'contract');
  expect(broken.code).toBe(1);
  expect(broken.out).toMatch(
    new RegExp(
      `^mf-agents ${id} \\(live\\) would break:\\n  \\[needs\\] It needs react \\^18.0.0; the shell provides 19`,
    ),
  );
  await activate('1.2.0', '^19.3.1');
  const before = await runRelease(dataDir, 'contract', '--json');
  expect(before.code).toBe(0);
  expect(JSON.parse(before.out)).toMatchObject({ asked: 2, broken: [{ id, state: 'previous' }] });
});

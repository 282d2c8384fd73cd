import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runGuard, Views } from '../../platform/index.ts';
import { buildFolder } from '../../platform/testing/build-dist.ts';
import { countViews } from '../../platform/testing/count-views.ts';
import { tamperWith } from '../../platform/testing/tamper.ts';
import { parsePreviewToken } from '../../settings/preview-token.ts';
import { ensureKey, openServingPlatform } from '../../settings/site-platform.ts';
import { buildLiveStore } from '../testing/build-live-store.ts';
import { refusal } from '../testing/run-release.ts';

describe('npm run release -- status', () => {
  it('shows how often pages of a live release failed', async () => {
    const { store, live, release, state } = await buildLiveStore();
    const { since = '' } = (await state()) ?? {};
    const counter = new Views.HealthCounter();
    const subject = { remote: 'mf-agents', id: live, since };
    countViews(counter, subject, { views: 40, failures: 1, reason: 'integrity' });
    await counter.report(store, 'server-1:3000');
    const { out } = await release('status');
    expect(out).toMatch(new RegExp(`^mf-agents +${live} .* 1 of 40$`, 'm'));
    expect(out).toContain('mf-agents: failed for integrity (1), in 1 of 40 networks');
    expect(out).toContain('mf-agents: not enough data yet: 40 of 50 page views, 40 of 20 networks');
  });

  it('shows what is not counted, and where the guard stopped', async () => {
    const { dataDir, store, live, release, state } = await buildLiveStore();
    const { since = '' } = (await state()) ?? {};
    const counter = new Views.HealthCounter();
    const subject = { remote: 'mf-agents', id: live, since };
    countViews(counter, subject, { views: 3, failures: 2, networkOf: () => null });
    counter.noteIgnored(subject, 'render');
    countViews(counter, subject, { views: 60, failures: 60 });
    await counter.report(store, 'server-1:3000');
    await runGuard(openServingPlatform({ ...process.env, DATA_DIR: dataDir }, null));
    const { out } = await release('status');
    expect(out).toContain('mf-agents: not counted: load (2) from visitors whose network is unknown');
    expect(out).toContain('mf-agents: not counted: render (1) while the API was unavailable');
    expect(out).toMatch(/^mf-agents: ALARM: mf-agents .* and the guard stopped: there is no release before it/m);
  });
});

describe('npm run release -- budget', () => {
  it('shows and changes size budgets, with the reason in the log', async () => {
    const { release } = await buildLiveStore();
    expect((await release('budget')).out).toMatch(/^mf-agents +30 kB +90 kB$/m);
    expect(await release('budget', 'mf-agents', '--page', '120')).toMatchObject({ code: 2 });
    const changed = await release('budget', 'mf-agents', '--page', '120', '--reason', 'A video player', '--by', 'ben');
    expect(changed.out).toBe('mf-agents: registered 30 kB, page 90 kB -> registered 30 kB, page 120 kB\n');
    expect((await release('budget', 'mf-agents')).out).toMatch(/^mf-agents +30 kB +120 kB$/m);
    expect((await release('budget', 'mf-demos')).out).toMatch(/^mf-demos +30 kB +90 kB$/m);
    expect((await release('log', '--last', '1')).out).toMatch(
      /^#2 .* budget {2}by ben \(key site\)\n {4}mf-agents: .* page 90000 -> 120000 bytes\n {4}A video player\n$/,
    );
    expect(await release('budget', 'mf-agents', '--page', '-1', '--reason', 'x')).toMatchObject({ code: 2 });
    expect(await release('budget', '--page', '1', '--reason', 'x')).toMatchObject({
      code: 2,
      error: 'Name the remote whose budget changes.\n',
    });
  });
});

describe('npm run release -- preview', () => {
  it('makes a preview link that the shell server can read, and none for a tampered release', async () => {
    const { store, next, release } = await buildLiveStore();
    const { out } = await release('preview', 'mf-agents', next, '--hours', '2', '--json');
    const { token, path, expires } = JSON.parse(out);
    expect(path).toBe(`/?preview=${token}`);
    const preview = parsePreviewToken(await ensureKey(store.keysFolder, 'preview'), token);
    expect(preview).toEqual({ releases: { 'mf-agents': next }, expires: Date.parse(expires) });
    expect(Math.abs(Date.parse(expires) - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000);
    await tamperWith(store, next).overwrite('server/remote.cjs', () => 'evil()');
    expect(await release('preview', 'mf-agents', next)).toMatchObject(refusal(1, '[files]'));
    expect(await release('preview', 'mf-agents', next, '--hours', '1000')).toMatchObject({ code: 2 });
  });
});

describe('the key of preview links', () => {
  it('is made once and shared by all who use the folder', async () => {
    const keysFolder = join(await buildFolder(), 'keys');
    const [one, other] = await Promise.all([ensureKey(keysFolder, 'preview'), ensureKey(keysFolder, 'preview')]);
    expect(one).toHaveLength(32);
    expect(other.equals(one)).toBe(true);
    expect((await readFile(join(keysFolder, 'preview.key'), 'utf8')).trim()).toBe(one.toString('hex'));
  });

  it('is refused by name when it is damaged', async () => {
    const keysFolder = join(await buildFolder(), 'keys');
    await mkdir(keysFolder);
    await writeFile(join(keysFolder, 'preview.key'), 'short');
    await expect(ensureKey(keysFolder, 'preview')).rejects.toThrow(/preview\.key is damaged: remove it/);
  });
});

describe('npm run release -- verify and prune', () => {
  it('verify looks at the store and fails for scripts when something is wrong', async () => {
    const { store, next, release } = await buildLiveStore();
    expect(await release('verify')).toMatchObject({ code: 0, out: '2 releases, 2 revisions, 0 problems.\n' });
    await tamperWith(store, next).overwrite('browser/picture.svg', () => '<svg/>');
    const { code, out } = await release('verify');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^The file browser\/picture\.svg of mf-agents .* is not what was published.*\n2 releases, 2 revisions, 1 problem\.\n$/,
    );
  });

  it('prune says what it would remove, and knows its limits', async () => {
    const { release } = await buildLiveStore();
    expect(await release('prune', '--dry-run')).toMatchObject({ code: 0, out: '0 releases would be removed.\n' });
    expect(await release('prune', '--keep', '3')).toMatchObject(
      refusal(2, /^Option '--keep <n>' argument '3' is invalid\. It takes a whole number from 10 up\.\n/),
    );
    expect(await release('prune', '--hours', 'x')).toMatchObject(
      refusal(2, /^Option '--hours <n>' argument 'x' is invalid\. It takes a whole number from 24 up\.\n/),
    );
  });
});

describe('npm run release -- store check', () => {
  it('finds nothing in a store that is whole, nor where an upload is under way', async () => {
    const { store, release } = await buildLiveStore();
    expect(await release('store', 'check')).toMatchObject({
      code: 0,
      out: `The store is the folder ${store.place}.\n2 releases, 2 revisions, 0 problems.\n`,
    });
    await mkdir(join(store.place, 'remotes/mf-agents/9.9.9-0a1b2c3d'), { recursive: true });
    await writeFile(join(store.place, 'remotes/mf-agents/9.9.9-0a1b2c3d/a.js'), 'half');
    expect(await release('store', 'check')).toMatchObject({ code: 0, out: expect.stringContaining(' 0 problems.') });
  });

  it('has a sentence for damage, for an upload that was cut off and for what belongs to nothing, and fails', async () => {
    const { store, next, release } = await buildLiveStore();
    await tamperWith(store, next).overwrite('browser/picture.svg', () => '<svg/>');
    const unfinished = join(store.place, 'remotes/mf-agents/9.9.9-0a1b2c3d');
    await mkdir(unfinished);
    await writeFile(join(unfinished, 'a.js'), 'half');
    await utimes(join(unfinished, 'a.js'), 0, 0);
    await writeFile(join(store.place, 'log/1.json.bak'), '{}');
    await writeFile(join(store.place, 'notes.txt'), 'whose?');
    const { code, out } = await release('store', 'check', '--json');
    expect(code).toBe(1);
    const { problems } = JSON.parse(out);
    expect(problems.toSorted()).toEqual([
      expect.stringMatching(/^The file browser\/picture\.svg of mf-agents .* is not what was published/),
      expect.stringMatching(/^log\/1\.json\.bak belongs to no release and no log of this store/),
      expect.stringMatching(/^notes\.txt belongs to no release and no log of this store .* remove it\.$/),
      expect.stringMatching(
        /^remotes\/mf-agents\/9\.9\.9-0a1b2c3d\/ is an upload that was cut off .*prune.* takes it away/,
      ),
    ]);
  });
});

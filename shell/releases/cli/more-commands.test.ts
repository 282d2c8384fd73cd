import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease } from '../activate.ts';
import { HealthCounter } from '../guard/release-health.ts';
import { ensurePreviewKey } from '../keys/key-files.ts';
import { ensureSigningKeys } from '../keys/signing-keys.ts';
import { parsePreviewToken } from '../preview/preview-token.ts';
import { FolderReleaseStore } from '../store/folder-release-store.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { runRelease } from '../testing/run-release.ts';

let dataDir: string;
let store: FolderReleaseStore;
let live: string;
let next: string;

beforeEach(async () => {
  dataDir = await buildFolder();
  store = new FolderReleaseStore(dataDir);
  live = await buildPublished(store);
  next = await buildPublished(store, { version: '1.1.0' });
  await activateRelease(store, { remote: 'mf-agents', id: live, by: 'anna', reason: 'first' });
});

const release = (...words: string[]) => runRelease(dataDir, ...words);
const state = async () => (await store.compositions.readCurrent()).current?.remotes['mf-agents'];

describe('the release command', () => {
  it('starts, promotes and aborts a canary, and shows it', async () => {
    const started = await release('canary', 'mf-agents', next, '--percent', '10', '--by', 'anna');
    expect(started).toMatchObject({ code: 0, out: expect.stringContaining(`canary mf-agents: ${live} -> ${next}`) });
    expect((await release('status')).out).toContain(`mf-agents: canary ${next} for 10 percent of the visitors`);
    expect((await release('list', 'mf-agents')).out).toMatch(new RegExp(`^${next} .* canary$`, 'm'));
    expect((await release('log', '--last', '1')).out).toContain(`canary ${next} for 10 percent of the visitors`);
    expect(await release('abort', 'mf-agents')).toMatchObject({ code: 0 });
    expect((await state())?.canary).toBeUndefined();
    await release('canary', 'mf-agents', next, '--percent', '25');
    expect(await release('promote', 'mf-agents', '--no-guard')).toMatchObject({ code: 0 });
    expect(await state()).toMatchObject({ live: next, previous: live, guard: 'off' });
    expect((await release('log', '--last', '1')).out).toContain(`${live} -> ${next}\n    automatic rollback is off\n`);
    expect((await release('status')).out).toContain('mf-agents: automatic rollback is off for the live release');
    const nothing = await release('promote', 'mf-agents');
    expect(nothing).toMatchObject({ code: 1, error: 'No canary of mf-agents is running.\n' });
  });

  it.each([['0'], ['101'], ['many'], ['']])('refuses a canary for %j percent', async (percent) => {
    const { code, error } = await release('canary', 'mf-agents', next, '--percent', percent);
    expect({ code, error }).toEqual({ code: 2, error: '--percent takes a number above 0 and up to 100.\n' });
  });

  it('makes a preview link that the shell server can read, and none for a tampered release', async () => {
    const { out } = await release('preview', 'mf-agents', next, '--hours', '2', '--json');
    const { token, path, expires } = JSON.parse(out);
    expect(path).toBe(`/?preview=${token}`);
    const preview = parsePreviewToken(await ensurePreviewKey(store.keysFolder), token);
    expect(preview).toEqual({ releases: { 'mf-agents': next }, expires: Date.parse(expires) });
    expect(Math.abs(Date.parse(expires) - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000);
    const file = join(await store.releaseFolder('mf-agents', next), 'server/remote.cjs');
    await chmod(file, 0o644);
    await writeFile(file, 'evil()');
    expect(await release('preview', 'mf-agents', next)).toMatchObject({
      code: 1,
      error: expect.stringContaining('[files]'),
    });
    expect(await release('preview', 'mf-agents', next, '--hours', '1000')).toMatchObject({ code: 2 });
  });

  it('verifies the store and fails for scripts when something is wrong', async () => {
    expect(await release('verify')).toMatchObject({ code: 0, out: '2 releases, 1 revision, 0 problems.\n' });
    const file = join(await store.releaseFolder('mf-agents', next), 'browser/picture.svg');
    await chmod(file, 0o644);
    await writeFile(file, '<svg/>');
    const { code, out } = await release('verify');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^The file browser\/picture\.svg of mf-agents .* is not what was published.*\n2 releases, 1 revision, 1 problem\.\n$/,
    );
  });

  it('prunes, and knows its limits', async () => {
    expect(await release('prune', '--dry-run')).toMatchObject({ code: 0, out: '0 releases would be removed.\n' });
    expect(await release('prune', '--keep', '3')).toMatchObject({
      code: 2,
      error: '--keep takes a whole number from 10 up.\n',
    });
    expect(await release('prune', '--hours', 'x')).toMatchObject({
      code: 2,
      error: '--hours takes a whole number from 24 up.\n',
    });
  });

  it('shows and changes size budgets, with the reason in the log', async () => {
    expect((await release('budget')).out).toMatch(/^mf-agents +30 kB +90 kB$/m);
    expect(await release('budget', 'mf-agents', '--page', '120')).toMatchObject({ code: 2 });
    const changed = await release('budget', 'mf-agents', '--page', '120', '--reason', 'A video player', '--by', 'ben');
    expect(changed.out).toBe('mf-agents: registered 30 kB, page 90 kB -> registered 30 kB, page 120 kB\n');
    expect((await release('budget', 'mf-agents')).out).toMatch(/^mf-agents +30 kB +120 kB$/m);
    expect((await release('budget', 'mf-demos')).out).toMatch(/^mf-demos +30 kB +90 kB$/m);
    expect((await release('log', '--last', '1')).out).toMatch(
      /^#1 .* budget mf-agents {2}by ben\n.* page 90000 -> 120000 bytes\n {4}A video player\n$/,
    );
    expect(await release('budget', 'mf-agents', '--page', '-1', '--reason', 'x')).toMatchObject({ code: 2 });
    expect(await release('budget', '--page', '1', '--reason', 'x')).toMatchObject({
      code: 2,
      error: 'Name the remote whose budget changes.\n',
    });
  });

  it('lists, trusts and distrusts keys', async () => {
    const own = await ensureSigningKeys(store.keysFolder);
    const other = await ensureSigningKeys(await buildFolder());
    const file = join(dataDir, 'other.pem');
    await writeFile(file, other.publicKey);
    expect((await release('keys')).out).toContain(`${own.keyId}  this installation signs with it`);
    expect(await release('keys', 'trust', file)).toMatchObject({
      code: 2,
      error: 'A change of the keys needs its reason for the log: --reason "...".\n',
    });
    const because = ['--reason', 'a new squad', '--by', 'ben'];
    expect(await release('keys', 'trust', file, ...because, '--dry-run')).toMatchObject({
      code: 0,
      out: `Would trust ${other.keyId}.\n`,
    });
    expect(await release('keys', 'trust', file, ...because)).toMatchObject({
      code: 0,
      out: `Releases signed with ${other.keyId} may go live here now.\n`,
    });
    expect((await release('keys')).out).toContain(`${other.keyId}  trusted`);
    expect(await release('keys', 'trust', file, ...because)).toMatchObject({
      out: `${other.keyId} is trusted already; nothing was changed.\n`,
    });
    expect(await release('keys', 'distrust', own.keyId, ...because)).toMatchObject({ code: 1 });
    expect(await release('keys', 'distrust', other.keyId, '--reason', 'left', '--by', 'ben')).toMatchObject({
      code: 0,
    });
    expect((await release('log', '--last', '2')).out).toMatch(
      new RegExp(
        `^#2 .* distrust  by ben\\n {4}${other.keyId}\\n {4}left\\n#1 .* trust  by ben\\n {4}${other.keyId}\\n {4}a new squad\\n$`,
      ),
    );
    expect(await release('keys', 'distrust', other.keyId, ...because)).toMatchObject({
      code: 1,
      error: expect.stringContaining('is not among the trusted keys'),
    });
    expect(await release('keys', 'trust', '/nowhere.pem', ...because)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^The key cannot be read: ENOENT/),
    });
    expect(await release('keys', 'burn')).toMatchObject({ code: 2 });
  });

  it('shows how often pages of a live release failed', async () => {
    const { since = '' } = (await state()) ?? {};
    const counter = new HealthCounter();
    const subject = { remote: 'mf-agents', id: live, since };
    for (let view = 0; view < 40; view += 1) counter.countView(subject);
    counter.countFailure(subject, 'integrity');
    await counter.report(store, 'server-1:3000');
    const { out } = await release('status');
    expect(out).toMatch(new RegExp(`^mf-agents +${live} .* 1 of 40$`, 'm'));
    expect(out).toContain('mf-agents: failed for integrity (1)');
  });

  it('shows how often pages of a canary failed', async () => {
    await release('canary', 'mf-agents', next, '--percent', '10');
    expect((await release('status')).out).toContain('mf-agents: canary since now, no page views yet');
    const canary = { remote: 'mf-agents', id: next, since: (await state())?.canary?.since ?? '' };
    const counter = new HealthCounter();
    for (let view = 0; view < 20; view += 1) counter.countView(canary);
    counter.countFailure(canary, 'render', { id: 'one view', visitor: null });
    await counter.report(store, 'server-1');
    const text = (await release('status')).out;
    expect(text).toContain('mf-agents: canary since now, 1 of 20 page views failed for render (1)');
    const { remotes } = JSON.parse((await release('status', '--json')).out);
    expect(remotes).toContainEqual(
      expect.objectContaining({ canaryHealth: expect.objectContaining({ views: 20, failures: 1 }) }),
    );
  });
});

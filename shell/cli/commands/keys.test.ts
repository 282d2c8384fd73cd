import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { activateRelease, KeyFiles, Keys, SiteRights } from '../../platform/index.ts';
import { buildPlatform } from '../../platform/testing/build-platform.ts';
import { anna } from '../../platform/testing/build-published-site.ts';
import { buildLiveStore } from '../testing/build-live-store.ts';
import { refusal, runReleaseAs } from '../testing/run-release.ts';

const because = ['--reason', 'a new squad', '--by', 'ben'];

/** A live store, whose keys are made by `keys new`. */
async function buildStore() {
  const site = await buildLiveStore();
  const { dataDir, release } = site;

  /** A new private key, its public key as `keys new` writes it, and the command as its owner runs it. */
  async function buildKey(name: string) {
    const file = join(dataDir, `${name}.pem`);
    expect(await release('keys', 'new', file)).toMatchObject({ code: 0 });
    const { publicKey, keyId } = await KeyFiles.readSigner(file);
    const publicFile = join(dataDir, `${name}.pub`);
    await writeFile(publicFile, Keys.publicKeyPem(publicKey));
    const run = (...words: string[]) => runReleaseAs({ DATA_DIR: dataDir, SIGNING_KEY: file }, ...words);
    return { file, publicFile, publicKey, keyId, run };
  }

  return { ...site, buildKey };
}

describe('npm run release -- keys', () => {
  it('gives a key an end today, at a moment with its zone', async () => {
    const { release, buildKey } = await buildStore();
    const { publicFile } = await buildKey('agents');
    const grant = ['keys', 'grant', 'squad', publicFile, '--remotes', 'mf-agents', '--actions', 'publish', ...because];
    const soon = new Date(Date.now() + 90_000).toISOString().replace(/\.\d+/, '');
    expect((await release(...grant, '--until', soon)).out).toContain(
      `until ${soon.slice(0, 16).replace('T', ' ')} UTC`,
    );
    for (const until of [soon.replace('Z', ''), '2099-02-30', '2099-02-30T08:00Z']) {
      expect(await release(...grant, '--until', until)).toMatchObject(refusal(2, 'It takes a future day or moment'));
    }
  });

  it('grants slots on pages of others, keeps them with a grant of other rights, and takes them back', async () => {
    const { release, buildKey } = await buildStore();
    const { publicFile, keyId } = await buildKey('agents');
    const grant = ['keys', 'grant', 'squad', publicFile, '--remotes', 'mf-agents', '--actions', 'publish', ...because];
    expect(await release(...grant, '--slots', 'header,leads-below')).toMatchObject({
      code: 0,
      out: `Granted squad (${keyId}): publish for mf-agents, with the slot header, the slot leads-below.\n`,
    });
    const row = new RegExp(`^squad +${keyId} +mf-agents +publish +header,leads-below$`, 'm');
    expect((await release(...grant)).out).toContain('Before: publish for mf-agents in the slots header,leads-below.');
    expect((await release('keys')).out).toMatch(row);
    expect(await release(...grant, '--slots', 'none')).toMatchObject({ code: 0 });
    expect((await release('keys')).out).not.toMatch(row);
    expect(await release(...grant, '--slots', 'Header')).toMatchObject(refusal(2, '"Header" is no name of a slot'));
  });

  it('lists, grants, rotates and revokes keys, with who and why in the log', async () => {
    const { platform, release, buildKey } = await buildStore();
    const own = await platform.readSigner();
    const { publicFile, keyId } = await buildKey('agents');
    expect((await release('keys')).out).toMatch(new RegExp(`^site \\* +${own.keyId} +all +everything$`, 'm'));
    const grant = ['keys', 'grant', 'squad-agents', publicFile, '--remotes', 'mf-agents'];
    expect(await release(...grant, '--actions', 'publish')).toMatchObject({
      code: 2,
      error: 'A change of the keys needs a reason for the log: --reason "...".\n',
    });
    expect(await release(...grant, '--actions', 'publsh', ...because)).toMatchObject(
      refusal(2, '"publsh" is none of publish, activate'),
    );
    expect(await release(...grant, '--actions', 'publish', '--until', '2001-01-01', ...because)).toMatchObject({
      code: 2,
    });
    expect(await release(...grant, '--actions', 'publish,activate', ...because, '--dry-run')).toMatchObject({
      code: 0,
      out: `Would grant squad-agents (${keyId}): publish, activate for mf-agents.\n`,
    });
    expect((await release('keys')).out).not.toContain(keyId);
    expect(await release(...grant, '--actions', 'publish,activate', '--until', '2999-01-01', ...because)).toMatchObject(
      {
        code: 0,
        out: `Granted squad-agents (${keyId}): publish, activate for mf-agents until 2999-01-01 23:59 UTC.\n`,
      },
    );
    expect((await release('keys')).out).toMatch(
      new RegExp(`^squad-agents +${keyId} +mf-agents +publish,activate +until 2999-01-01 23:59 UTC$`, 'm'),
    );
    const next = await buildKey('agents-2');
    expect(await release('keys', 'rotate', 'squad-agents', next.publicFile, ...because)).toMatchObject({
      code: 0,
      out: `squad-agents is ${next.keyId} now; the old key can sign nothing new.\n`,
    });
    expect((await release('keys')).out).toMatch(new RegExp(`^squad-agents\\.old1 +${keyId} .* ended `, 'm'));
    expect(await release('keys', 'revoke', 'squad-agents', '--reason', 'left', '--by', 'ben')).toMatchObject({
      code: 0,
    });
    expect((await release('log', '--last', '1')).out).toMatch(
      /^#4 {2}.* revoke {2}by ben \(key root\)\n {4}squad-agents\n {4}left\n$/,
    );
    expect(await release('keys', 'revoke', 'nobody', ...because)).toMatchObject(
      refusal(1, 'There is no key nobody in force; the list has '),
    );
    expect(
      await release('keys', 'grant', 'x', '/nowhere.pub', '--remotes', 'all', '--actions', 'publish', ...because),
    ).toMatchObject(refusal(1, /^The key cannot be read: ENOENT/));
    expect(await release('keys', 'burn')).toMatchObject({ code: 2 });
  });

  it('lets a squad do what its key may, and nothing else, and names the key everywhere', async () => {
    const { live, next, release, buildKey } = await buildStore();
    const { publicFile, run: squad } = await buildKey('agents');
    expect(await squad('activate', 'mf-agents', next)).toMatchObject(
      refusal(
        1,
        /^This key may not activate mf-agents: this would be signed by the key [0-9a-f]{16}, which is not on the list of keys\./,
      ),
    );
    const rights = ['--remotes', 'mf-agents', '--actions', 'publish,activate,rollback'];
    expect(await release('keys', 'grant', 'squad-agents', publicFile, ...rights, ...because)).toMatchObject({
      code: 0,
    });
    expect(await squad('activate', 'mf-agents', next, '--by', 'cleo')).toMatchObject({ code: 0 });
    expect((await release('log', '--last', '1')).out).toContain('activate mf-agents  by cleo (key squad-agents)');
    const { out } = await release('status');
    expect(out).toMatch(/by cleo \(key squad-agents\)/);
    expect(out).toMatch(/^Published by the key site: mf-agents$/m);
    expect(await squad('freeze', 'mf-agents', '--reason', 'x')).toMatchObject(
      refusal(1, 'the key squad-agents, which may publish, activate and rollback, not freeze'),
    );
    expect(await squad('budget', 'mf-agents', '--page', '900', '--reason', 'x')).toMatchObject({ code: 0 });
    expect(await squad('rollback', 'mf-agents', '--reason', 'x')).toMatchObject({ code: 0 });
    expect((await release('status')).out).toContain(live);
  });

  it('keeps the site when the key of a live release is to go, and says what to do', async () => {
    const { dataDir, live, release, buildKey } = await buildStore();
    const own = join(dataDir, 'keys/private/site.pem');
    const next = await buildKey('site-2');
    expect(await release('keys', 'rotate', 'site', next.publicFile, ...because)).toMatchObject({ code: 0 });
    expect(await release('keys', 'revoke', 'site.old1', ...because)).toMatchObject(
      refusal(
        1,
        `mf-agents ${live} counts by the key site.old1 alone. Have another key sign first (npm run release -- resign mf-agents ${live}`,
      ),
    );
    expect(await next.run('resign', 'mf-agents', live, ...because)).toMatchObject({ code: 0 });
    expect(await next.run('keys', 'revoke', 'site.old1', ...because)).toMatchObject({ code: 0 });
    expect((await next.run('verify')).out).toMatch(/signed by the key site\.old1, which was revoked/);
    expect((await next.run('list', 'mf-agents')).out).toMatch(new RegExp(`^${live} .* site +live$`, 'm'));
    expect(
      await runReleaseAs({ DATA_DIR: dataDir, SIGNING_KEY: own }, 'rollback', 'mf-agents', '--reason', 'x'),
    ).toMatchObject(refusal(1, 'the key site.old1, which was revoked'));
  });

  it('says which live release is not served any more once its key was revoked by force, what is, and what to do', async () => {
    const { platform, live, next, release, buildKey } = await buildStore();
    const { publicFile, run: squad } = await buildKey('agents');
    const rights = ['--remotes', 'mf-agents', '--actions', 'publish,activate,rollback'];
    await release('keys', 'grant', 'squad-agents', publicFile, ...rights, ...because);
    await activateRelease(platform, { ...anna, id: next });
    expect(await squad('resign', 'mf-agents', live, ...because)).toMatchObject({ code: 0 });
    expect(await release('keys', 'revoke', 'site', '--force', ...because)).toMatchObject({ code: 0 });
    const words = `mf-agents ${next} is not served: no valid key has signed it, or it is damaged; visitors get ${live} instead, if that is valid. Repair it with: npm run release -- rollback mf-agents --reason "..."`;
    expect((await squad('status')).out.replace(/\s+/g, ' ')).toContain(words);
    expect(await squad('rollback', 'mf-agents', '--reason', 'its key was stolen')).toMatchObject({ code: 0 });
    const { out } = await squad('status');
    expect(out).not.toContain('is not served');
    expect(out).toMatch(/^Published by the key squad-agents: mf-agents$/m);
  });

  it("lets a squad write its own words, and nobody else's lines, into what staff read", async () => {
    const { store, next, release, buildKey } = await buildStore();
    const squad = await buildKey('agents');
    const rights = ['--remotes', 'mf-agents', '--actions', 'publish,activate,rollback'];
    await release('keys', 'grant', 'squad', squad.publicFile, ...rights, ...because);
    const forged = '#99  2026-11-22 10:00 UTC  rollback mf-demos  by anna (key site)';
    const by = `cleo\n${forged}\u001b[2K\u202e\r\u2028${forged}`;
    const platform = buildPlatform(store, { signer: squad.file });
    await activateRelease(platform, { remote: 'mf-agents', id: next, by, reason: `x\u001b[8m\n${forged}`, rules: [] });
    for (const words of [['log'], ['status'], ['verify'], ['list', 'mf-agents']]) {
      const { out, error } = await release(...words);
      for (const line of `${out}${error}`.split(/[\n\r\u2028]/)) expect(line).not.toMatch(/^#99/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is what this is about
      expect(out + error).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2028]/);
    }
    expect((await release('log', '--last', '1')).out).toContain('by cleo #99');
  });

  it('leads out of a revoked key, a mistyped remote and a key whose place another took, at night, too', async () => {
    const { live, release, buildKey } = await buildStore();
    const old = await buildKey('agents');
    const next = await buildKey('agents-2');
    const grant = ['keys', 'grant', 'squad', old.publicFile, '--actions', 'publish,rollback', ...because];
    await release(...grant, '--remotes', 'mf-agents', '--until', '2999-01-01');
    expect((await release(...grant, '--remotes', 'mf-agenst')).out).toBe(
      `Granted squad (${old.keyId}): publish, rollback for mf-agenst.\nBefore: publish,rollback for mf-agents until 2999-01-01 23:59 UTC.\nmf-agenst has no paths on this site; did you mean "mf-agents"?\n`,
    );
    await release(...grant, '--remotes', 'mf-agents');
    await release('keys', 'revoke', 'squad', ...because);
    expect(await release('keys', 'rotate', 'squad', next.publicFile, ...because)).toMatchObject({ code: 0 });
    const { out } = await release('keys');
    expect(out).toMatch(new RegExp(`^squad +${next.keyId} +mf-agents +publish,rollback$`, 'm'));
    expect(out).toMatch(new RegExp(`^squad\\.old1 +${old.keyId} .* revoked `, 'm'));
    const withOld = await old.run('resign', 'mf-agents', live, ...because);
    expect(withOld.error).toContain('The key squad has taken its place: SIGNING_KEY names the file of that.');
    const site = await buildKey('site-2');
    expect((await release('keys', 'rotate', 'site', site.publicFile, ...because)).out).toContain(
      'Commands here still sign with the old key: set SIGNING_KEY to the file of the new private key.',
    );
  });

  it('puts no new key in the place of one that ended without a new end, and lets that one not live on', async () => {
    const { platform, release, buildKey } = await buildStore();
    const old = await buildKey('agents');
    const next = await buildKey('agents-2');
    const expires = '2026-01-01T00:00:00.000Z';
    const rights = { remotes: ['mf-agents'], actions: ['publish', 'rollback'] as const, expires };
    await SiteRights.grantKey(platform, { name: 'squad', key: old.publicKey, ...rights, by: 'ben', reason: 'a year' });
    expect(await old.run('rollback', 'mf-agents', ...because)).toMatchObject(
      refusal(
        1,
        /the key squad, which ended at 2026-01-01.*"npm run release -- keys rotate squad <new public key> --until <date>"/,
      ),
    );
    const rotate = ['keys', 'rotate', 'squad', next.publicFile, ...because];
    expect(await release(...rotate)).toMatchObject({
      code: 1,
      error: `The key squad ended at ${expires}, and so would the new one in its place: give it an end to come with --until <date>.\n`,
    });
    expect(await release(...rotate, '--until', '2999-01-01')).toMatchObject({
      code: 0,
      out: `squad is ${next.keyId} now, until 2999-01-01 23:59 UTC; the old key can sign nothing new.\n`,
    });
    const { out } = await release('keys');
    expect(out).toMatch(new RegExp(`^squad +${next.keyId} .* until 2999-01-01`, 'm'));
    expect(out).toMatch(new RegExp(`^squad\\.old1 +${old.keyId} .* ended 2026-01-01 00:00 UTC$`, 'm'));
  });

  it('hands the rights to a new root key, which alone changes them from then on', async () => {
    const { dataDir, release, buildKey } = await buildStore();
    const root = await buildKey('root-2');
    const squad = await buildKey('squad');
    const rotated = await release('keys', 'rotate-root', root.file, ...because);
    expect(rotated).toMatchObject({ code: 0, out: expect.stringContaining(`The root key is ${root.keyId} now.`) });
    expect(rotated.out).toContain(`root.pub. Rights are changed with ${root.file} from now on: name it by`);
    const grant = ['keys', 'grant', 'squad', squad.publicFile, '--remotes', 'all', '--actions', 'publish', ...because];
    expect(await release(...grant)).toMatchObject(
      refusal(1, /^The key [0-9a-f]{16} is not the root key of this site: name its file by ROOT_SIGNING_KEY\./),
    );
    expect(await runReleaseAs({ DATA_DIR: dataDir, ROOT_SIGNING_KEY: root.file }, ...grant)).toMatchObject({ code: 0 });
    // A server that is started with the new root key can verify the log; one with a third key cannot.
    const rootKey = join(dataDir, 'keys/root.pub');
    await copyFile(join(dataDir, 'root-2.pub'), rootKey);
    const withNew = await release('status');
    expect(withNew.out).toMatch(/^Composition revision 1, /);
    await copyFile(squad.publicFile, rootKey);
    const withOther = await release('status');
    expect(withOther.out).toContain('No revision of the log names the root key');
  });
});

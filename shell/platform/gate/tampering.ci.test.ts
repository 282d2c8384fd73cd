import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease, rollbackRelease } from '../acts/acts.ts';
import { grantKey, revokeKey } from '../acts/change-rights.ts';
import { openFolderStore } from '../log/open-store.ts';
import { signRecord } from '../log/release-files.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { buildKeyPair } from '../testing/build-key-pair.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { buildPublishedSite } from '../testing/build-published-site.ts';
import { readNewest } from '../testing/read-switches.ts';
import { refusalOf, type Tampering, tamperWith } from '../testing/tamper.ts';
import { tamperings } from '../testing/tamperings.ts';
import { quickGateRules } from './gate.ts';

/** What finds such a release stops the gate before the rules that run its code. */
const operator = { remote: 'mf-agents', by: 'anna', reason: 'test', rules: quickGateRules };
const anna = { by: 'anna', reason: 'test' };
let store: ReleaseStore;
let platform: ReleasePlatform;
let first: string;
let second: string;

beforeEach(async () => {
  ({ store, platform, first, second } = await buildPublishedSite());
});

const activate = (id: string) => activateRelease(platform, { ...operator, id });
const rollback = () => rollbackRelease(platform, operator);

describe('a release that is not what was published', () => {
  it('is refused for one flipped byte in any file, at activation and at rollback', async () => {
    const paths = ['browser/page-my-agent.js', 'browser/picture.svg', 'browser/remoteEntry.js', 'server/remote.cjs'];
    await activate(first);
    await activate(second);
    for (const path of paths) {
      await tamperWith(store, first).overwrite(path, (content) => {
        content.writeUInt8(content.readUInt8(3) ^ 1, 3);
        return content;
      });
    }
    for (const attempt of [activate, rollback]) {
      const { findings, message } = await refusalOf(attempt(first));
      expect(findings).toMatchObject(
        paths.map((path) => ({ rule: 'files', problem: expect.stringContaining(`The file ${path}`) })),
      );
      expect(message).toMatch(/^mf-agents 1\.0\.0-.* was refused:\n {2}\[files\] The file .*\n {4}To do: /);
    }
    expect((await readNewest(store))?.remotes['mf-agents']?.live).toBe(second);
  });

  it.each(tamperings)('refuses a release with %s by the rule "%s"', async (_, rule, problem, tamper) => {
    await tamper(tamperWith(store, first));
    const { findings } = await refusalOf(activate(first));
    expect(findings[0]).toMatchObject({
      rule,
      problem: expect.stringMatching(problem),
      remedy: expect.stringMatching(/\w/),
    });
    expect(await readNewest(store)).toBeNull();
  });

  const unsigned: [string, RegExp, (release: Tampering) => Promise<unknown>][] = [
    ['without a signature', /it is not signed/, ({ overwriteText }) => overwriteText('signature', () => null)],
    [
      'with an emptied signature',
      /its release\.sig is damaged/,
      ({ overwriteText }) => overwriteText('signature', () => ''),
    ],
    [
      'with one flipped byte in its signature',
      /not what was signed|is damaged|not on the list/,
      ({ overwriteText }) =>
        overwriteText('signature', (text) =>
          text.replace(/.(?=.{30}"\}\s*$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
        ),
    ],
    [
      'with another title than was signed',
      /its record is not what was signed/,
      ({ overwriteText }) => overwriteText('record', (text) => text.replace('My agent', 'My agenu')),
    ],
    [
      'with a space more in its record',
      /its record is not what was signed/,
      ({ overwriteText }) => overwriteText('record', (text) => `${text} `),
    ],
    [
      'signed with an unknown key',
      /it is signed by the key [0-9a-f]{16}, which is not on the list of keys/,
      async ({ commitFile, overwriteText }) => {
        const { record } = JSON.parse(await readFile(commitFile, 'utf8'));
        const signature = signRecord(buildKeyPair(), record);
        await overwriteText('signature', () => signature);
      },
    ],
    [
      'signed with the key of another remote',
      /it is signed by the key demos, which is for mf-demos, not for mf-agents/,
      async ({ commitFile, overwriteText }) => {
        const demos = buildKeyPair();
        const rights = { remotes: ['mf-demos'], actions: ['publish'] as const, expires: null };
        await grantKey(platform, { name: 'demos', key: demos.publicKey, ...rights, ...anna });
        const { record } = JSON.parse(await readFile(commitFile, 'utf8'));
        const signature = signRecord(demos, record);
        await overwriteText('signature', () => signature);
      },
    ],
    [
      'signed with an unknown key under a trusted name',
      /its record is not what was signed/,
      async ({ commitFile, overwriteText }) => {
        const { record } = JSON.parse(await readFile(commitFile, 'utf8'));
        const forged = JSON.parse(signRecord(buildKeyPair(), record));
        const { keyId } = await platform.readSigner();
        await overwriteText('signature', () => JSON.stringify({ ...forged, keyId }));
      },
    ],
  ];

  it.each(unsigned)(
    'refuses a release %s by the rule "signature", at activation and at rollback',
    async (_, problem, tamper) => {
      await activate(first);
      await activate(second);
      await tamper(tamperWith(store, first));
      for (const attempt of [activate, rollback]) {
        const { findings } = await refusalOf(attempt(first));
        expect(findings).toMatchObject([{ rule: 'signature', problem: expect.stringMatching(problem) }]);
      }
    },
  );

  it('accepts a release that another machine signed once its key is trusted, and no longer after that', async () => {
    const elsewhere = openFolderStore(await buildFolder());
    const ids = [await buildPublished(elsewhere), await buildPublished(elsewhere, { version: '1.1.0' })] as const;
    for (const area of ['remotes', 'private', 'releases']) {
      await cp(join(elsewhere.place, area), join(store.place, area), { recursive: true });
    }
    expect((await refusalOf(activate(ids[0]))).findings[0]?.rule).toBe('signature');
    const ben = await buildPlatform(elsewhere).readSigner();
    const rights = { key: ben.publicKey, remotes: ['mf-agents'], actions: ['publish'] as const, expires: null };
    await grantKey(platform, { name: 'ben', ...rights, ...anna });
    await expect(activate(ids[0])).resolves.toMatchObject({ outcome: 'changed' });
    await revokeKey(platform, { name: 'ben', ...anna, force: true });
    expect((await refusalOf(activate(ids[1]))).findings[0]?.rule).toBe('signature');
  });
});

import { execFile } from 'node:child_process';
import { chmod, cp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease } from '../activate.ts';
import { signRecord } from '../keys/release-signature.ts';
import { distrustKey, ensureSigningKeys, trustKey } from '../keys/signing-keys.ts';
import { rollbackRelease } from '../rollback.ts';
import { FolderReleaseStore } from '../store/folder-release-store.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { refusalOf, type Tampering, tamperWith } from '../testing/tamper.ts';

const operator = { by: 'anna', reason: 'test' };
let store: FolderReleaseStore;

beforeEach(async () => {
  store = new FolderReleaseStore(await buildFolder());
});

const activate = (id: string) => activateRelease(store, { ...operator, remote: 'mf-agents', id });

async function withoutPicture({ fileOf, changeRecord }: Tampering) {
  await rm(await fileOf('browser/picture.svg'));
  await changeRecord((record) => {
    delete record.files['browser/picture.svg'];
  });
}

describe('a release that is not what was published', () => {
  it.each(['browser/remoteEntry.js', 'browser/page-my-agent.js', 'browser/picture.svg', 'server/remote.cjs'])(
    'refuses a release with one flipped byte in %s, at activation and at rollback',
    async (path) => {
      const id = await buildPublished(store);
      await activate(id);
      const next = await buildPublished(store, { version: '1.1.0' });
      await activate(next);
      await tamperWith(store, id).overwrite(path, (content) => {
        content.writeUInt8(content.readUInt8(3) ^ 1, 3);
        return content;
      });
      for (const attempt of [activate(id), rollbackRelease(store, { ...operator, remote: 'mf-agents' })]) {
        const { findings, message } = await refusalOf(attempt);
        expect(findings).toMatchObject([{ rule: 'files', problem: expect.stringContaining(path) }]);
        expect(message).toMatch(/^mf-agents 1\.0\.0-.* was refused:\n {2}\[files\] The file .*\n {4}To do: /);
      }
      expect((await store.compositions.readCurrent()).current?.remotes['mf-agents']?.live).toBe(next);
    },
  );

  const tampered: [string, string, RegExp, (release: Tampering) => Promise<unknown>][] = [
    [
      'a missing file',
      'files',
      /server\/remote\.cjs .* is missing/,
      async ({ fileOf }) => rm(await fileOf('server/remote.cjs')),
    ],
    [
      'an added file',
      'files',
      /browser\/evil\.js is not in the record/,
      async ({ fileOf }) => writeFile(await fileOf('browser/evil.js'), ''),
    ],
    [
      'a link among its files',
      'files',
      /is a link or a device/,
      async ({ fileOf }) => symlink('/etc/hostname', await fileOf('browser/link.js')),
    ],
    [
      'a pipe instead of a file, which never ends',
      'files',
      /picture\.svg .* cannot be used: it is no plain file/,
      async ({ fileOf }) => {
        await rm(await fileOf('browser/picture.svg'));
        await promisify(execFile)('mkfifo', [await fileOf('browser/picture.svg')]);
      },
    ],
    [
      'a link instead of a file',
      'files',
      /picture\.svg .* cannot be used: it is a link/,
      async ({ fileOf }) => {
        await rm(await fileOf('browser/picture.svg'));
        await symlink('/dev/zero', await fileOf('browser/picture.svg'));
      },
    ],
    [
      'a file that has become huge',
      'files',
      /picture\.svg .* cannot be used: it is too large/,
      async ({ fileOf }) => {
        await chmod(await fileOf('browser/picture.svg'), 0o644);
        await truncate(await fileOf('browser/picture.svg'), 3_000_000_000);
      },
    ],
    [
      'a record that leads elsewhere',
      'record',
      /is damaged: it is a link/,
      async ({ fileOf }) => {
        await rm(await fileOf('release.json'));
        await symlink('/dev/zero', await fileOf('release.json'));
      },
    ],
    [
      'a cut file',
      'files',
      /remoteEntry\.js/,
      ({ overwrite }) => overwrite('browser/remoteEntry.js', (content) => content.subarray(0, 5)),
    ],
    ['an emptied file', 'files', /remoteEntry\.js/, ({ overwrite }) => overwrite('browser/remoteEntry.js', () => '')],
    ['hashes that do not make its id', 'files', /make the id .* not/, withoutPicture],
    [
      'another version than its id says',
      'files',
      /make the id 9\.9\.9-/,
      ({ changeRecord }) => changeRecord((record) => ({ ...record, version: '9.9.9' })),
    ],
    [
      'a record that is no JSON',
      'record',
      /is damaged/,
      ({ overwrite }) => overwrite('release.json', (content) => content.subarray(9)),
    ],
    ['an empty record', 'record', /is damaged/, ({ overwrite }) => overwrite('release.json', () => '')],
    ['no record', 'record', /release\.json/, async ({ fileOf }) => rm(await fileOf('release.json'))],
    [
      'an unknown field',
      'record',
      /Unrecognized key/,
      ({ changeRecord }) => changeRecord((record) => ({ ...record, extra: 1 })),
    ],
    [
      'no files in its record',
      'record',
      /files/,
      ({ changeRecord }) => changeRecord((record) => ({ ...record, files: undefined })),
    ],
    [
      'a path that leads out',
      'record',
      /files/,
      ({ changeRecord }) =>
        changeRecord((record) => ({ ...record, files: { '../x.js': record.files['server/remote.cjs'] } })),
    ],
    [
      'an absolute path',
      'record',
      /entry/,
      ({ changeRecord }) => changeRecord((record) => ({ ...record, entry: '/remoteEntry.js' })),
    ],
    [
      'a hash of another kind',
      'record',
      /integrity/,
      ({ changeRecord }) =>
        changeRecord((record) => ({ ...record, files: { 'a.js': { integrity: 'sha1-abc', bytes: 1 } } })),
    ],
    [
      'another remote in its record',
      'record',
      /it is of mf-demos/,
      ({ changeRecord }) => changeRecord((record) => ({ ...record, remote: 'mf-demos' })),
    ],
    [
      'another id in its record',
      'record',
      /it is of mf-agents 1\.0\.0-00000000/,
      ({ changeRecord }) => changeRecord((record) => ({ ...record, id: '1.0.0-00000000' })),
    ],
    [
      'an entry that it does not hold',
      'record',
      /names browser\/none\.js/,
      ({ changeRecord }) => changeRecord((record) => ({ ...record, entry: 'browser/none.js' })),
    ],
    [
      'a server entry that it does not hold',
      'record',
      /names server\/none\.cjs/,
      ({ changeRecord }) => changeRecord((record) => ({ ...record, serverEntry: 'server/none.cjs' })),
    ],
    [
      'a chunk file that it does not hold',
      'record',
      /names browser\/none\.js/,
      ({ changeRecord }) =>
        changeRecord((record) => ({ ...record, chunks: { ...record.chunks, remote: ['browser/none.js'] } })),
    ],
    [
      'a page without a chunk',
      'record',
      /chunk of \/my-agent/,
      ({ changeRecord }) => changeRecord((record) => ({ ...record, chunks: {} })),
    ],
  ];

  it.each(tampered)('refuses a release with %s by the rule "%s"', async (_, rule, problem, tamper) => {
    const id = await buildPublished(store);
    await tamper(tamperWith(store, id));
    const { findings } = await refusalOf(activate(id));
    expect(findings[0]).toMatchObject({
      rule,
      problem: expect.stringMatching(problem),
      remedy: expect.stringMatching(/\w/),
    });
    expect((await store.compositions.readCurrent()).current).toBeNull();
  });

  const unsigned: [string, RegExp, (release: Tampering) => Promise<unknown>][] = [
    [
      'whose signature leads elsewhere',
      /its release\.sig is damaged/,
      async ({ fileOf }) => {
        await rm(await fileOf('release.sig'));
        await symlink('/dev/zero', await fileOf('release.sig'));
      },
    ],
    ['without a signature', /it is not signed/, async ({ fileOf }) => rm(await fileOf('release.sig'))],
    ['with an emptied signature', /its release\.sig is damaged/, ({ overwrite }) => overwrite('release.sig', () => '')],
    [
      'with one flipped byte in its signature',
      /not what was signed|is damaged|not trusted/,
      ({ overwrite }) =>
        overwrite('release.sig', (content) =>
          content.toString().replace(/.(?=.{30}"\}\s*$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
        ),
    ],
    [
      'with another title than was signed',
      /its record is not what was signed/,
      ({ overwrite }) => overwrite('release.json', (content) => content.toString().replace('My agent', 'My agenu')),
    ],
    [
      'with a space more in its record',
      /its record is not what was signed/,
      ({ overwrite }) => overwrite('release.json', (content) => `${content} `),
    ],
    [
      'signed with an unknown key',
      /signed with the key [0-9a-f]{16}, which is not trusted here/,
      async ({ fileOf, overwrite }) => {
        const record = await readFile(await fileOf('release.json'), 'utf8');
        const signature = await signRecord(await buildFolder(), record);
        await overwrite('release.sig', () => signature);
      },
    ],
    [
      'signed with an unknown key under a trusted name',
      /its record is not what was signed/,
      async ({ fileOf, overwrite }) => {
        const record = await readFile(await fileOf('release.json'), 'utf8');
        const forged = JSON.parse(await signRecord(await buildFolder(), record));
        const { keyId } = await ensureSigningKeys(store.keysFolder);
        await overwrite('release.sig', () => JSON.stringify({ ...forged, keyId }));
      },
    ],
  ];

  it.each(unsigned)(
    'refuses a release %s by the rule "signature", at activation and at rollback',
    async (_, problem, tamper) => {
      const id = await buildPublished(store);
      await activate(id);
      await activate(await buildPublished(store, { version: '1.1.0' }));
      await tamper(tamperWith(store, id));
      for (const attempt of [activate(id), rollbackRelease(store, { ...operator, remote: 'mf-agents' })]) {
        const { findings } = await refusalOf(attempt);
        expect(findings).toMatchObject([{ rule: 'signature', problem: expect.stringMatching(problem) }]);
      }
    },
  );

  it('accepts a release that another machine signed once its key is trusted, and no longer after that', async () => {
    const elsewhere = new FolderReleaseStore(await buildFolder());
    const ids = [await buildPublished(elsewhere), await buildPublished(elsewhere, { version: '1.1.0' })] as const;
    await cp(join(elsewhere.place, 'mf-agents'), join(store.place, 'mf-agents'), { recursive: true });
    expect((await refusalOf(activate(ids[0]))).findings[0]?.rule).toBe('signature');
    const { publicKey, keyId } = await ensureSigningKeys(elsewhere.keysFolder);
    expect(await trustKey(store.keysFolder, publicKey)).toBe(keyId);
    await expect(activate(ids[0])).resolves.toMatchObject({ outcome: 'changed' });
    expect(await distrustKey(store.keysFolder, keyId)).toBe(true);
    expect((await refusalOf(activate(ids[1]))).findings[0]?.rule).toBe('signature');
  });
});

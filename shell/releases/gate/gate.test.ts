import { createHash } from 'node:crypto';
import { chmod, cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ReleaseRecord } from 'kit/contracts/release';
import { activateRelease } from '../activate.ts';
import { setBudget } from '../budgets/set-budget.ts';
import { GateRefusal } from '../errors.ts';
import { signRecord } from '../keys/release-signature.ts';
import { distrustKey, ensureSigningKeys, trustKey } from '../keys/signing-keys.ts';
import { rollbackRelease } from '../rollback.ts';
import { FolderReleaseStore } from '../store/folder-release-store.ts';
import { buildFolder, buildPublished, type DistOverrides } from '../testing/build-dist.ts';

const operator = { by: 'anna', reason: 'test' };
let store: FolderReleaseStore;

beforeEach(async () => {
  store = new FolderReleaseStore(await buildFolder());
});

const activate = (id: string, remote = 'mf-agents') => activateRelease(store, { ...operator, remote, id });

async function refusalOf(attempt: Promise<unknown>): Promise<GateRefusal> {
  const error = await attempt.then(
    () => new Error('it was accepted'),
    (refusal: unknown) => refusal,
  );
  if (!(error instanceof GateRefusal)) throw error;
  return error;
}

/** Writes over a file of a published release, as damage or an intruder would. */
async function overwrite(id: string, path: string, change: (content: Buffer) => Buffer | string) {
  const file = join(await store.releaseFolder('mf-agents', id), path);
  const content = await readFile(file);
  await chmod(file, 0o644);
  await writeFile(file, change(content));
}

async function withoutPicture(id: string) {
  await rm(join(await store.releaseFolder('mf-agents', id), 'browser/picture.svg'));
  await changeRecord(id, (record) => {
    delete record.files['browser/picture.svg'];
  });
}

/** A wrong record that a trusted publisher signed. */
async function changeRecord(id: string, change: (record: ReleaseRecord) => unknown) {
  await overwrite(id, 'release.json', (content) => {
    const record = JSON.parse(content.toString());
    return JSON.stringify(change(record) ?? record);
  });
  const record = await readFile(join(await store.releaseFolder('mf-agents', id), 'release.json'), 'utf8');
  const signature = await signRecord(store.keysFolder, record);
  await overwrite(id, 'release.sig', () => signature);
}

describe('the gate', () => {
  const good: [string, DistOverrides][] = [
    ['one page', {}],
    ['a page with a parameter', { routes: [{ path: '/agents/:agentName', noindex: true }] }],
    ['several pages', { routes: [{ path: '/my-agent' }, { path: '/agents/:agentName' }, { path: '/ai-agent-demo' }] }],
    ['a page below its path', { routes: [{ path: '/my-agent/calls/:callId' }] }],
    ['query parameters', { routes: [{ search: { industry: ['hvac', 'roofing'] } }] }],
    ['a canonical path', { routes: [{ canonical: '/my-agent' }] }],
    ['no shared modules', { output: { needs: {} } }],
    ['a version before the first', { version: '2.0.0-beta.1' }],
    ['large files', { files: { 'browser/large.js': 'x'.repeat(2_000_000) } }],
    [
      'many files',
      { files: Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`browser/chunk-${n}.js`, `${n}`])) },
    ],
  ];

  it.each(good)('accepts a release with %s', async (_, overrides) => {
    const id = await buildPublished(store, overrides);
    await expect(activate(id)).resolves.toMatchObject({ outcome: 'changed' });
  });

  it.each(['browser/remoteEntry.js', 'browser/page-my-agent.js', 'browser/picture.svg', 'server/remote.cjs'])(
    'refuses a release with one flipped byte in %s, at activation and at rollback',
    async (path) => {
      const id = await buildPublished(store);
      await activate(id);
      const next = await buildPublished(store, { version: '1.1.0' });
      await activate(next);
      await overwrite(id, path, (content) => {
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

  const tampered: [string, string, RegExp, (id: string) => Promise<unknown>][] = [
    [
      'a missing file',
      'files',
      /server\/remote\.cjs .* is missing/,
      async (id) => rm(join(await store.releaseFolder('mf-agents', id), 'server/remote.cjs')),
    ],
    [
      'an added file',
      'files',
      /browser\/evil\.js is not in the record/,
      async (id) => writeFile(join(await store.releaseFolder('mf-agents', id), 'browser/evil.js'), ''),
    ],
    [
      'a link among its files',
      'files',
      /is a link or a device/,
      async (id) => symlink('/etc/hostname', join(await store.releaseFolder('mf-agents', id), 'browser/link.js')),
    ],
    [
      'a cut file',
      'files',
      /remoteEntry\.js/,
      (id) => overwrite(id, 'browser/remoteEntry.js', (content) => content.subarray(0, 5)),
    ],
    ['an emptied file', 'files', /remoteEntry\.js/, (id) => overwrite(id, 'browser/remoteEntry.js', () => '')],
    ['hashes that do not make its id', 'files', /make the id .* not/, (id) => withoutPicture(id)],
    [
      'another version than its id says',
      'files',
      /make the id 9\.9\.9-/,
      (id) => changeRecord(id, (record) => ({ ...record, version: '9.9.9' })),
    ],
    [
      'a record that is no JSON',
      'record',
      /is damaged/,
      (id) => overwrite(id, 'release.json', (content) => content.subarray(9)),
    ],
    ['an empty record', 'record', /is damaged/, (id) => overwrite(id, 'release.json', () => '')],
    [
      'no record',
      'record',
      /release\.json/,
      async (id) => rm(join(await store.releaseFolder('mf-agents', id), 'release.json')),
    ],
    ['an unknown field', 'record', /Unrecognized key/, (id) => changeRecord(id, (record) => ({ ...record, extra: 1 }))],
    [
      'no files in its record',
      'record',
      /files/,
      (id) => changeRecord(id, (record) => ({ ...record, files: undefined })),
    ],
    [
      'a path that leads out',
      'record',
      /files/,
      (id) => changeRecord(id, (record) => ({ ...record, files: { '../x.js': record.files['server/remote.cjs'] } })),
    ],
    [
      'an absolute path',
      'record',
      /entry/,
      (id) => changeRecord(id, (record) => ({ ...record, entry: '/remoteEntry.js' })),
    ],
    [
      'a hash of another kind',
      'record',
      /integrity/,
      (id) => changeRecord(id, (record) => ({ ...record, files: { 'a.js': { integrity: 'sha1-abc', bytes: 1 } } })),
    ],
    [
      'another remote in its record',
      'record',
      /it is of mf-demos/,
      (id) => changeRecord(id, (record) => ({ ...record, remote: 'mf-demos' })),
    ],
    [
      'another id in its record',
      'record',
      /it is of mf-agents 1\.0\.0-00000000/,
      (id) => changeRecord(id, (record) => ({ ...record, id: '1.0.0-00000000' })),
    ],
    [
      'an entry that it does not hold',
      'record',
      /names browser\/none\.js/,
      (id) => changeRecord(id, (record) => ({ ...record, entry: 'browser/none.js' })),
    ],
    [
      'a server entry that it does not hold',
      'record',
      /names server\/none\.cjs/,
      (id) => changeRecord(id, (record) => ({ ...record, serverEntry: 'server/none.cjs' })),
    ],
    [
      'a chunk file that it does not hold',
      'record',
      /names browser\/none\.js/,
      (id) => changeRecord(id, (record) => ({ ...record, chunks: { ...record.chunks, remote: ['browser/none.js'] } })),
    ],
    [
      'a page without a chunk',
      'record',
      /chunk of \/my-agent/,
      (id) => changeRecord(id, (record) => ({ ...record, chunks: {} })),
    ],
  ];

  it.each(tampered)('refuses a release with %s by the rule "%s"', async (_, rule, problem, tamper) => {
    const id = await buildPublished(store);
    await tamper(id);
    const { findings } = await refusalOf(activate(id));
    expect(findings[0]).toMatchObject({
      rule,
      problem: expect.stringMatching(problem),
      remedy: expect.stringMatching(/\w/),
    });
    expect((await store.compositions.readCurrent()).current).toBeNull();
  });

  const unsigned: [string, RegExp, (id: string) => Promise<unknown>][] = [
    [
      'without a signature',
      /it is not signed/,
      async (id) => rm(join(await store.releaseFolder('mf-agents', id), 'release.sig')),
    ],
    ['with an emptied signature', /its release\.sig is damaged/, (id) => overwrite(id, 'release.sig', () => '')],
    [
      'with one flipped byte in its signature',
      /not what was signed|is damaged|not trusted/,
      (id) =>
        overwrite(id, 'release.sig', (content) =>
          content.toString().replace(/.(?=.{30}"\}\s*$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
        ),
    ],
    [
      'with another title than was signed',
      /its record is not what was signed/,
      (id) => overwrite(id, 'release.json', (content) => content.toString().replace('My agent', 'My agenu')),
    ],
    [
      'with a space more in its record',
      /its record is not what was signed/,
      (id) => overwrite(id, 'release.json', (content) => `${content} `),
    ],
    [
      'signed with an unknown key',
      /signed with the key [0-9a-f]{16}, which is not trusted here/,
      async (id) => {
        const record = await readFile(join(await store.releaseFolder('mf-agents', id), 'release.json'), 'utf8');
        const signature = await signRecord(await buildFolder(), record);
        await overwrite(id, 'release.sig', () => signature);
      },
    ],
    [
      'signed with an unknown key under a trusted name',
      /its record is not what was signed/,
      async (id) => {
        const record = await readFile(join(await store.releaseFolder('mf-agents', id), 'release.json'), 'utf8');
        const forged = JSON.parse(await signRecord(await buildFolder(), record));
        const { keyId } = await ensureSigningKeys(store.keysFolder);
        await overwrite(id, 'release.sig', () => JSON.stringify({ ...forged, keyId }));
      },
    ],
  ];

  it.each(unsigned)(
    'refuses a release %s by the rule "signature", at activation and at rollback',
    async (_, problem, tamper) => {
      const id = await buildPublished(store);
      await activate(id);
      await activate(await buildPublished(store, { version: '1.1.0' }));
      await tamper(id);
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

  const unmet: [string, Record<string, string>, RegExp][] = [
    [
      'a module that the shell does not share',
      { 'left-pad': '^1.0.0' },
      /takes left-pad from the shell, which does not share it/,
    ],
    ['a newer version than the shell has', { react: '^99.0.0' }, /needs react \^99\.0\.0; the shell provides 19\./],
    ['an older major version', { react: '^18.0.0' }, /needs react \^18\.0\.0; the shell provides 19\./],
    ['a range that is none', { react: 'newest one' }, /"newest one", which is no range/],
  ];

  it.each(unmet)(
    'refuses a release that needs %s by the rule "needs", at activation and at rollback',
    async (_, needs, problem) => {
      const id = await buildPublished(store, { output: { needs: { remote: needs, 'page-my-agent': needs } } });
      const { findings } = await refusalOf(activate(id));
      expect(findings).toMatchObject([{ rule: 'needs', problem: expect.stringMatching(problem) }]);
      await activateRelease(store, { ...operator, remote: 'mf-agents', id, rules: [] });
      await activate(await buildPublished(store, { version: '1.1.0' }));
      expect((await refusalOf(rollbackRelease(store, { ...operator, remote: 'mf-agents' }))).findings[0]?.rule).toBe(
        'needs',
      );
    },
  );

  it('refuses a release that is over its size budget by the rule "budget", until staff raise it', async () => {
    const noise = Array.from({ length: 3000 }, (_, n) => createHash('sha256').update(`${n}`).digest('hex')).join('');
    const id = await buildPublished(store, { files: { 'browser/page-my-agent.js': noise } });
    const { findings } = await refusalOf(activate(id));
    expect(findings).toMatchObject([
      {
        rule: 'budget',
        problem: expect.stringMatching(
          /^Container, routes and the largest page weigh \d+\.\d kB with brotli; the budget is 90\.0 kB/,
        ),
      },
    ]);
    await setBudget(store, { ...operator, remote: 'mf-agents', budget: { page: 200_000 } });
    await expect(activate(id)).resolves.toMatchObject({ outcome: 'changed' });
    await setBudget(store, { ...operator, remote: 'mf-agents', budget: { registered: 10 } });
    const next = await buildPublished(store, { version: '1.1.0' });
    expect((await refusalOf(activate(next))).message).toMatch(
      /\[budget\] Container and routes weigh .* budget mf-agents --registered <kB>/s,
    );
  });

  it('answers in good time for a release of two megabytes of scripts', async () => {
    const noise = Array.from({ length: 30_000 }, (_, n) => createHash('sha256').update(`${n}`).digest('hex')).join('');
    const id = await buildPublished(store, { files: { 'browser/page-my-agent.js': noise } });
    const before = performance.now();
    await refusalOf(activate(id));
    expect(performance.now() - before).toBeLessThan(2500);
  });

  const misplaced: [string, string, RegExp][] = [
    ['a page of another remote', '/leads', /wants to serve \/leads, which belongs to mf-marketplace/],
    ['a page below another remote', '/services/exotic-car-intake/x', /belongs to mf-intake/],
    ['the home page', '/', /belongs to mf-marketing/],
    ['a path that nobody claims', '/agent', /belongs to mf-marketing/],
    ['a pattern over everything', '/:page', /belongs to mf-marketing/],
    ['the API', '/api/agents', /is reserved for the shell server/],
    ['the files of releases', '/remotes/mf-agents', /is reserved for the shell server/],
    ['the health check', '/healthz', /is reserved for the shell server/],
  ];

  it.each(misplaced)('refuses a release that wants to serve %s by the rule "namespace"', async (_, path, problem) => {
    const id = await buildPublished(store, { routes: [{}, { path }] });
    const { findings } = await refusalOf(activate(id));
    expect(findings).toMatchObject([{ rule: 'namespace', problem: expect.stringMatching(problem) }]);
  });

  it('refuses a route that the release declares twice, also under another parameter name', async () => {
    const id = await buildPublished(store, { routes: [{ path: '/agents/:agentName' }, { path: '/agents/:id' }] });
    const { findings } = await refusalOf(activate(id));
    expect(findings).toMatchObject([
      { rule: 'clash', problem: 'The route /agents/:id is declared twice in this release.' },
    ]);
  });

  it('refuses a route that the live release of another remote serves', async () => {
    const demos = await buildPublished(store, { remote: 'mf-demos', routes: [{ path: '/my-agent' }] });
    // Live since before the path was given away: the namespace rule was another one then.
    await activateRelease(store, { ...operator, remote: 'mf-demos', id: demos, rules: [] });
    const { findings } = await refusalOf(activate(await buildPublished(store)));
    expect(findings).toMatchObject([
      { rule: 'clash', problem: 'The route /my-agent is declared by the live release of mf-demos too.' },
    ]);
  });

  it('is not held up by a damaged live release of another remote', async () => {
    const demos = await buildPublished(store, { remote: 'mf-demos', routes: [{ path: '/click-demos' }] });
    await activate(demos, 'mf-demos');
    const record = join(await store.releaseFolder('mf-demos', demos), 'release.json');
    await chmod(record, 0o644);
    await writeFile(record, 'damaged');
    await expect(activate(await buildPublished(store))).resolves.toMatchObject({ outcome: 'changed' });
  });

  it('names every broken rule at once', async () => {
    const id = await buildPublished(store, { routes: [{ path: '/leads' }, { path: '/leads' }] });
    const { findings } = await refusalOf(activate(id));
    expect(findings.map(({ rule }) => rule)).toEqual(['namespace', 'namespace', 'clash']);
  });

  it('says plainly that a release is not there', async () => {
    await expect(activate('1.0.0-00000000')).rejects.toThrow(
      /^The store holds no release 1\.0\.0-00000000 of mf-agents;/,
    );
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ReleaseStore } from '../log/release-store.ts';
import { buildRevision, unsigned } from './build-revision.ts';

/** A store of some kind, for tests that hold for every kind. */
interface TriedStore {
  store: ReleaseStore;
  /** The same store, as another machine or process opens it. */
  openAgain(): Promise<ReleaseStore>;
  /** What somebody with access to the store itself does: writes over a revision, by its text. */
  overwrite(revision: number, change: (text: string) => string): Promise<void>;
}

/** The name of a revision in the folder of the log. */
export const revisionFile = (revision: number) => `${String(revision).padStart(12, '0')}.json`;

/** What a store does in which copies of this machine, or answers that it got before, could be in the way. */
export function describeReleaseStore(kind: string, make: () => Promise<TriedStore>): void {
  let tried: TriedStore;
  let store: ReleaseStore;

  describe(kind, () => {
    beforeEach(async () => {
      tried = await make();
      store = tried.store;
    });

    describe('as a log of revisions', () => {
      it('gives back what was written, to whoever opens it', async () => {
        const entry = buildRevision({ reason: 'Ümläute & "quotes" <tags>' });
        const signature = { keyId: '0123456789abcdef', signature: `${'A'.repeat(86)}==` };
        let hash = '';
        await store.log.append(entry, (sha256) => {
          hash = sha256;
          return [signature];
        });
        for (const opened of [store, await tried.openAgain()]) {
          expect(await opened.log.read(1)).toMatchObject({ entry, sha256: hash, signatures: [signature] });
        }
      });

      it('has another fingerprint for other bytes, and takes a damaged revision back from whoever still has it', async () => {
        await store.log.append(buildRevision(), unsigned);
        await store.log.list();
        const before = await store.log.fingerprint(1);
        const text = (await store.log.read(1))?.text ?? '';
        await tried.overwrite(1, () => '{}');
        await store.log.list();
        expect(await store.log.fingerprint(1)).not.toBe(before);
        await expect(store.log.read(1)).rejects.toThrow(/is damaged and does not count/);
        await store.log.restore({ revision: 1, text });
        expect(await (await tried.openAgain()).log.read(1)).toMatchObject({ text });
        expect(await store.log.read(1)).toMatchObject({ entry: { revision: 1 } });
      });
    });

    describe('as a place of releases', () => {
      const id = '1.0.0-0a1b2c3d';
      const record = JSON.stringify({ files: { 'browser/a b&c.js': {} }, serverEntry: 'server/remote.cjs' });
      const files = new Map<string, Buffer | string>([
        ['browser/a b&c.js', 'one'],
        // The record does not name it: no browser may have it.
        ['browser/picture.png', Buffer.from([0, 255, 1])],
        ['release.json', record],
        ['release.sig', 'a signature'],
      ]);

      it('adds one whole, not again, and takes it out', async () => {
        expect(await store.addRelease('mf-agents', id, files)).toBe(true);
        expect(await store.addRelease('mf-agents', id, new Map([['browser/a b&c.js', 'two']]))).toBe(false);
        for (const opened of [store, await tried.openAgain()]) {
          expect(await opened.listRemotes()).toEqual(['mf-agents']);
          expect(await opened.listReleases('mf-agents')).toEqual([id]);
          expect(await opened.readRelease('mf-agents', id)).toEqual({ record, signature: 'a signature' });
          expect(await opened.listFiles('mf-agents', id)).toEqual([
            { path: 'browser/a b&c.js', isPublic: true },
            { path: 'browser/picture.png', isPublic: false },
          ]);
          for (const [path, isPublic] of [
            ['browser/a b&c.js', true],
            ['browser/picture.png', false],
          ] as const) {
            const content = await opened.readFile({ remote: 'mf-agents', id, path }, { isPublic, maxBytes: 100 });
            expect(content).toEqual(Buffer.from(files.get(path) ?? ''));
          }
        }
        await store.removeRelease('mf-agents', id);
        expect(await store.listReleases('mf-agents')).toEqual([]);
        await expect(store.readRelease('mf-agents', id)).rejects.toThrow(
          /holds no release 1\.0\.0-0a1b2c3d of mf-agents/,
        );
        await expect(store.removeRelease('mf-agents', id)).rejects.toThrow(/holds no release/);
        expect(await store.addRelease('mf-agents', id, files)).toBe(true);
      });

      it('lets one of two publishers of the same id be the one', async () => {
        const other = await tried.openAgain();
        const added = await Promise.all(
          [store, other].map((one, index) =>
            one.addRelease(
              'mf-agents',
              id,
              new Map([
                ['browser/a.js', 'the same'],
                ['release.sig', `key ${index}`],
              ]),
            ),
          ),
        );
        expect(added.filter(Boolean)).toHaveLength(1);
        const { signature } = await (await tried.openAgain()).readRelease('mf-agents', id);
        expect(signature).toBe(`key ${added.indexOf(true)}`);
      });
    });

    describe('as a place of small things', () => {
      it('keeps notes, each written once, until they are taken away', async () => {
        expect(await store.alarms.add('mf-agents', 'one')).toBe(true);
        expect(await store.alarms.add('mf-agents', 'two')).toBe(false);
        const other = await tried.openAgain();
        expect(await other.alarms.readAll()).toEqual(new Map([['mf-agents', 'one']]));
        expect(await other.endedSessions.readAll()).toEqual(new Map());
        await other.alarms.remove('mf-agents');
        expect(await store.alarms.readAll()).toEqual(new Map());
      });

      it('keeps archives byte by byte, each written once, and tells when each was added', async () => {
        const bytes = Buffer.from([0, 255, 10, 13, 0]);
        const before = store.now();
        expect(await store.packages.add('kit-2.0.0-0a1b2c3d.tgz', bytes)).toBe(true);
        expect(await store.packages.add('kit-2.0.0-0a1b2c3d.tgz', Buffer.from('other'))).toBe(false);
        const other = await tried.openAgain();
        expect(await other.packages.read('kit-2.0.0-0a1b2c3d.tgz')).toEqual(bytes);
        expect(await other.packages.read('kit-2.0.1-0a1b2c3d.tgz')).toBeNull();
        const [{ name, added } = { name: '', added: 0 }] = await other.packages.list();
        expect(name).toBe('kit-2.0.0-0a1b2c3d.tgz');
        expect(Math.abs(added - before)).toBeLessThan(60_000);
        await expect((async () => other.packages.read('../keys/site.pem'))()).rejects.toThrow(
          'is no name of an archive',
        );
        expect(await other.listRemotes()).toEqual([]);
        await other.packages.remove(name);
        expect(await store.packages.list()).toEqual([]);
      });
    });
  });
}

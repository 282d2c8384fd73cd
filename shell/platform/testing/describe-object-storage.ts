import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ObjectStorage } from '../storage/object-storage.ts';

/** What every storage does. @param make gives what opens a new, empty place; each call of that is another process's view of it */
export function describeObjectStorage(kind: string, make: () => Promise<() => ObjectStorage>): void {
  describe(`${kind} as a storage of objects`, () => {
    let open: () => ObjectStorage;
    let storage: ObjectStorage;

    beforeEach(async () => {
      open = await make();
      storage = open();
    });

    it('is empty at first', async () => {
      expect(await storage.get('logs/1.json')).toBeNull();
      expect(await storage.stat('logs/1.json')).toBeNull();
      expect(await storage.list('')).toEqual([]);
      await storage.delete('logs/1.json');
      expect(storage.trouble).toBeNull();
    });

    it('gives back every byte, to whoever opens it, and tells when it was written', async () => {
      const body = Buffer.from([0, 255, 13, 10, 0]);
      expect(await storage.put('logs/a b&c.bin', body)).toBe(true);
      const found = await open().get('logs/a b&c.bin');
      expect(found?.body).toEqual(body);
      expect(Math.abs((found?.modified ?? 0) - storage.now())).toBeLessThan(60_000);
      expect(await open().stat('logs/a b&c.bin')).toEqual({
        ...{ key: 'logs/a b&c.bin', bytes: 5, version: found?.version, modified: expect.any(Number) },
      });
      await storage.put('empty', '');
      expect((await open().get('empty'))?.body).toEqual(Buffer.alloc(0));
    });

    it('writes over an object, which changes its version, and tells that a known version is current', async () => {
      await storage.put('note', 'one');
      const { version = '' } = (await storage.get('note')) ?? {};
      expect(await open().get('note', { unlessVersion: version })).toBe('unchanged');
      expect(await open().put('note', 'two', { isDurable: false })).toBe(true);
      const found = await storage.get('note', { unlessVersion: version });
      expect(found).toMatchObject({ body: Buffer.from('two') });
      expect(found).not.toMatchObject({ version });
    });

    it('lets exactly one of many writers create an object, and keeps what that one wrote', async () => {
      for (let round = 0; round < 2; round += 1) {
        const writers = Array.from({ length: 12 }, (_, writer) =>
          open().put(`logs/${round}.json`, String(writer), { ifAbsent: true }),
        );
        const won = await Promise.all(writers);
        expect(won.filter(Boolean)).toHaveLength(1);
        expect((await storage.get(`logs/${round}.json`))?.body.toString()).toBe(String(won.indexOf(true)));
      }
      expect((await storage.list('')).map(({ key }) => key)).toHaveLength(2);
    });

    it('lists keys by their beginning, in order', async () => {
      for (const key of ['logs/2', 'logs/10', 'logs-old/1', 'logs/deeper/x', 'other']) await storage.put(key, key);
      const keysOf = async (prefix: string) => (await open().list(prefix)).map(({ key }) => key);
      expect(await keysOf('')).toEqual(['logs-old/1', 'logs/10', 'logs/2', 'logs/deeper/x', 'other']);
      expect(await keysOf('logs')).toEqual(['logs-old/1', 'logs/10', 'logs/2', 'logs/deeper/x']);
      expect(await keysOf('logs/')).toEqual(['logs/10', 'logs/2', 'logs/deeper/x']);
      expect(await keysOf('logs/d')).toEqual(['logs/deeper/x']);
      expect(await storage.list('other')).toEqual([
        { key: 'other', bytes: 5, version: (await storage.get('other'))?.version, modified: expect.any(Number) },
      ]);
    });

    it('forgets what is deleted', async () => {
      await storage.put('logs/deeper/x', 'x');
      await storage.put('logs/y', 'y');
      await storage.delete('logs/deeper/x');
      expect(await open().get('logs/deeper/x')).toBeNull();
      expect((await open().list('')).map(({ key }) => key)).toEqual(['logs/y']);
      expect(await storage.put('logs/deeper/x', 'again', { ifAbsent: true })).toBe(true);
    });

    it('cuts an object that is longer than allowed after one byte more', async () => {
      await storage.put('long', Buffer.alloc(200_000, 'x'));
      expect((await storage.get('long', { maxBytes: 1000 }))?.body).toHaveLength(1001);
      expect((await storage.get('long', { maxBytes: 200_000 }))?.body).toHaveLength(200_000);
    });

    it('refuses each key that would lie outside of it', async () => {
      for (const key of ['../x', 'logs/../../x', '/etc/passwd', 'logs//x', 'logs/.', 'logs\\..\\x', 'x\0', '']) {
        for (const call of [() => storage.get(key), () => storage.put(key, 'x'), () => storage.delete(key)]) {
          await expect(call()).rejects.toThrow(`${JSON.stringify(key)} would lie outside of its storage`);
        }
      }
    });
  });
}

import { randomUUID } from 'node:crypto';
import type { ObjectStorage } from './object-storage.ts';

export interface ProbeFinding {
  what: string;
  holds: boolean;
  /** True when the platform cannot work without it, because two switches could both win. */
  isEssential: boolean;
  words: string;
}

const writers = 32;
/** The largest clock difference without a warning, in milliseconds. */
const maxClockDifference = 30_000;

/**
 * Tests the properties on which the release store depends: exactly one of many concurrent creations of an object succeeds,
 * listings are fresh, and a missing object differs from a forbidden one. Deletes its test objects.
 */
export async function probeStorage(storage: ObjectStorage): Promise<ProbeFinding[]> {
  const start = `probe/${randomUUID()}/`;
  const key = `${start}race.json`;
  const absent = await storage.get(`${start}absent.json`);
  const won = await Promise.all(
    Array.from({ length: writers }, (_, writer) => storage.put(key, JSON.stringify({ writer }), { ifAbsent: true })),
  );
  const winner = won.indexOf(true);
  const winners = won.filter(Boolean).length;
  const object = await storage.get(key);
  const listed = (await storage.list(start)).map((found) => found.key);
  await storage.delete(key);
  const left = await storage.get(key);
  const difference = storage.now() - Date.now();
  const isRight = winners === 1 && object?.body.toString('utf8') === JSON.stringify({ writer: winner });
  const seconds = Math.round(Math.abs(difference) / 1000);
  const isListed = listed.join() === key;
  const where = difference > 0 ? 'behind' : 'ahead of';
  return [
    finding(
      'conditional writes',
      isRight,
      isRight
        ? `exactly one of ${writers} writers at once created an object`
        : `${winners} of ${writers} writers at once were told that they had created the same object: the store ignores If-None-Match, as Ceph does in a bucket that keeps versions, and two switches could both win`,
    ),
    finding('listing', isListed, `${isListed ? 'shows' : 'does not show'} what was just written`),
    finding(
      'absence',
      absent === null && left === null,
      left === null ? 'what was never there, or was removed, is answered with 404' : 'what was removed is still there',
    ),
    {
      what: 'clock',
      isEssential: false,
      holds: Math.abs(difference) < maxClockDifference,
      words: `this machine's is ${seconds} s ${where} the store's${seconds < 1 ? ', as good as the same' : ''}`,
    },
  ];
}

function finding(what: string, holds: boolean, words: string): ProbeFinding {
  return { what, isEssential: true, holds, words };
}

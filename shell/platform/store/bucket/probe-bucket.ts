import { randomUUID } from 'node:crypto';
import type { ProbeFinding } from '../release-store.ts';
import type { BucketClient } from './bucket-client.ts';

const writers = 32;
/** A machine whose clock is off by more is told so, in milliseconds. */
const mostClockDifference = 30_000;

/**
 * Tries what a second writer is told, in four requests. Ceph ignores conditions from the day on that its bucket keeps versions.
 */
export async function probeConditions(client: BucketClient): Promise<ProbeFinding> {
  const key = `probe/${randomUUID()}/again.json`;
  const first = await client.putOnce(key, Buffer.from('{}'));
  const holds = first && !(await client.putOnce(key, Buffer.from('{"again":true}')));
  await client.remove(key);
  const words = holds ? 'an object that is there is not created again' : ignored('2 of 2 writers');
  return { what: 'conditional writes', isEssential: true, holds, words };
}

function ignored(who: string): string {
  return `${who} were told that they had created the same object: the store ignores If-None-Match, as Ceph does in a bucket that keeps versions, and two switches could both win`;
}

/**
 * Tries in a bucket what the release store rests on: that of many who create one object at once exactly one does, that
 * listings are fresh, and that what is not there is told from what may not be read. Leaves nothing behind.
 */
export async function probeBucket(client: BucketClient): Promise<ProbeFinding[]> {
  const start = `probe/${randomUUID()}/`;
  const key = `${start}race.json`;
  const absent = await client.get(`${start}absent.json`);
  const won = await Promise.all(
    Array.from({ length: writers }, (_, writer) => client.putOnce(key, Buffer.from(JSON.stringify({ writer })))),
  );
  const winner = won.indexOf(true);
  const winners = won.filter(Boolean).length;
  const object = await client.get(key);
  const listed = (await client.list(start)).objects.map((found) => found.key);
  await client.remove(key);
  const left = await client.get(key);
  const difference = client.now() - Date.now();
  const isRight = winners === 1 && object?.body.toString('utf8') === JSON.stringify({ writer: winner });
  const seconds = Math.round(Math.abs(difference) / 1000);
  return [
    {
      what: 'conditional writes',
      isEssential: true,
      holds: isRight,
      words: isRight
        ? `exactly one of ${writers} writers at once created an object`
        : ignored(`${winners} of ${writers} writers at once`),
    },
    {
      what: 'listing',
      isEssential: true,
      holds: listed.join() === key,
      words: listed.join() === key ? 'shows what was just written' : 'does not show what was just written',
    },
    {
      what: 'absence',
      isEssential: true,
      holds: absent === null && left === null,
      words:
        left === null
          ? 'what was never there, or was removed, is answered with 404'
          : 'what was removed is still there',
    },
    {
      what: 'clock',
      isEssential: false,
      holds: Math.abs(difference) < mostClockDifference,
      words: `this machine's is ${seconds} s ${difference > 0 ? 'behind' : 'ahead of'} the store's${seconds < 1 ? ', as good as the same' : ''}`,
    },
  ];
}

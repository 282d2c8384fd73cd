import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { mapConcurrently } from './object-storage.ts';

const items = [0, 1, 2, 3, 4, 5, 6, 7];

it('gives what came of each in the order of the items, and never does more at once than it may', async () => {
  let atWork = 0;
  let most = 0;
  const work = async (item: number) => {
    atWork += 1;
    most = Math.max(most, atWork);
    await wait(10 - item);
    atWork -= 1;
    return item * 2;
  };
  expect(await mapConcurrently(items, 3, work)).toEqual(items.map((item) => item * 2));
  expect(most).toBe(3);
});

it('begins nothing after a failure, and tells of it once nothing is at work any more', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    if (item === 1) throw new Error('the disk is full');
    await wait(20);
    ended.push(item);
  };
  await expect(mapConcurrently(items, 3, work)).rejects.toThrow('the disk is full');
  expect([begun, ended]).toEqual([
    [0, 1, 2],
    [0, 2],
  ]);
  await wait(60);
  expect(begun).toHaveLength(3);
});

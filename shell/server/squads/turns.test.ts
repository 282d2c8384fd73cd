import { expect, it } from '@jest/globals';
import { Turns } from './turns.ts';

/** Work that ends when it is told to. */
function buildWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, end: () => resolve('done'), fail: () => reject(new Error('broken')) };
}

it('lets the next one begin when one ends, also by an error, and sends away at once who would be too many', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 1, patience: 60_000 });
  const [first, second, third] = [buildWork(), buildWork(), buildWork()];
  const one = turns.take(first.work);
  const two = turns.take(second.work);
  await expect(turns.take(third.work)).rejects.toMatchObject({ status: 503, code: 'busy', retryAfter: 5 });
  first.fail();
  await expect(one).rejects.toThrow('broken');
  const three = turns.take(third.work);
  await expect(turns.take(first.work)).rejects.toMatchObject({ code: 'busy' });
  second.end();
  third.end();
  expect([await two, await three]).toEqual(['done', 'done']);
  expect(await turns.take(second.work)).toBe('done');
});

it('sends away who has waited long, and leaves nothing behind', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 1, patience: 20 });
  const [first, second] = [buildWork(), buildWork()];
  const one = turns.take(first.work);
  await expect(turns.take(second.work)).rejects.toMatchObject({ code: 'busy' });
  first.end();
  await one;
  second.end();
  expect(await turns.take(second.work)).toBe('done');
});

import { expect, it } from '@jest/globals';
import { Semaphore } from './semaphore.ts';

/** Work that ends on demand. */
function buildWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, end: () => resolve('done'), fail: () => reject(new Error('broken')) };
}

it('lets the next one begin when one ends, also by an error, and sends away at once who would be too many', async () => {
  const semaphore = new Semaphore({ atOnce: 1, waiting: 1, timeout: 60_000 });
  const [first, second, third] = [buildWork(), buildWork(), buildWork()];
  const one = semaphore.take(first.work);
  const two = semaphore.take(second.work);
  await expect(semaphore.take(third.work)).rejects.toMatchObject({ status: 503, code: 'busy', retryAfter: 5 });
  first.fail();
  await expect(one).rejects.toThrow('broken');
  const three = semaphore.take(third.work);
  await expect(semaphore.take(first.work)).rejects.toMatchObject({ code: 'busy' });
  second.end();
  third.end();
  expect([await two, await three]).toEqual(['done', 'done']);
  expect(await semaphore.take(second.work)).toBe('done');
});

it('sends away who has waited long, and leaves nothing behind', async () => {
  const semaphore = new Semaphore({ atOnce: 1, waiting: 1, timeout: 20 });
  const [first, second] = [buildWork(), buildWork()];
  const one = semaphore.take(first.work);
  await expect(semaphore.take(second.work)).rejects.toMatchObject({ code: 'busy' });
  first.end();
  await one;
  second.end();
  expect(await semaphore.take(second.work)).toBe('done');
});

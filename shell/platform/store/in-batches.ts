/**
 * Does something with each, so many at once, and gives what came of it in the same order. Rejects with the first failure once
 * nothing is at work any more: the caller may clean up, and nothing begins behind its back.
 */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  let next = 0;
  const run = async () => {
    for (let index = next++; index < items.length && failures.length === 0; index = next++) {
      try {
        // Within the array: the loop's condition.
        results[index] = await work(items[index] as Item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, run));
  if (failures.length > 0) throw failures[0];
  return results;
}

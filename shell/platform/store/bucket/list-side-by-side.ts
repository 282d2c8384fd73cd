import { inBatches } from '../in-batches.ts';
import type { BucketClient } from './bucket-client.ts';
import type { ListedObject } from './listed-objects.ts';

/** What a store gives in one page. */
const pageSize = 1000;
const listedAtOnce = 16;

interface Numbered {
  /** Of the log, `compositions/`. */
  start: string;
  keyOf: (revision: number) => string;
  /** About the highest number: one that is too low or too high costs time, and leaves nothing out. */
  guessHighest: () => Promise<number>;
}

/**
 * Everything of a log whose keys are numbers from 1 on. The pages of a listing come one after the other, each with the time of
 * a request; where numbers stand at a distance of a page is known, so all are asked for side by side.
 */
export async function listSideBySide(
  client: Pick<BucketClient, 'list'>,
  { start, keyOf, guessHighest }: Numbered,
): Promise<ListedObject[]> {
  const first = await client.list(start, { until: start });
  if (first.isWhole) return first.objects;
  const highest = await guessHighest();
  const starts = Array.from(
    { length: Math.max(1, Math.ceil(highest / pageSize) - 1) },
    (_, index) => (index + 1) * pageSize,
  );
  const pages = await inBatches(starts, listedAtOnce, async (number) => {
    const isLast = number === starts.at(-1);
    const after = number === starts[0] ? (first.objects.at(-1)?.key ?? start) : keyOf(number);
    return client.list(start, { after, until: isLast ? undefined : keyOf(number + pageSize) });
  });
  const objects = [first, ...pages].flatMap((page) => page.objects);
  // Where numbers are missing, a page reaches into the next one.
  return [...new Map(objects.map((object) => [object.key, object])).values()];
}

import { describe, expect, it } from '@jest/globals';
import { listSideBySide } from './list-side-by-side.ts';

const keyOf = (revision: number) => `compositions/${String(revision).padStart(12, '0')}.json`;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => keyOf(from + index));

/** A listing as S3 has it: a thousand keys a page, in order, behind a key. */
function listOf(keys: readonly string[]) {
  const asked: string[] = [];
  const pageAfter = (after: string) => keys.filter((key) => key > after).slice(0, 1000);
  const list = async (
    start: string,
    { after = start, until = '' }: { after?: string | undefined; until?: string | undefined } = {},
  ) => {
    const found: string[] = [];
    let page = pageAfter(after);
    for (;;) {
      asked.push(after);
      found.push(...page);
      const last = found.at(-1) ?? after;
      const isWhole = pageAfter(last).length === 0;
      if (isWhole || (until && last >= until)) return { objects: found.map(objectOf), folders: [], isWhole };
      page = pageAfter(last);
    }
  };
  return { asked, list };
}

const objectOf = (key: string) => ({ key, etag: '', modified: 0, bytes: 0 });

async function listed(keys: readonly string[], highest: number) {
  const client = listOf(keys);
  const objects = await listSideBySide(client, { start: 'compositions/', keyOf, guessHighest: async () => highest });
  return { keys: objects.map(({ key }) => key), requests: client.asked.length };
}

describe('a long log that is listed side by side', () => {
  it('is whole, with no request more than one page after the other takes', async () => {
    const keys = range(1, 4250);
    expect(await listed(keys, 4250)).toEqual({ keys, requests: 5 });
  });

  it.each([
    ['too low', 10],
    ['too high', 12_000],
  ])('is whole when its length was guessed %s', async (_, highest) => {
    const keys = range(1, 4250);
    expect((await listed(keys, highest)).keys).toEqual(keys);
  });

  it('is whole where revisions are missing, and has each once', async () => {
    const keys = [...range(1, 500), ...range(1400, 2900), ...range(3100, 5000)];
    expect((await listed(keys, 5000)).keys.toSorted()).toEqual(keys);
  });

  it('is one request where it is short', async () => {
    expect(await listed(range(1, 900), 0)).toEqual({ keys: range(1, 900), requests: 1 });
  });
});

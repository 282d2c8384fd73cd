import { describe, expect, it } from '@jest/globals';
import type { LoadedRelease } from '../release/release-files.ts';
import { AsyncQueue } from './async-queue.ts';
import { beginRendering, type GatePage, pagesAsRendered, renderedPagesOf } from './rendered-pages.ts';

const buildRelease = () => ({ text: crypto.randomUUID() }) as LoadedRelease;
const page = (path: string) => ({ path, rendered: { html: path, head: '', styles: [] } }) as unknown as GatePage;
const never = new Promise<never>(() => {});

async function pathsOf(pages: AsyncIterable<GatePage>): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of pages) paths.push(path);
  return paths;
}

describe('pages that the gate renders', () => {
  it('come to each rule beside as they are made, whoever begins', async () => {
    const release = buildRelease();
    const early = pathsOf(pagesAsRendered(release, never));
    const rendering = beginRendering(release);
    rendering.add(page('/a'));
    const late = pagesAsRendered(release, never);
    expect((await late.next()).value).toMatchObject({ path: '/a' });
    rendering.add(page('/b'));
    rendering.end();
    expect(await pathsOf(late)).toEqual(['/b']);
    expect(await early).toEqual(['/a', '/b']);
    expect(renderedPagesOf(release)).toHaveLength(2);
  });

  it('are waited for no longer than somebody renders', async () => {
    expect(await pathsOf(pagesAsRendered(buildRelease(), Promise.resolve()))).toEqual([]);
    const release = buildRelease();
    beginRendering(release).add(page('/a'));
    expect(await pathsOf(pagesAsRendered(release, Promise.resolve()))).toEqual(['/a']);
  });

  it('are made anew when a release is rendered again', () => {
    const release = buildRelease();
    const first = beginRendering(release);
    first.add(page('/a'));
    first.end();
    beginRendering(release).add(page('/b'));
    expect(renderedPagesOf(release).map(({ path }) => path)).toEqual(['/b']);
  });
});

describe('a queue', () => {
  it('gives each item to one of several, also those that come later, until it is closed', async () => {
    const queue = new AsyncQueue<number>();
    const take = async () => {
      const taken: number[] = [];
      for await (const item of queue) taken.push(item);
      return taken;
    };
    const takers = [take(), take()];
    for (const item of [1, 2, 3]) queue.add(item);
    await Promise.resolve();
    queue.add(4);
    queue.close();
    expect((await Promise.all(takers)).flat().toSorted()).toEqual([1, 2, 3, 4]);
  });

  it('gives nothing more once it is ended', async () => {
    const queue = new AsyncQueue<number>();
    queue.add(1);
    queue.end();
    expect(queue.isOver).toBe(true);
    expect((await queue[Symbol.asyncIterator]().next()).done).toBe(true);
  });
});

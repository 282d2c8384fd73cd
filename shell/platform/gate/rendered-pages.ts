import { messageOf } from '../message-of.ts';
import type { LoadedRelease } from '../release/release-files.ts';
import type { RenderedPage } from '../rendering/host-bundle.ts';
import { News } from './news.ts';

/** A page of a release under one of its addresses, as the server rendered it for the gate. */
export interface GatePage {
  path: string;
  meta: LoadedRelease['record']['routes'][number];
  rendered: RenderedPage;
}

/** What the rule "render" makes of a release, a page at a time. */
class Rendering {
  readonly pages: GatePage[] = [];
  isOver = false;
  /** Of the next page, or the end. */
  readonly news = new News();

  add(page: GatePage): void {
    this.pages.push(page);
    this.news.tell();
  }

  end(): void {
    this.isOver = true;
    this.news.tell();
  }
}

const renderings = new WeakMap<LoadedRelease, Rendering>();

/** Whoever comes first, the rule that renders or one that goes on with its pages. */
function renderingOf(release: LoadedRelease): Rendering {
  const rendering = renderings.get(release) ?? new Rendering();
  renderings.set(release, rendering);
  return rendering;
}

/** Takes what the rule "render" makes of this very reading of a release, for the rules that go on with it. */
export function beginRendering(release: LoadedRelease): Pick<Rendering, 'add' | 'end'> {
  if (renderings.get(release)?.isOver) renderings.delete(release);
  return renderingOf(release);
}

/** The pages of this very reading of a release that could be rendered. */
export function renderedPagesOf(release: LoadedRelease): readonly GatePage[] {
  return renderings.get(release)?.pages ?? [];
}

/** The same, each as soon as it is there, until the rule that renders is done with this release, or with all. */
export async function* pagesAsRendered(release: LoadedRelease, over: Promise<unknown>): AsyncGenerator<GatePage> {
  const rendering = renderingOf(release);
  let isLate = false;
  const late = over.then(() => {
    isLate = true;
  });
  for (let index = 0; ; ) {
    const page = rendering.pages[index];
    if (page) {
      index += 1;
      yield page;
    } else if (rendering.isOver || isLate) return;
    else await Promise.race([rendering.news.next, late]);
  }
}

/** The first line of what was thrown, without a full stop. */
export function firstLineOf(error: unknown): string {
  return messageOf(error).split('\n')[0]?.replace(/\.$/, '') ?? '';
}

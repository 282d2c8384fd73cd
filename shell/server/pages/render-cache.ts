import { LRUCache } from 'lru-cache';
import type { RenderedPage } from '../../platform/index.ts';

const mostRendered = 300;
/** What they may take together, in characters: a release decides how long its pages are. */
const mostCharacters = 64_000_000;

/** Ends the name that the renderers know a previewed release or shell by. */
export const previewMark = ' (preview)';

/** Whose code renders a page, as the renderers know them; the release is empty where no release's does. */
interface PageOwners {
  release: string;
  shell: string;
}

interface RenderedOnce extends PageOwners {
  page: Promise<RenderedPage>;
  characters: number;
}

/**
 * What a release renders in a shell is the same in every set: a switch of one remote renders nothing of the others again.
 * What a release or a shell rendered goes when visitors get it no more.
 */
export class RenderCache {
  readonly #rendered = new LRUCache<string, RenderedOnce>({
    max: mostRendered,
    maxSize: mostCharacters,
    sizeCalculation: ({ characters }) => characters,
  });
  /** Releases and shells that visitors may get; null until the composition is known. */
  #served: ReadonlySet<string> | null = null;

  /** Visitors are about to get these too: what is rendered for them from now on is cached. */
  expect(owners: readonly string[]): void {
    if (this.#served) this.#served = new Set([...this.#served, ...owners]);
  }

  /** Visitors get these from now on, and no others. */
  follow(owners: readonly string[]): void {
    const served = new Set(owners);
    for (const left of this.#served ?? []) if (!served.has(left)) this.#forget(left);
    this.#served = served;
  }

  /** The page of this name, which its owners render where it is not cached; a page that fails is tried anew. */
  remember(owners: PageOwners, name: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const { release, shell } = owners;
    const key = `${shell} ${name}`;
    const known = this.#rendered.get(key);
    if (known) return known.page;
    const page = render();
    // Of a release or a shell that has left meanwhile: nobody else gets it.
    if ([release, shell].some((owner) => this.#hasLeft(owner))) return page;
    const rendered: RenderedOnce = { release, shell, page, characters: 1 };
    this.#rendered.set(key, rendered);
    page.then(
      ({ html, head, styles }) => {
        if (this.#rendered.peek(key) !== rendered) return;
        const ofStyles = styles.reduce((sum, { css }) => sum + css.length, 0);
        this.#rendered.set(key, { ...rendered, characters: 1 + html.length + head.length + ofStyles });
      },
      () => this.#rendered.delete(key),
    );
    return page;
  }

  #hasLeft(owner: string): boolean {
    return owner !== '' && this.#served !== null && !owner.endsWith(previewMark) && !this.#served.has(owner);
  }

  #forget(owner: string): void {
    for (const [key, { release, shell }] of this.#rendered.entries())
      if (release === owner || shell === owner) this.#rendered.delete(key);
  }
}

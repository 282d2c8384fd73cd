import type { RouteMeta } from 'kit/contracts/release';
import type { LoadedRelease } from '../log/release-files.ts';
import type { HostBrowsing, HostPages } from '../serve/release-policy.ts';
import type { RenderedPage } from '../serve/rendering/host-bundle.ts';
import type { StoredShell } from '../serve/stored-release.ts';

/** A page of a release under one of its URLs, as rendered by the server for the gate. */
export interface GatePage {
  path: string;
  meta: RouteMeta;
  rendered: RenderedPage;
}

/** A hostile parameter value with special characters and other scripts, 200 characters long. */
const nastyValue = `"><script>alert(1)</script>%00&'\`\\ü☃𝄞 ${'x'.repeat(200)}`.slice(0, 200);

/**
 * Returns the URLs under which a page is tried. A page with parameters has one URL for each known value, or one with its samples
 * and one with a hostile value. The first URL is repeated with each value of each rendered query parameter.
 */
export function samplePathsOf({
  path,
  sample = {},
  values = {},
  search = {},
}: Pick<RouteMeta, 'path' | 'sample' | 'values' | 'search'>): string[] {
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);
  const first = (name: string) => values[name]?.[0] ?? sample[name] ?? 'sample';
  const fill = (take: (name: string) => string) =>
    path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(take(name)));
  const known = names.flatMap((name) =>
    (values[name] ?? []).map((value) => fill((other) => (other === name ? value : first(other)))),
  );
  const worst = names.some((name) => !values[name]) ? [fill((name) => values[name]?.[0] ?? nastyValue)] : [];
  const own = fill(first);
  const queries = Object.entries(search).flatMap(([name, options]) =>
    options.map((value) => `${own}?${new URLSearchParams([[name, value]])}`),
  );
  return [...new Set([own, ...known, ...worst, ...queries])];
}

/** The pages that the rule "render" renders of a release, in order. */
class Rendering {
  readonly pages: GatePage[] = [];
  isOver = false;
  #next = Promise.withResolvers<void>();

  /** Resolves at the next page or at the end. */
  get next(): Promise<void> {
    return this.#next.promise;
  }

  add(page: GatePage): void {
    this.pages.push(page);
    this.#notify();
  }

  end(): void {
    this.isOver = true;
    this.#notify();
  }

  #notify(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }
}

const renderings = new WeakMap<LoadedRelease, Rendering>();

/** Returns the shared rendering of a release. The first caller creates it. */
function renderingOf(release: LoadedRelease): Rendering {
  const rendering = renderings.get(release) ?? new Rendering();
  renderings.set(release, rendering);
  return rendering;
}

/** Collects the pages of the rule "render" for the rules that use them. */
export function beginRendering(release: LoadedRelease): Pick<Rendering, 'add' | 'end'> {
  if (renderings.get(release)?.isOver) renderings.delete(release);
  return renderingOf(release);
}

/** Returns the pages that were rendered without a fault. */
export function renderedPagesOf(release: LoadedRelease): readonly GatePage[] {
  return renderings.get(release)?.pages ?? [];
}

/** Yields each page when it is rendered, until the rule "render" has finished. */
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
    else await Promise.race([rendering.next, late]);
  }
}

/** Loads the host's pages, from a release of the host if one is given. */
export async function loadHostPages(
  { loadPages }: Pick<HostBrowsing, 'loadPages'>,
  shell?: StoredShell | null,
): Promise<HostPages> {
  const hostPages = await loadPages();
  return shell ? hostPages.withShell(shell) : hostPages;
}

import type { RouteMeta } from 'kit/contracts/release';
import type { LoadedRelease } from '../log/release-files.ts';
import type { HostBrowsing, HostPages } from '../serve/release-policy.ts';
import type { RenderedPage } from '../serve/rendering/host-bundle.ts';
import type { StoredShell } from '../serve/stored-release.ts';

/** A page of a release under one of its addresses, as the server rendered it for the gate. */
export interface GatePage {
  path: string;
  meta: RouteMeta;
  rendered: RenderedPage;
}

/** What a visitor may put into an address on purpose: characters with a meaning, other scripts, 200 in all. */
const nastyValue = `"><script>alert(1)</script>%00&'\`\\ü☃𝄞 ${'x'.repeat(200)}`.slice(0, 200);

/**
 * Addresses that a page is tried under: its own, or, when it has parameters, one with each value that the route knows, or else with
 * its samples and with the worst that somebody may type; then the first of them with each value of each query parameter that the
 * server renders.
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

/** What the rule "render" makes of a release, a page at a time. */
class Rendering {
  readonly pages: GatePage[] = [];
  isOver = false;
  #next = Promise.withResolvers<void>();

  /** Resolves with the next page, or with the end. */
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
    else await Promise.race([rendering.next, late]);
  }
}

/** The host's pages, with a release of the host where there is one. */
export async function loadHostPages(
  { loadPages }: Pick<HostBrowsing, 'loadPages'>,
  shell?: StoredShell | null,
): Promise<HostPages> {
  const hostPages = await loadPages();
  return shell ? hostPages.withShell(shell) : hostPages;
}

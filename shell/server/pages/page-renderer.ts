import type { PublicSite } from 'kit/contracts/site-config';
import { messageOf } from 'kit/server/text';
import { traced } from 'kit/server/tracing';
import { LRUCache } from 'lru-cache';
import { type Live, Rendering } from '../../platform/index.ts';
import type { NamedShell, ShellRenderers } from '../shells/shell-renderers.ts';
import type { KnownAnswer } from './route-answers.ts';

interface ContentRequest {
  host: NamedShell;
  site: PublicSite;
  url: string;
  /** Null for the not-found page. */
  page: Live.LivePage | null;
  known: KnownAnswer | null;
  isPreviewed: boolean;
}

export interface PageContent {
  /** Null if only browsers can render the page, because its remote failed on the server. */
  rendered: Rendering.RenderedPage | null;
  /** Header and footer around a page that is not rendered; null if it is rendered, or if these failed too. */
  frame: Rendering.RenderedPage | null;
  /** The release failed by its own fault, which the machine's load does not explain. */
  isReleaseAtFault: boolean;
}

/** Renders the content of pages, once for all release sets that share release and shell. */
export class PageRenderer {
  /** The composer tells the cache what is live. */
  readonly cache = new RenderCache();
  readonly #renderers: ShellRenderers;
  readonly #loggedLately = new LRUCache<string, true>({ max: 100, ttl: 1000 });

  constructor(renderers: ShellRenderers) {
    this.#renderers = renderers;
  }

  async render({ host, site, url, page, known, isPreviewed }: ContentRequest): Promise<PageContent> {
    const name = page ? releaseName(page.remote.name, page.remote.live.record.id) : 'the shell';
    // A previewed release has a renderer for its previews alone, so that it cannot reach another visitor's page.
    const release = page ? name + (isPreviewed ? previewMark : '') : '';
    const code = page && {
      ...{ release, meta: page.meta, answer: known?.answer },
      loadCode: () => page.remote.live.serverCode(),
    };
    try {
      // Another answer makes another page.
      const cached = `${release} ${url} ${known?.name ?? ''}`;
      const rendered = await this.#renderCached({ host, site, release }, cached, { url, site, page: code });
      return { rendered, frame: null, isReleaseAtFault: false };
    } catch (error) {
      // The browser renders such a page.
      const isOfRelease = !(error instanceof Rendering.RenderBreakdown) || error.isOfRelease;
      this.#logOncePerCause(
        isOfRelease ? name : 'the server',
        `${url} of ${name} cannot be rendered on the server; browsers render it: ${messageOf(error)}`,
      );
      // Without the remote's content a page still has a header, a footer and an explanation.
      const frame = page && (await this.#renderFrame({ host, site }, page));
      return { rendered: null, frame, isReleaseAtFault: page !== null && isOwnFault(error) };
    }
  }

  /**
   * Renders header and footer in the host's own renderer, which runs no release's code; null if that fails. The frame is
   * the same for every address of a route, so that invented addresses cost nothing.
   */
  #renderFrame(
    { host, site }: Pick<ContentRequest, 'host' | 'site'>,
    { remote, meta }: Live.LivePage,
  ): Promise<Rendering.RenderedPage | null> {
    const release = releaseName(remote.name, remote.live.record.id);
    const job = { url: meta.path, site, page: null, frameOf: meta };
    return this.#renderCached({ host, site, release }, `frame of ${release} ${meta.path}`, job).catch(
      (error: unknown) => {
        this.#logOncePerCause('the frame', `not even the frame of ${meta.path} can be rendered: ${messageOf(error)}`);
        return null;
      },
    );
  }

  /** Logs each cause at most once a second, so that invented addresses do not fill the log. */
  #logOncePerCause(cause: string, sentence: string): void {
    if (this.#loggedLately.has(cause)) return;
    this.#loggedLately.set(cause, true);
    console.error(`[shell] ${sentence}`);
  }

  #renderCached(
    { host, site: { slots }, release }: Pick<ContentRequest, 'host' | 'site'> & { release: string },
    name: string,
    job: Rendering.RenderJob,
  ): Promise<Rendering.RenderedPage> {
    const attributes = { 'site.release': release, 'site.shell': host.name };
    // Header and footer have the links of other remotes, too.
    const shown = slots ? `${name} ${JSON.stringify(slots)}` : name;
    return this.cache.getOrRender({ release, shell: host.name }, shown, () =>
      traced('render', { attributes }, () => this.#renderers.poolOf(host).render(job)),
    );
  }
}

/** The name of a remote's release for renderers and the log. */
export function releaseName(remote: string, id: string): string {
  return `${remote} ${id}`;
}

/** A timeout may be caused by a visitor who requests many pages at once, so it says nothing about the release. */
function isOwnFault(error: unknown): boolean {
  return !(error instanceof Rendering.RenderBreakdown) || error.kind === 'memory' || error.kind === 'crash';
}

const maxPages = 300;
/** In characters, for all cached pages together, because a release decides how long its pages are. */
const maxCharacters = 64_000_000;

/** The suffix of renderer names for a previewed release or shell. */
export const previewMark = ' (preview)';

/** The code that renders a page, by renderer names. The release is empty if no release's code runs. */
interface PageOwners {
  release: string;
  shell: string;
}

interface CachedRendering extends PageOwners {
  page: Promise<Rendering.RenderedPage>;
  characters: number;
}

/**
 * Caches what a release renders in a shell. It is the same in every release set, so a switch of one remote renders no other
 * page again. Pages leave the cache when visitors no longer get their release or shell.
 */
class RenderCache {
  readonly #renderings = new LRUCache<string, CachedRendering>({
    max: maxPages,
    maxSize: maxCharacters,
    sizeCalculation: ({ characters }) => characters,
  });
  /** Releases and shells that visitors may get; null until the composition is known. */
  #served: ReadonlySet<string> | null = null;

  /** From now on also caches pages of releases and shells that are about to go live. */
  expect(owners: readonly string[]): void {
    if (this.#served) this.#served = new Set([...this.#served, ...owners]);
  }

  /** Keeps only pages of these releases and shells, which are all that visitors get from now on. */
  follow(owners: readonly string[]): void {
    this.#served = new Set(owners);
    for (const [key, { release, shell }] of this.#renderings.entries())
      if (this.#isRetired(release) || this.#isRetired(shell)) this.#renderings.delete(key);
  }

  /** Returns the cached page of this name, or renders and caches it. The next request renders a failed page again. */
  getOrRender(
    owners: PageOwners,
    name: string,
    render: () => Promise<Rendering.RenderedPage>,
  ): Promise<Rendering.RenderedPage> {
    const { release, shell } = owners;
    const key = `${shell} ${name}`;
    const known = this.#renderings.get(key);
    if (known) return known.page;
    const page = render();
    // Nobody else gets the page of a release or a shell that is no longer served.
    if ([release, shell].some((owner) => this.#isRetired(owner))) return page;
    const rendering: CachedRendering = { release, shell, page, characters: 1 };
    this.#renderings.set(key, rendering);
    page.then(
      ({ html, head, styles }) => {
        if (this.#renderings.peek(key) !== rendering) return;
        const ofStyles = styles.reduce((sum, { css }) => sum + css.length, 0);
        this.#renderings.set(key, { ...rendering, characters: 1 + html.length + head.length + ofStyles });
      },
      () => this.#renderings.delete(key),
    );
    return page;
  }

  #isRetired(owner: string): boolean {
    return owner !== '' && this.#served !== null && !owner.endsWith(previewMark) && !this.#served.has(owner);
  }
}

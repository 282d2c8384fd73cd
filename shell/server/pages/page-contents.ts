import { type PublicSite, publicSiteOf, type SiteConfig } from 'kit/contracts/site-config';
import { LRUCache } from 'lru-cache';
import {
  type LivePage,
  type LiveRemote,
  messageOf,
  RenderBreakdown,
  type RenderedPage,
  type RenderJob,
} from '../../platform/index.ts';
import type { NamedShell, ShellRenderers } from '../shells/shell-renderers.ts';
import { previewMark, RenderCache } from './render-cache.ts';
import type { KnownAnswer } from './route-answers.ts';

interface AskedContent {
  host: NamedShell;
  url: string;
  /** Null for the not-found page. */
  page: LivePage | null;
  known: KnownAnswer | null;
  isPreviewed: boolean;
}

export interface PageContent {
  /** Null when only browsers can render it: its remote failed on the server. */
  rendered: RenderedPage | null;
  /** What stands around a page that is not rendered, if anything does. */
  frame: RenderedPage | null;
  /** It failed by a fault of its own, which no load of the machine explains. */
  isReleaseAtFault: boolean;
}

/** What renderers make of pages, each once for all release sets that share its release and its shell. */
export class PageContents {
  /** Hears from the composer of what is live. */
  readonly cache = new RenderCache();
  readonly #site: PublicSite;
  readonly #renderers: ShellRenderers;
  readonly #saidLately = new LRUCache<string, true>({ max: 100, ttl: 1000 });

  constructor(config: SiteConfig, renderers: ShellRenderers) {
    this.#site = publicSiteOf(config);
    this.#renderers = renderers;
  }

  async render({ host, url, page, known, isPreviewed }: AskedContent): Promise<PageContent> {
    const job = page && jobOf(page, { isPreviewed, known });
    const { rendered, isReleaseAtFault } = await this.#render(host, url, job, page?.remote);
    // Without the remote's content a page still has its header, its footer, and words that say what to do.
    const frame = rendered || !page ? null : await this.#renderFrame(host, page);
    return { rendered, frame, isReleaseAtFault };
  }

  /** Nothing when a remote's server bundle fails: the browser renders the page then. */
  async #render(
    host: NamedShell,
    url: string,
    page: PageJob | null,
    remote?: LiveRemote,
  ): Promise<Omit<PageContent, 'frame'>> {
    try {
      const rendered = await this.#renderOnce(host, { url, site: this.#site, page });
      return { rendered, isReleaseAtFault: false };
    } catch (error) {
      const problem = messageOf(error);
      const isOfRelease = !(error instanceof RenderBreakdown) || error.isOfRelease;
      const name = remote ? releaseName(remote.name, remote.live.record.id) : 'the shell';
      this.#say(
        isOfRelease ? name : 'the server',
        `${url} of ${name} cannot be rendered on the server; browsers render it: ${problem}`,
      );
      return { rendered: null, isReleaseAtFault: page !== null && isOwnFault(error) };
    }
  }

  /**
   * What stands around a page, by the host's own renderer, in which no release's code ever runs; null when not even that
   * works. The same under every address of a route, so that nobody's made-up addresses cost anything.
   */
  #renderFrame(host: NamedShell, { remote, meta }: LivePage): Promise<RenderedPage | null> {
    const release = releaseName(remote.name, remote.live.record.id);
    const job = { url: meta.path, site: this.#site, page: null, frameOf: meta };
    return this.#renderCached({ host, release }, `frame of ${release} ${meta.path}`, job).catch((error: unknown) => {
      this.#say('the frame', `not even the frame of ${meta.path} can be rendered: ${messageOf(error)}`);
      return null;
    });
  }

  /** Once in a while for each cause: whoever makes up addresses must not fill the log. */
  #say(cause: string, sentence: string): void {
    if (this.#saidLately.has(cause)) return;
    this.#saidLately.set(cause, true);
    console.error(`[shell] ${sentence}`);
  }

  #renderOnce(host: NamedShell, job: RenderJob & { page: PageJob | null }): Promise<RenderedPage> {
    const { release = '', shown = '' } = job.page ?? {};
    return this.#renderCached({ host, release }, `${release} ${job.url} ${shown}`, job);
  }

  #renderCached({ host, release }: Owners, name: string, job: RenderJob): Promise<RenderedPage> {
    return this.cache.remember({ release, shell: host.name }, name, () => this.#renderers.of(host).render(job));
  }
}

/** A release of a remote, as renderers and the log name it. */
export function releaseName(remote: string, id: string): string {
  return `${remote} ${id}`;
}

/** A render that takes too long may be the doing of whoever asks for many pages at once: that tells nothing of a release. */
function isOwnFault(error: unknown): boolean {
  return !(error instanceof RenderBreakdown) || error.kind === 'memory' || error.kind === 'crash';
}

/** Whose code renders a page. */
interface Owners {
  host: NamedShell;
  release: string;
}

/** With the name of the answer that it shows: another answer is another page. */
type PageJob = NonNullable<RenderJob['page']> & { shown: string };

/** A release that is previewed has a renderer for its previews alone: what it does there reaches no visitor's page. */
function jobOf(
  { remote: { name, live }, meta }: LivePage,
  { isPreviewed, known }: Pick<AskedContent, 'isPreviewed' | 'known'>,
): PageJob {
  const release = releaseName(name, live.record.id) + (isPreviewed ? previewMark : '');
  return { release, meta, answer: known?.answer, shown: known?.name ?? '', loadCode: () => live.serverCode() };
}

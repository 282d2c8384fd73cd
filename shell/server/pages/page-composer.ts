import type { RouteMeta } from 'kit/contracts/release';
import type { SiteConfig } from 'kit/contracts/site-config';
import { publicSiteOf } from 'kit/contracts/site-config';
import { LRUCache } from 'lru-cache';
import type { PageData } from '../../app/page-data.ts';
import type { PageScript } from '../../app/page-scripts.ts';
import {
  type LivePage,
  type LiveSite,
  messageOf,
  RenderBreakdown,
  type RenderedPage,
  type RenderJob,
  type RenderPool,
  type StoredRelease,
} from '../../platform/index.ts';
import { EncodedBody } from '../files/encoded-body.ts';
import type { BuiltShell } from '../shell-build.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { buildDocument } from './document.ts';

/** A page as a whole, ready to be sent any number of times. */
export interface ComposedPage {
  status: number;
  /** False when only browsers can render it: its remote failed on the server. */
  isRendered: boolean;
  /** It failed by a fault of its own, which no load of the machine explains. */
  isReleaseAtFault: boolean;
  body: EncodedBody;
  contentSecurityPolicy: string;
}

interface PageRequest {
  site: LiveSite;
  /** Path and allow-listed query. */
  url: string;
  /** Null for the not-found page. */
  page: LivePage | null;
  /** True puts a banner on the page that says so. */
  isPreview: boolean;
}

const mostRendered = 300;

interface PageComposerParts {
  shell: BuiltShell;
  config: SiteConfig;
  pool: RenderPool;
}

/** Composes pages of any release set with one shell and one site configuration. */
export class PageComposer {
  readonly #shell: BuiltShell;
  readonly #config: SiteConfig;
  readonly #pool: RenderPool;
  /** What a release renders is the same in every set: a switch of one remote renders nothing of the others again. */
  readonly #rendered = new LRUCache<string, Promise<RenderedPage>>({ max: mostRendered });

  readonly #saidLately = new LRUCache<string, true>({ max: 100, ttl: 1000 });

  constructor({ shell, config, pool }: PageComposerParts) {
    this.#shell = shell;
    this.#config = config;
    this.#pool = pool;
  }

  async compose({ site, url, page, isPreview }: PageRequest): Promise<ComposedPage> {
    const { rendered, isReleaseAtFault } = await this.#render(url, page);
    const data: PageData = {
      set: site.set,
      site: publicSiteOf(this.#config),
      remote: page && {
        name: page.remote.name,
        live: page.remote.live.browser,
        previous: page.remote.previous?.browser ?? null,
      },
      route: page?.meta ?? null,
    };
    const scripts = {
      entry: this.#shell.entry,
      preload: page ? scriptsOf(page.remote.live, page.meta, this.#shell) : [],
      // A page that the server could not render is empty until its scripts run.
      atOnce: rendered === null || page?.meta.startsAtOnce === true,
    };
    const html = buildDocument({
      rendered,
      data,
      scripts,
      boot: this.#shell.boot,
      previewed: isPreview ? site.overrides : null,
    });
    return {
      status: page ? 200 : 404,
      isRendered: rendered !== null,
      isReleaseAtFault,
      body: new EncodedBody(Buffer.from(html), 'text/html; charset=utf-8'),
      contentSecurityPolicy: contentSecurityPolicy(this.#config, this.#shell.boot),
    };
  }

  /** Nothing when a remote's server bundle fails: the browser renders the page then. */
  async #render(url: string, page: LivePage | null): Promise<RenderResult> {
    const site = publicSiteOf(this.#config);
    try {
      const rendered = await this.#renderOnce({ url, site, page: page && jobOf(page) });
      return { rendered, isReleaseAtFault: false };
    } catch (error) {
      const problem = messageOf(error);
      const isOfRelease = !(error instanceof RenderBreakdown) || error.isOfRelease;
      const name = page ? `${page.remote.name} ${page.remote.live.record.id}` : 'the shell';
      this.#say(
        isOfRelease ? name : 'the server',
        `${url} of ${name} cannot be rendered on the server; browsers render it: ${problem}`,
      );
      return { rendered: null, isReleaseAtFault: page !== null && isOwnFault(error) };
    }
  }

  /** Once in a while for each cause: whoever makes up addresses must not fill the log. */
  #say(cause: string, sentence: string): void {
    if (this.#saidLately.has(cause)) return;
    this.#saidLately.set(cause, true);
    console.error(`[shell] ${sentence}`);
  }

  #renderOnce(job: RenderJob): Promise<RenderedPage> {
    const key = `${job.page?.release ?? ''} ${job.url}`;
    const known = this.#rendered.get(key);
    if (known) return known;
    const rendered = this.#pool.render(job);
    this.#rendered.set(key, rendered);
    rendered.catch(() => this.#rendered.delete(key));
    return rendered;
  }
}

interface RenderResult {
  rendered: RenderedPage | null;
  isReleaseAtFault: boolean;
}

/** A render that takes too long may be the doing of whoever asks for many pages at once: that tells nothing of a release. */
function isOwnFault(error: unknown): boolean {
  return !(error instanceof RenderBreakdown) || error.kind === 'memory' || error.kind === 'crash';
}

function jobOf({ remote: { name, live }, meta }: LivePage): RenderJob['page'] {
  return { release: `${name} ${live.record.id}`, meta, loadCode: () => live.serverCode() };
}

/** The scripts that a page will load: container, routes, page, and the lazy shared modules that the page uses. */
function scriptsOf(release: StoredRelease, { chunk, contentChunk }: RouteMeta, shell: BuiltShell): PageScript[] {
  const { record, browser } = release;
  const chunks = ['remote', chunk, ...(contentChunk ? [contentChunk] : [])];
  const files = [record.entry, ...chunks.flatMap((name) => record.chunks[name] ?? [])];
  const own = files.map((file) => ({
    href: release.addressOf(file),
    integrity: file === record.entry ? browser.integrity : release.integrityOf(file),
  }));
  const shared = chunks
    .flatMap((name) => Object.keys(record.needs[name] ?? {}))
    .flatMap((id) => [...shell.scriptsOf(id)]);
  const all = [...own, ...shared];
  return all.filter(({ href }, index) => all.findIndex((other) => other.href === href) === index);
}

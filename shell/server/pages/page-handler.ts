import type { IncomingMessage, ServerResponse } from 'node:http';
import { canonicalSpelling } from 'kit/contracts/match-path';
import type { RouteMeta } from 'kit/contracts/release';
import type { SiteConfig } from 'kit/contracts/site-config';
import { LRUCache } from 'lru-cache';
import type { LivePage, LiveSite, SiteChange, SiteFollower } from '../../platform/index.ts';
import { chooseEncoding, type Encoding } from '../files/compression.ts';
import type { HealthDesk } from '../health/health-desk.ts';
import { respond } from '../http/respond.ts';
import type { ChosenSite, SiteChooser } from '../visitors/choose-site.ts';
import { buildPageAnswer, type PageAnswer, sendPageAnswer } from './page-answer.ts';
import type { ComposedPage, PageComposer } from './page-composer.ts';
import { PreviewSwitch } from './preview-switch.ts';
import { redirect } from './redirect.ts';
import type { KnownAnswer, RouteAnswers } from './route-answers.ts';
import { buildUnservedPage, buildWithdrawnPage } from './unserved-page.ts';

/** Pages with parameters have no bound of their own. */
const mostPages = 500;
/** What they may take together, in bytes before compression: a release decides how long its pages are. */
const mostBytes = 128 * 1024 * 1024;

/** After this long a page that its remote could not render is tried again, in milliseconds. */
const unrenderedFor = 5000;

/** Any address below it is not found; the not-found page is rendered once, whatever was asked for. */
const notFoundUrl = '/404-page-not-found';

interface PageHandlerParts {
  composer: PageComposer;
  chooser: SiteChooser;
  health: Pick<HealthDesk, 'createTiming'>;
  answers: RouteAnswers;
  follower: Pick<SiteFollower, 'catchUp'>;
  config: Pick<SiteConfig, 'brand' | 'phone'>;
  /** The remote whose paths an address lies in. */
  ownerOf: (pathname: string) => string | null;
}

interface WantedPage {
  url: string;
  page: LivePage | null;
  answer?: KnownAnswer | null;
}

interface CachedPage {
  page: LivePage | null;
  /** What it is rendered under. */
  url: string;
  isPreview: boolean;
  composed: Promise<ComposedPage>;
  /** Known once it is composed. */
  isReleaseAtFault: boolean;
  /** What everybody gets, by encoding; null where a smaller form has come since. */
  answers: Map<Encoding, PageAnswer | null>;
}

/** Serves pages, each rendered once for a release set: the live one, a canary's or a preview's. */
export class PageHandler {
  readonly #parts: PageHandlerParts;
  readonly #previews: PreviewSwitch;
  readonly #pages = new WeakMap<LiveSite, LRUCache<string, CachedPage>>();

  constructor(parts: PageHandlerParts) {
    this.#parts = parts;
    this.#previews = new PreviewSwitch(parts.chooser, parts.config);
  }

  /**
   * Answers at once when this very address was answered before and everybody gets the same there; gives false when there
   * is more to do. Cached addresses are those that pages are rendered under, so what is asked for cannot grow them.
   */
  answerAgain(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const site = this.#parts.chooser.siteForAll(request);
    const cached = site && this.#pages.get(site)?.get(request.url ?? '');
    const answer = cached?.answers.get(chooseEncoding(request.headers['accept-encoding']));
    if (!site || !cached || !answer) return false;
    sendPageAnswer(request, response, answer, this.#viewToken({ site, kind: 'shared' }, cached));
    return true;
  }

  /**
   * Makes the pages that visitors have asked for ready for a site that is about to be theirs, those that they asked for last
   * first, so that a switch lets none of them wait for a renderer. What a release keeps from being made holds up its own alone.
   */
  async prepare({ from, to, signal }: SiteChange): Promise<void> {
    this.#parts.composer.expect(to);
    const asked = [...(this.#pages.get(from)?.values() ?? [])].filter(({ isPreview }) => !isPreview);
    const byRemote = Map.groupBy(asked, ({ page }) => page?.remote.name ?? null);
    const prepareAll = async (pages: readonly CachedPage[]) => {
      for (const page of pages) {
        if (signal.aborted) return;
        // Whoever asks for it hears of it.
        await this.#prepareOne(page, to).catch(() => {});
      }
    };
    await Promise.all([...byRemote.values()].map(prepareAll));
  }

  async #prepareOne({ url, page, answers }: CachedPage, site: LiveSite): Promise<void> {
    const { pathname, searchParams } = new URL(url, 'http://site.invalid');
    const wanted = page ? await this.#find(site, pathname, searchParams) : { url, page };
    // Nobody's page any more, or another spelling of one.
    if (wanted?.url !== url) return;
    const chosen: ChosenSite = { site, kind: site.hasCanary ? 'sticky' : 'shared', cookies: [] };
    const cached = this.#cached(chosen, wanted);
    await cached.composed;
    for (const encoding of answers.keys()) await this.#answerIn(encoding, chosen, cached);
  }

  async handle(request: IncomingMessage, response: ServerResponse, address: URL): Promise<void> {
    if (this.#previews.answer(request, response, address)) return;
    let chosen = await this.#parts.chooser.choose(request);
    let page = chosen.site.findPage(address.pathname);
    if (!page && this.#isUnserved(chosen.site, address.pathname)) {
      // Another server may have sent a page of it a moment ago.
      await this.#parts.follower.catchUp();
      chosen = await this.#parts.chooser.choose(request);
      page = chosen.site.findPage(address.pathname);
    }
    if (!page) return this.#sendMissing(request, response, chosen, address.pathname);
    const spelling = canonicalSpelling(page.meta.path, address.pathname);
    if (spelling !== address.pathname) {
      return redirect(request, response, 308, spelling + address.search, { 'Cache-Control': 'no-cache' });
    }
    return this.#send(request, response, chosen, await this.#wantedOf(page, spelling, address.searchParams));
  }

  async #sendMissing(
    request: IncomingMessage,
    response: ServerResponse,
    chosen: ChosenSite,
    pathname: string,
  ): Promise<void> {
    const { config, ownerOf } = this.#parts;
    const owner = ownerOf(pathname);
    if (owner !== null && chosen.site.withdrawn.includes(owner)) {
      return respond(request, response, buildWithdrawnPage(config));
    }
    if (this.#isUnserved(chosen.site, pathname)) return respond(request, response, buildUnservedPage(config));
    return this.#send(request, response, chosen, { url: notFoundUrl, page: null });
  }

  /** Without any release nobody knows whose page it is: the store may be away, and what it holds is not gone. */
  #isUnserved({ remotes }: LiveSite, pathname: string): boolean {
    const owner = this.#parts.ownerOf(pathname);
    return remotes.length === 0 || (owner !== null && remotes.every(({ name }) => name !== owner));
  }

  async #find(site: LiveSite, pathname: string, search: URLSearchParams): Promise<WantedPage | null> {
    const page = site.findPage(pathname);
    return page ? this.#wantedOf(page, pathname, search) : null;
  }

  async #wantedOf(page: LivePage, spelling: string, search: URLSearchParams): Promise<WantedPage> {
    const answer = page.meta.data === undefined ? null : await this.#parts.answers.find(page.meta, spelling);
    return { url: spelling + renderedSearch(page.meta, search), page, answer };
  }

  async #send(
    request: IncomingMessage,
    response: ServerResponse,
    chosen: ChosenSite,
    wanted: WantedPage,
  ): Promise<void> {
    const cached = this.#cached(chosen, wanted);
    const answer = await this.#answerIn(chooseEncoding(request.headers['accept-encoding']), chosen, cached);
    const cookies = chosen.cookies.flatMap((cookie) => ['Set-Cookie', cookie]);
    sendPageAnswer(request, response, answer, [...cookies, ...this.#viewToken(chosen, cached)]);
  }

  async #answerIn(encoding: Encoding, chosen: ChosenSite, cached: CachedPage): Promise<PageAnswer> {
    const page = await cached.composed;
    const { headers, body, smaller } = await page.body.variantFor(encoding);
    const all = {
      ...headers,
      ...cachingOf(chosen),
      'Content-Security-Policy': page.contentSecurityPolicy,
      'X-Release-Set': describeSet(chosen.site, cached.page),
    };
    const answer = buildPageAnswer(page.status, all, body);
    if (chosen.kind === 'shared') {
      cached.answers.set(encoding, answer);
      // Whoever asks then gets what took its place.
      void smaller?.then(() => cached.answers.set(encoding, null));
    }
    return answer;
  }

  /** In a header, since the page itself is the same for everybody. */
  #viewToken({ site, kind }: Pick<ChosenSite, 'site' | 'kind'>, { page, isReleaseAtFault }: CachedPage): string[] {
    if (!page || kind === 'preview') return [];
    return ['Server-Timing', this.#parts.health.createTiming(site, page.remote, { isReleaseAtFault })];
  }

  #cached({ site, kind }: ChosenSite, { url, page, answer = null }: WantedPage): CachedPage {
    const pages = this.#pages.get(site) ?? new LRUCache<string, CachedPage>({ max: mostPages, maxSize: mostBytes });
    this.#pages.set(site, pages);
    const isPreview = kind === 'preview';
    // What shows an answer is another page with another one, and no address of a request: it is asked for each time.
    const shown = page?.meta.data === undefined ? '' : ` ${answer?.name ?? 'unanswered'}`;
    const key = (isPreview ? `preview ${url}` : url) + shown;
    const known = pages.get(key);
    if (known) return known;
    const composed = this.#parts.composer.compose({ site, url, page, answer, isPreview });
    const cached: CachedPage = { page, url, isPreview, composed, isReleaseAtFault: false, answers: new Map() };
    pages.set(key, cached, { size: 1 });
    composed.then(
      ({ isRendered, isReleaseAtFault, length: size }) => {
        cached.isReleaseAtFault = isReleaseAtFault;
        pages.set(key, cached, { size, ...(isRendered ? {} : { ttl: unrenderedFor }) });
      },
      () => pages.delete(key),
    );
    return cached;
  }
}

function cachingOf({ kind }: ChosenSite): Record<string, string> {
  if (kind === 'shared') return { 'Cache-Control': 'no-cache' };
  if (kind === 'sticky') return { 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding, Cookie' };
  return { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' };
}

/** Which releases this visitor runs: the set, and the release of the page itself. */
function describeSet(site: LiveSite, page: LivePage | null): string {
  const release = page?.remote.live.record;
  return release ? `${site.set} ${release.remote}/${release.id}` : site.set;
}

/** The part of a query that the server renders: parameters and values that the route names, in its order. */
function renderedSearch({ search = {} }: RouteMeta, given: URLSearchParams): string {
  const known = Object.entries(search).flatMap(([name, values]) => {
    const value = given.get(name);
    return value !== null && values.includes(value) ? [[name, value]] : [];
  });
  return known.length === 0 ? '' : `?${new URLSearchParams(known)}`;
}

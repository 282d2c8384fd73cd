import type { IncomingMessage, ServerResponse } from 'node:http';
import { canonicalSpelling, renderedSearch } from 'kit/contracts/match-path';
import type { SiteConfig } from 'kit/contracts/site-config';
import { nameRequest } from 'kit/server/tracing';
import { LRUCache } from 'lru-cache';
import type { Live, SiteFollower } from '../../platform/index.ts';
import { chooseEncoding, type Encoding } from '../files/compression.ts';
import type { HealthService } from '../health/health-service.ts';
import { redirect, respond } from '../http/respond.ts';
import type { ChosenSite, PreviewSwitch, SiteChooser } from '../visitors/choose-site.ts';
import { buildUnavailablePage, buildWithdrawnPage } from './notice-pages.ts';
import { buildPageAnswer, type PageAnswer, sendPageAnswer } from './page-answer.ts';
import type { ComposedPage, PageComposer } from './page-composer.ts';
import type { KnownAnswer, RouteAnswers } from './route-answers.ts';

/** Pages of one release set. Routes with parameters have any number of pages. */
const maxPages = 500;
/** In bytes before compression, for all these pages together, because a release decides how long its pages are. */
const maxBytes = 128 * 1024 * 1024;

/** In milliseconds, for a page that its remote could not render. */
const retryUnrenderedAfter = 5000;

/** The not-found page of all other addresses is rendered once under this address. */
const notFoundUrl = '/404-page-not-found';

/**
 * The not-found page of all addresses that are no path of the site (`//host`, `/%`, `/%0A`) is rendered once under this address. It
 * has no scripts, because the browser's router takes such an address for another host or another page.
 */
export const unreadableUrl = '/404-unreadable-address';

interface PageHandlerParts {
  composer: PageComposer;
  chooser: SiteChooser;
  previews: PreviewSwitch;
  health: Pick<HealthService, 'createTiming'>;
  answers: RouteAnswers;
  follower: Pick<SiteFollower, 'catchUp'>;
  config: Pick<SiteConfig, 'brand' | 'phone'>;
  /** The remote that owns a path, whether or not it serves it. */
  ownerOf: (pathname: string) => string | null;
}

interface RequestedPage {
  url: string;
  page: Live.LivePage | null;
  answer?: KnownAnswer | null;
}

interface CachedPage {
  page: Live.LivePage | null;
  url: string;
  isPreview: boolean;
  /** The name of the answer that it shows; empty without one. */
  shown: string;
  composed: Promise<ComposedPage>;
  /** False until it is composed. */
  isReleaseAtFault: boolean;
  /** The shared answers by encoding. */
  answers: Map<Encoding, PageAnswer>;
}

/** A switch whose pages are being composed. */
interface Preparation {
  from: Live.LiveSite;
  to: Live.LiveSite;
  /** The pages that are served stale, as they were before the switch, until they are ready: by address, what makes them ready. */
  stale: Map<string, () => Promise<void>>;
}

/** Serves pages. Each is composed once per release set: the live one, a canary's or a preview's. */
export class PageHandler {
  readonly #parts: PageHandlerParts;
  readonly #pages = new WeakMap<Live.LiveSite, LRUCache<string, CachedPage>>();
  #preparation: Preparation | null = null;

  constructor(parts: PageHandlerParts) {
    this.#parts = parts;
  }

  /**
   * Answers from the cache if this address was answered before and everybody gets the same.
   * @returns false if there is more to do. The cache holds the addresses that pages are rendered under, so requests for
   * other addresses cannot grow it.
   */
  answerAgain(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const url = request.url ?? '';
    const live = this.#parts.chooser.siteForAll(request);
    const site = live && this.#siteToServe(live, url);
    const cached = site && this.#pages.get(site)?.get(url);
    const answer = cached?.answers.get(chooseEncoding(request.headers['accept-encoding']));
    if (!site || !cached || !answer) return false;
    sendPageAnswer(request, response, answer, this.#viewToken({ site, kind: 'shared' }, cached));
    return true;
  }

  /** The site to serve a page from: the one before the switch while the page is prepared, so that nobody waits for a renderer. */
  #siteToServe(live: Live.LiveSite, url: string): Live.LiveSite {
    const { from, to, stale } = this.#preparation ?? {};
    const makeReady = to === live ? stale?.get(url) : undefined;
    if (!from || !makeReady) return live;
    void makeReady();
    return from;
  }

  /**
   * Composes requested pages for a site that goes live, the most recently requested first. The pages of one remote follow
   * each other, so a slow release only delays its own. A page that is not ready when the site is live is served as it was before
   * the switch until it is ready, unless its release or shell was taken back.
   */
  async prepare({ from, to, signal }: Parameters<Parameters<SiteFollower['beforeChange']>[0]>[0]): Promise<void> {
    this.#parts.composer.expect(to);
    const requested = [...(this.#pages.get(from)?.values() ?? [])].filter(({ isPreview }) => !isPreview);
    const stale: Preparation['stale'] = new Map();
    const preparation = { from, to, stale };
    this.#preparation = preparation;
    signal.addEventListener('abort', () => stale.clear(), { once: true });
    const makers = requested.map((cached) => {
      let made: Promise<void> | undefined;
      const make = async () => {
        // The next request for the page reports its failure.
        await this.#prepareOne(cached, to).catch(() => {});
        stale.delete(cached.url);
      };
      const makeReady = () => (made ??= make());
      if (mayServeStale(cached, from, to)) stale.set(cached.url, makeReady);
      return { remote: cached.page?.remote.name, makeReady };
    });
    const makeAll = async (ofOneRemote: typeof makers) => {
      for (const { makeReady } of ofOneRemote) if (!signal.aborted) await makeReady();
    };
    await Promise.all([...Map.groupBy(makers, ({ remote }) => remote).values()].map(makeAll));
    if (this.#preparation === preparation) this.#preparation = null;
  }

  async #prepareOne({ url, page, answers }: CachedPage, site: Live.LiveSite): Promise<void> {
    const { pathname, searchParams } = new URL(url, 'http://site.invalid');
    const found = site.findPage(pathname);
    const requested = page ? found && (await this.#requestedOf(found, pathname, searchParams)) : { url, page };
    // In the new site the address has no page, or another canonical spelling.
    if (requested?.url !== url) return;
    const chosen: ChosenSite = { site, kind: site.hasCanary ? 'sticky' : 'shared', cookies: [] };
    const cached = this.#cached(chosen, requested);
    await cached.composed;
    for (const encoding of answers.keys()) await this.#answerIn(encoding, chosen, cached);
  }

  async handle(request: IncomingMessage, response: ServerResponse, address: URL): Promise<void> {
    if (this.#parts.previews.answer(request, response, address)) return;
    let chosen = await this.#parts.chooser.choose(request);
    let page = chosen.site.findPage(address.pathname);
    if (!page && this.#isUnavailable(chosen.site, address.pathname)) {
      // Another server may know a newer composition and may have served a page of the remote already.
      await this.#parts.follower.catchUp();
      chosen = await this.#parts.chooser.choose(request);
      page = chosen.site.findPage(address.pathname);
    }
    if (!page) return this.#sendMissing(request, response, chosen, address.pathname);
    nameRequest(request.method, page.meta.path);
    const spelling = canonicalSpelling(page.meta.path, address.pathname);
    if (spelling !== address.pathname) {
      return redirect(request, response, 308, spelling + address.search, { 'Cache-Control': 'no-cache' });
    }
    return this.#send(request, response, chosen, await this.#requestedOf(page, spelling, address.searchParams));
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
    if (this.#isUnavailable(chosen.site, pathname)) return respond(request, response, buildUnavailablePage(config));
    const url = pathname === unreadableUrl ? unreadableUrl : notFoundUrl;
    return this.#send(request, response, chosen, { url, page: null });
  }

  /** Without any release every page is unavailable, because an unreachable store may hold it. */
  #isUnavailable({ remotes }: Live.LiveSite, pathname: string): boolean {
    const owner = this.#parts.ownerOf(pathname);
    return remotes.length === 0 || (owner !== null && remotes.every(({ name }) => name !== owner));
  }

  async #requestedOf(page: Live.LivePage, spelling: string, search: URLSearchParams): Promise<RequestedPage> {
    const { origins } = page.remote.live.record;
    const answer = page.meta.data === undefined ? null : await this.#parts.answers.find(page.meta, spelling, origins);
    return { url: spelling + renderedSearch(page.meta, search), page, answer };
  }

  async #send(
    request: IncomingMessage,
    response: ServerResponse,
    chosen: ChosenSite,
    requested: RequestedPage,
  ): Promise<void> {
    const cached = this.#cached(chosen, requested);
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
      void smaller?.then(async (isReplaced) => {
        if (isReplaced) await this.#answerIn(encoding, chosen, cached);
      });
    }
    return answer;
  }

  /** The token is in a header, because the page itself is the same for everybody. */
  #viewToken({ site, kind }: Pick<ChosenSite, 'site' | 'kind'>, { page, isReleaseAtFault }: CachedPage): string[] {
    if (!page || kind === 'preview') return [];
    return ['Server-Timing', this.#parts.health.createTiming(site, page.remote, { isReleaseAtFault })];
  }

  #cached({ site, kind }: ChosenSite, { url, page, answer = null }: RequestedPage): CachedPage {
    const pages = this.#pages.get(site) ?? new LRUCache<string, CachedPage>({ max: maxPages, maxSize: maxBytes });
    this.#pages.set(site, pages);
    const isPreview = kind === 'preview';
    // Another answer makes another page in the place of this one, so that a back end that never answers the same crowds out no
    // other page. The key is not an address, so that each request checks the answer.
    const shown = answer?.name ?? '';
    const key = (isPreview ? `preview ${url}` : url) + (page?.meta.data === undefined ? '' : ' with data');
    const known = pages.get(key);
    if (known?.shown === shown) return known;
    const hasScripts = url !== unreadableUrl;
    const composed = this.#parts.composer.compose({ site, url, page, answer, isPreview, hasScripts });
    const cached: CachedPage = { page, url, isPreview, shown, composed, isReleaseAtFault: false, answers: new Map() };
    pages.set(key, cached, { size: 1 });
    composed.then(
      ({ isRendered, isReleaseAtFault, length: size }) => {
        cached.isReleaseAtFault = isReleaseAtFault;
        if (pages.peek(key) !== cached) return;
        // The cache takes no other size for a value that it has.
        pages.delete(key);
        pages.set(key, cached, { size, ...(isRendered ? {} : { ttl: retryUnrenderedAfter }) });
      },
      () => pages.peek(key) === cached && pages.delete(key),
    );
    return cached;
  }
}

/** Whether shell and release of a page are the live or the previous ones of the new site, which has the page, too. */
function mayServeStale({ url, page }: CachedPage, from: Live.LiveSite, to: Live.LiveSite): boolean {
  const shell = from.shell?.live.record.id;
  if (shell !== undefined && ![to.shell?.live.record.id, to.shell?.previous].includes(shell)) return false;
  if (!page) return true;
  const { live, previous } = to.findPage(new URL(url, 'http://site.invalid').pathname)?.remote ?? {};
  return [live, previous].includes(page.remote.live);
}

function cachingOf({ kind }: ChosenSite): Record<string, string> {
  if (kind === 'shared') return { 'Cache-Control': 'no-cache' };
  if (kind === 'sticky') return { 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding, Cookie' };
  return { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' };
}

/** Names the release set of a page, and the release of its remote. */
function describeSet(site: Live.LiveSite, page: Live.LivePage | null): string {
  const release = page?.remote.live.record;
  return release ? `${site.set} ${release.remote}/${release.id}` : site.set;
}

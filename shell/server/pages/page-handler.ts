import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RouteMeta } from 'kit/contracts/release';
import { LRUCache } from 'lru-cache';
import { viewTimingName } from '../../app/failure-report.ts';
import { canonicalSpelling } from '../../app/match-path.ts';
import type { HealthDesk } from '../health/health-desk.ts';
import { respond } from '../http/respond.ts';
import type { LivePage, LiveSite } from '../releases/live-site.ts';
import type { ChosenSite, SiteChooser } from '../visitors/choose-site.ts';
import type { FinishedPage, PageRenderer } from './page-renderer.ts';

/** Pages with parameters have no bound of their own. */
const pagesKept = 500;

/** After this long a page that its remote could not render is tried again, in milliseconds. */
const unrenderedKept = 5000;

/** Any address below it is not found; the not-found page is rendered once, whatever was asked for. */
const notFoundUrl = '/404-page-not-found';

/** Query parameter of preview links; `off` leaves the preview. */
const previewParameter = 'preview';

interface PageHandlerParts {
  renderer: PageRenderer;
  chooser: SiteChooser;
  health: HealthDesk;
}

interface WantedPage {
  url: string;
  page: LivePage | null;
}

/** Serves pages, each rendered once for a release set: the live one, a canary's or a preview's. */
export class PageHandler {
  readonly #parts: PageHandlerParts;
  readonly #pages = new WeakMap<LiveSite, LRUCache<string, Promise<FinishedPage>>>();

  constructor(parts: PageHandlerParts) {
    this.#parts = parts;
  }

  async handle(request: IncomingMessage, response: ServerResponse, address: URL): Promise<void> {
    const cookie = this.#previewSwitch(address);
    if (cookie !== null) {
      address.searchParams.delete(previewParameter);
      const headers = { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' };
      return redirect(request, response, 303, address.pathname + address.search, headers);
    }
    const chosen = await this.#parts.chooser.choose(request);
    const page = chosen.site.findPage(address.pathname);
    if (!page) return this.#send(request, response, chosen, { url: notFoundUrl, page: null });
    const spelling = canonicalSpelling(page.meta.path, address.pathname);
    if (spelling !== address.pathname) {
      return redirect(request, response, 308, spelling + address.search, { 'Cache-Control': 'no-cache' });
    }
    const url = spelling + renderedSearch(page.meta, address.searchParams);
    return this.#send(request, response, chosen, { url, page });
  }

  /** The cookie that starts or ends a preview; null when the address asks for neither, or with a token that is not ours. */
  #previewSwitch({ searchParams }: URL): string | null {
    const token = searchParams.get(previewParameter);
    if (token === null) return null;
    return token === 'off' ? this.#parts.chooser.endPreview() : this.#parts.chooser.startPreview(token);
  }

  async #send(
    request: IncomingMessage,
    response: ServerResponse,
    chosen: ChosenSite,
    wanted: WantedPage,
  ): Promise<void> {
    const page = await this.#finished(chosen, wanted);
    const { headers, body } = await page.body.variantFor(request.headers['accept-encoding']);
    const answer = {
      ...headers,
      ...cachingOf(chosen),
      ...this.#viewToken(request, chosen, wanted),
      'Content-Security-Policy': page.contentSecurityPolicy,
      'X-Release-Set': describeSet(chosen.site, wanted.page),
    };
    if (page.status === 200 && request.headers['if-none-match'] === headers.ETag) {
      response.writeHead(304, answer).end();
      return;
    }
    respond(request, response, { status: page.status, headers: answer, body });
  }

  /** In a header, since the page itself is the same for everybody. */
  #viewToken({ method }: IncomingMessage, { site, kind }: ChosenSite, { page }: WantedPage): Record<string, string> {
    if (!page || method !== 'GET' || kind === 'preview') return {};
    const token = this.#parts.health.countView(site, page.remote);
    return { 'Server-Timing': `${viewTimingName};desc="${token}"` };
  }

  #finished({ site, kind }: ChosenSite, { url, page }: WantedPage): Promise<FinishedPage> {
    const pages = this.#pages.get(site) ?? new LRUCache<string, Promise<FinishedPage>>({ max: pagesKept });
    this.#pages.set(site, pages);
    const isPreview = kind === 'preview';
    const key = isPreview ? `preview ${url}` : url;
    const known = pages.get(key);
    if (known) return known;
    const finished = this.#parts.renderer.finish({ site, url, page, isPreview });
    pages.set(key, finished);
    finished.then(
      ({ isRendered }) => isRendered || pages.set(key, finished, { ttl: unrenderedKept }),
      () => pages.delete(key),
    );
    return finished;
  }
}

function cachingOf({ kind, cookies }: ChosenSite): Record<string, string | string[]> {
  const setCookie = cookies.length > 0 ? { 'Set-Cookie': cookies } : {};
  if (kind === 'shared') return { 'Cache-Control': 'no-cache' };
  if (kind === 'sticky') return { ...setCookie, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding, Cookie' };
  return { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' };
}

/** Which releases this visitor runs: the set, and the release of the page itself. */
function describeSet(site: LiveSite, page: LivePage | null): string {
  const release = page?.remote.live.record;
  return release ? `${site.set} ${release.remote}/${release.id}` : site.set;
}

function redirect(
  request: IncomingMessage,
  response: ServerResponse,
  status: 303 | 308,
  location: string,
  headers: Record<string, string>,
): void {
  respond(request, response, { status, headers: { ...headers, Location: location }, body: Buffer.alloc(0) });
}

/** The part of a query that the server renders: parameters and values that the route names, in its order. */
function renderedSearch({ search = {} }: RouteMeta, given: URLSearchParams): string {
  const known = Object.entries(search).flatMap(([name, values]) => {
    const value = given.get(name);
    return value !== null && values.includes(value) ? [[name, value]] : [];
  });
  return known.length === 0 ? '' : `?${new URLSearchParams(known)}`;
}

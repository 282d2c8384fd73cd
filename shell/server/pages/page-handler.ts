import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RouteMeta } from 'kit/contracts/release';
import { LRUCache } from 'lru-cache';
import { canonicalSpelling } from '../../app/match-path.ts';
import { respond } from '../http/respond.ts';
import type { LivePage, LiveSite } from '../releases/live-site.ts';
import type { FinishedPage, PageRenderer } from './page-renderer.ts';

/** Pages with parameters have no bound of their own. */
const pagesKept = 500;

/** After this long a page that its remote could not render is tried again, in milliseconds. */
const unrenderedKept = 60_000;

/** Any address below it is not found; the not-found page is rendered once, whatever was asked for. */
const notFoundUrl = '/404-page-not-found';

/** Serves the pages of the live site, each rendered once for a release set. */
export class PageHandler {
  readonly #renderer: PageRenderer;
  readonly #pages = new WeakMap<LiveSite, LRUCache<string, Promise<FinishedPage>>>();

  constructor(renderer: PageRenderer) {
    this.#renderer = renderer;
  }

  async handle(request: IncomingMessage, response: ServerResponse, site: LiveSite, address: URL): Promise<void> {
    const page = site.findPage(address.pathname);
    if (!page) return this.#send(request, response, site, { url: notFoundUrl, page: null });
    const spelling = canonicalSpelling(page.meta.path, address.pathname);
    if (spelling !== address.pathname) {
      const location = `${spelling}${address.search}`;
      const headers = { Location: location, 'Cache-Control': 'no-cache' };
      return respond(request, response, { status: 308, headers, body: Buffer.alloc(0) });
    }
    const url = spelling + renderedSearch(page.meta, address.searchParams);
    return this.#send(request, response, site, { url, page });
  }

  async #send(
    request: IncomingMessage,
    response: ServerResponse,
    site: LiveSite,
    wanted: { url: string; page: LivePage | null },
  ): Promise<void> {
    const page = await this.#finished(site, wanted);
    const { headers, body } = await page.body.variantFor(request.headers['accept-encoding']);
    const release = wanted.page?.remote.live.record;
    const answer = {
      ...headers,
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': page.contentSecurityPolicy,
      'X-Release-Set': `${site.revision}${release ? ` ${release.remote}/${release.id}` : ''}`,
    };
    if (page.status === 200 && request.headers['if-none-match'] === headers.ETag) {
      response.writeHead(304, answer).end();
      return;
    }
    respond(request, response, { status: page.status, headers: answer, body });
  }

  #finished(site: LiveSite, { url, page }: { url: string; page: LivePage | null }): Promise<FinishedPage> {
    const pages = this.#pages.get(site) ?? new LRUCache<string, Promise<FinishedPage>>({ max: pagesKept });
    this.#pages.set(site, pages);
    const known = pages.get(url);
    if (known) return known;
    const finished = this.#renderer.finish({ site, url, page });
    pages.set(url, finished);
    finished.then(
      ({ isRendered }) => isRendered || pages.set(url, finished, { ttl: unrenderedKept }),
      () => pages.delete(url),
    );
    return finished;
  }
}

/** The part of a query that the server renders: parameters and values that the route names, in its order. */
function renderedSearch({ search = {} }: RouteMeta, given: URLSearchParams): string {
  const known = Object.entries(search).flatMap(([name, values]) => {
    const value = given.get(name);
    return value !== null && values.includes(value) ? [[name, value]] : [];
  });
  return known.length === 0 ? '' : `?${new URLSearchParams(known)}`;
}

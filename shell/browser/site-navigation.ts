import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type NavigateOptions,
  NavigationType,
  type Navigator,
  type Path,
  parsePath,
  type To,
} from 'react-router';
import type { SitePage, Visit } from '../app/current-visit.tsx';
import { storeScrollPosition } from '../app/layout/scroll-positions.ts';

/** A visit with what React Router's `Router` takes of it. */
export interface BrowserVisit extends Visit {
  location: Location;
  kind: NavigationType;
}

/** Gives the page of a path once it can be shown; one that cannot be had says so itself. */
export type FindPage = (pathname: string, retry: () => Promise<void>) => Promise<SitePage>;

/** Of a page that the server rendered. */
interface Start {
  /** Its address, where the visitor is elsewhere by now: after a reload, Back changes the address of the same document. */
  renderedAt?: Partial<Path> | undefined;
  /** Resolves once it is hydrated; nothing when it is. */
  untilAlive?: () => Promise<void> | undefined;
}

/** Loads a document; of a `Pop`, whose address is in effect already, the one of that address. */
export type Leave = (kind: NavigationType, address: string) => void;

/**
 * Where the visitor is. Another page is loaded first, and takes the place of the one before, in the address as on the
 * screen, when it is there; whoever goes elsewhere meanwhile never sees it. React Router's own loaders do the same and
 * far more: 14 kB of every first page.
 */
export class SiteNavigation {
  /** For React Router's `Router`: its links and `useNavigate` come here. */
  readonly navigator: Navigator;
  readonly #history = createBrowserHistory();
  readonly #findPage: FindPage;
  readonly #untilAlive: () => Promise<void> | undefined;
  #visit: BrowserVisit;
  #newest = 0;
  #leave: Leave | null = null;
  #show: (visit: BrowserVisit) => void = () => {};

  constructor(first: SitePage, findPage: FindPage, { renderedAt, untilAlive = () => undefined }: Start = {}) {
    const { location, createHref, encodeLocation, go } = this.#history;
    this.#findPage = findPage;
    this.#untilAlive = untilAlive;
    this.#visit = {
      page: first,
      preservesScroll: true,
      location: { ...location, ...renderedAt },
      kind: NavigationType.Pop,
    };
    this.#history.listen(() => {
      const { pathname } = this.#history.location;
      if (!this.#leaves(pathname, NavigationType.Pop, window.location.href))
        void this.#open(pathname, NavigationType.Pop);
    });
    this.navigator = {
      createHref,
      encodeLocation,
      go,
      push: (to, state, options) => this.#go(NavigationType.Push, to, state, options),
      replace: (to, state, options) => this.#go(NavigationType.Replace, to, state, options),
    };
  }

  get visit(): BrowserVisit {
    return this.#visit;
  }

  /** Hears of every visit from here on, at first of where the visitor has gone since the server rendered. */
  follow(show: (visit: BrowserVisit) => void): () => void {
    this.#show = show;
    const { createHref, location } = this.#history;
    if (createHref(location) !== createHref(this.#visit.location))
      void this.#open(location.pathname, NavigationType.Pop);
    return () => {
      this.#show = () => {};
    };
  }

  /** From here on, every other page is a document of its own: this one's releases are to be left. */
  leaveWithNextPage(leave: Leave): void {
    this.#leave = leave;
  }

  #go(kind: NavigationType, to: To, state: unknown, options?: NavigateOptions): void {
    const { pathname = this.#visit.location.pathname } = typeof to === 'string' ? parsePath(to) : to;
    if (this.#leaves(pathname, kind, this.navigator.createHref(to))) return;
    const enter = () => this.#history[kind === NavigationType.Push ? 'push' : 'replace'](to, state);
    void this.#open(pathname, kind, enter, options?.preventScrollReset);
  }

  #leaves(pathname: string, kind: NavigationType, address: string): boolean {
    if (!this.#leave || pathname === this.#visit.location.pathname) return false;
    this.#leave(kind, address);
    return true;
  }

  async #open(pathname: string, kind: NavigationType, enter = () => {}, preservesScroll = false): Promise<void> {
    this.#newest += 1;
    const number = this.#newest;
    const isHere = pathname === this.#visit.location.pathname && this.#visit.page.meta !== null;
    // Rendered again before it is hydrated, the page would lose what was typed into it.
    const coming = isHere ? this.#untilAlive() : this.#findPage(pathname, () => this.#retry());
    const page = (coming && (await coming)) || this.#visit.page;
    if (number !== this.#newest) return;
    storeScrollPosition(this.#visit.location.key);
    enter();
    this.#arrive({ page, preservesScroll, location: this.#history.location, kind });
  }

  /** Asks anew for the page of the address. */
  async #retry(): Promise<void> {
    const { location } = this.#visit;
    const page = await this.#findPage(location.pathname, () => this.#retry());
    if (this.#visit.location === location) this.#arrive({ ...this.#visit, page });
  }

  #arrive(visit: BrowserVisit): void {
    this.#visit = visit;
    this.#show(visit);
  }
}

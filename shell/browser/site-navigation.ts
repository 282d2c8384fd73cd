import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  createPath,
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
  /** Numbers what is mounted for it: another page has another, and the one that the server rendered has 0. */
  mount: number;
}

/** The visit that is shown, and the one that is drawn ahead of it. */
export interface Visits {
  visit: BrowserVisit;
  ahead: BrowserVisit | null;
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

/** How long a page that was drawn ahead is kept, in milliseconds. */
const aheadFor = 30_000;

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
  #visits: Visits;
  #newest = 0;
  #newestAhead = 0;
  #mounts = 0;
  #leave: Leave | null = null;
  #show: (visits: Visits) => void = () => {};

  constructor(first: SitePage, findPage: FindPage, { renderedAt, untilAlive = () => undefined }: Start = {}) {
    const { location, createHref, encodeLocation, go } = this.#history;
    this.#findPage = findPage;
    this.#untilAlive = untilAlive;
    const visit = {
      page: first,
      preservesScroll: true,
      location: { ...location, ...renderedAt },
      kind: NavigationType.Pop,
      mount: 0,
    };
    this.#visits = { visit, ahead: null };
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
    return this.#visits.visit;
  }

  get visits(): Visits {
    return this.#visits;
  }

  /** Hears of every visit from here on, at first of where the visitor has gone since the server rendered. */
  follow(show: (visits: Visits) => void): () => void {
    this.#show = show;
    const { createHref, location } = this.#history;
    if (createHref(location) !== createHref(this.visit.location))
      void this.#open(location.pathname, NavigationType.Pop);
    return () => {
      this.#show = () => {};
    };
  }

  /** From here on, every other page is a document of its own: this one's releases are to be left. */
  leaveWithNextPage(leave: Leave): void {
    this.#leave = leave;
  }

  /**
   * Has the page of an address drawn out of sight, for a visitor who is likely to go there: doing so shows it as it stands.
   * For a while only, since what a page shows may change; the newest takes the place of the one before.
   */
  async prerender(address: string): Promise<void> {
    this.#newestAhead += 1;
    const number = this.#newestAhead;
    const { pathname = '/', search = '', hash = '' } = parsePath(address);
    if (this.#visits.ahead && createPath(this.#visits.ahead.location) === address) return;
    const page = await this.#findPage(pathname, () => this.#retry());
    await this.#untilAlive();
    if (number !== this.#newestAhead || this.#leave || !page.meta || page.meta === this.visit.page.meta) return;
    const key = Math.random().toString(36).slice(2, 10);
    const location: Location = { pathname, search, hash, state: null, key };
    const ahead = this.#visitOf({ page, preservesScroll: false, location, kind: NavigationType.Push });
    this.#arrive(this.visit, ahead);
    setTimeout(() => this.#visits.ahead === ahead && this.#arrive(this.visit), aheadFor);
  }

  #go(kind: NavigationType, to: To, state: unknown, options?: NavigateOptions): void {
    const { pathname = this.visit.location.pathname } = typeof to === 'string' ? parsePath(to) : to;
    if (this.#leaves(pathname, kind, this.navigator.createHref(to))) return;
    const isPush = kind === NavigationType.Push;
    const isPlain = isPush && (state ?? null) === null && !options?.preventScrollReset;
    const enter = () => {
      const { ahead } = this.#visits;
      const isAhead = isPlain && ahead && createPath(ahead.location) === this.navigator.createHref(to);
      // Its entry of the history has the key that the page was drawn with.
      this.#history[isPush ? 'push' : 'replace'](isAhead ? ahead.location : to, state);
    };
    void this.#open(pathname, kind, enter, options?.preventScrollReset);
  }

  #leaves(pathname: string, kind: NavigationType, address: string): boolean {
    if (!this.#leave || pathname === this.visit.location.pathname) return false;
    this.#leave(kind, address);
    return true;
  }

  async #open(pathname: string, kind: NavigationType, enter = () => {}, preservesScroll = false): Promise<void> {
    this.#newest += 1;
    const number = this.#newest;
    const isHere = pathname === this.visit.location.pathname && this.visit.page.meta !== null;
    // Rendered again before it is hydrated, the page would lose what was typed into it.
    const coming = isHere ? this.#untilAlive() : this.#findPage(pathname, () => this.#retry());
    const page = (coming && (await coming)) || this.visit.page;
    if (number !== this.#newest) return;
    storeScrollPosition(this.visit.location.key);
    enter();
    const { location } = this.#history;
    const { ahead } = this.#visits;
    const isAhead = ahead?.page.meta === page.meta && ahead.location.key === location.key;
    this.#arrive(isAhead ? ahead : this.#visitOf({ page, preservesScroll, location, kind }));
  }

  #visitOf(visit: Omit<BrowserVisit, 'mount'>): BrowserVisit {
    if (visit.page.meta === this.visit.page.meta) return { ...visit, mount: this.visit.mount };
    this.#mounts += 1;
    return { ...visit, mount: this.#mounts };
  }

  /** Asks anew for the page of the address. */
  async #retry(): Promise<void> {
    const { location } = this.visit;
    const page = await this.#findPage(location.pathname, () => this.#retry());
    if (this.visit.location === location) this.#arrive({ ...this.visit, page });
  }

  #arrive(visit: BrowserVisit, ahead: BrowserVisit | null = null): void {
    this.#visits = { visit, ahead };
    this.#show(this.#visits);
  }
}

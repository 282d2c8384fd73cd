import type { RouteMeta } from 'kit/contracts/release';

/** A page as the host's bundle renders it. */
export interface RenderedPage {
  /** Markup of the root element. */
  html: string;
  /** Title, meta and link elements for the head. */
  head: string;
  /** Critical styles, one for each Emotion cache key. */
  styles: { key: string; ids: readonly string[]; css: string }[];
}

/**
 * A page of a remote, its component as the remote's server bundle gave it; null where only the host's frame is wanted.
 * `answer` is as the host gave it.
 */
interface LoadedPage {
  meta: RouteMeta;
  Component: unknown;
  answer?: unknown;
}

/**
 * What the host's server bundle exports: it draws any page in the host's layout, with its own instances of the shared
 * modules, which are all that a remote's server bundle may require.
 */
export interface HostBundle<Site = unknown> {
  /**
   * `site` is what the host gave with the page; a page of null is the one for addresses that nobody serves. One without a
   * component is drawn as the host's own frame, and says that its content is left to the browser.
   */
  renderPage(request: { url: string; site: Site; page: LoadedPage | null }): Promise<RenderedPage>;
  sharedInstances: Readonly<Record<string, unknown>>;
}

/** A host's server bundle: the file that it is in, or its code as it was read and checked. */
export type HostCode = string | { code: string };

/** What a remote's server bundle exports. */
export interface RemoteBundle {
  routes: readonly { path: string; load(): Promise<unknown> }[];
}

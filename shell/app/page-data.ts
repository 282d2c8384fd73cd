import type { LoadableRelease } from 'kit/contracts/composition';
import type { RouteMeta } from 'kit/contracts/release';
import type { RouteAnswer } from 'kit/contracts/route-data';
import type { PublicSite } from 'kit/contracts/site-config';

/** The remote that owns a page, with the releases the page may run: the live one and, should it fail, the previous. */
export interface PageRemote {
  name: string;
  live: LoadableRelease;
  previous: LoadableRelease | null;
}

/**
 * What a page carries as its data block: the release set that it was rendered with. The tab stays on it until a full
 * load, so HTML and scripts can never disagree.
 */
export interface PageData {
  /** The release set by its name; `/composition/<set>.json` holds the other remotes. */
  set: string;
  /** The release of the shell that it was made with; absent where that is none of the store. */
  shell?: string;
  site: PublicSite;
  /** Null on a page of the shell, for example not found. */
  remote: PageRemote | null;
  route: RouteMeta | null;
  /** The address that the server rendered, where that is not the path of the route: one with a parameter or a query. */
  url?: string;
  /** What the API said of what the route names as its data; without it the browser asks. */
  answer?: RouteAnswer;
  /** The remote failed on the server, which drew header and footer only: the page is the browser's to render. */
  isFrame?: boolean;
  /** The tab stays on its releases, also when they are taken back: a preview, or a site that moves no tabs. */
  isPinned?: boolean;
}

/** What the server's part of such a page says of itself, as the digest of an error that is none. */
export const frameDigest = 'frame';

/** Id of the `<script type="application/json">` element that carries {@link PageData}. */
export const pageDataElementId = 'page-data';

import type { LoadableRelease } from 'kit/contracts/composition';
import type { RouteMeta } from 'kit/contracts/release';
import type { RouteAnswer } from 'kit/contracts/route-data';
import type { PublicSite } from 'kit/contracts/site-config';

/** The remote of a page, with the releases that the page may run: the live one and, if that fails, the previous one. */
export interface PageRemote {
  name: string;
  live: LoadableRelease;
  previous: LoadableRelease | null;
}

/**
 * The data block of a page. It names the release set that the page was rendered with. The tab stays on this set until a full load, so that
 * HTML and scripts always match.
 */
export interface PageData {
  /** The name of the release set; `/composition/<set>.json` has its other remotes. */
  set: string;
  /** The release of the shell that the page was made with; absent where the shell is not from the store. */
  shell?: string;
  site: PublicSite;
  /** Null on a page of the shell, for example not found. */
  remote: PageRemote | null;
  route: RouteMeta | null;
  /** The address that the server rendered, where it has a parameter or a query and so differs from the path of the route. */
  url?: string;
  /** What the API answered for the data of the route. Without it the browser asks the API. */
  answer?: RouteAnswer;
  /** The remote failed on the server, which rendered header and footer only. The browser renders the content. */
  isFrame?: boolean;
  /** The tab stays on its releases, even if they are rolled back, because it is a preview or the site moves no tabs. */
  isPinned?: boolean;
}

/** The digest with which the server marks the content that it left out of such a page. React takes it for an error's. */
export const frameDigest = 'frame';

/** Id of the `<script type="application/json">` element that carries {@link PageData}. */
export const pageDataElementId = 'page-data';

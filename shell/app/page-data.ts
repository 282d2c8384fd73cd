import type { LoadableRelease } from 'kit/contracts/composition';
import type { RouteMeta } from 'kit/contracts/release';
import type { RouteAnswer } from 'kit/contracts/route-data';
import type { PublicSite } from 'kit/contracts/site-config';

/** The remote of a page with the releases that the page may run: the live one and, if that fails, the previous one. */
export interface PageRemote {
  name: string;
  live: LoadableRelease;
  previous: LoadableRelease | null;
}

/**
 * The data block of a page. It names the release set that the page was rendered with. The tab keeps this set until a full
 * load, so that HTML and scripts always match.
 */
export interface PageData {
  /** The name of the release set; `/composition/<set>.json` has its other remotes. */
  set: string;
  /** The shell's release that rendered the page; absent if the shell does not come from the store. */
  shell?: string;
  site: PublicSite;
  /** Null on a page of the shell, such as not found. */
  remote: PageRemote | null;
  route: RouteMeta | null;
  /** The rendered address, if parameters or a query make it differ from the route's path. */
  url?: string;
  /** The API's answer for the route's data. Without it the browser asks the API. */
  answer?: RouteAnswer;
  /** True if the remote failed on the server, which then rendered only header and footer. The browser renders the content. */
  isFrame?: boolean;
  /** True if the tab keeps its releases even after a rollback: it is a preview, or the site moves no tabs. */
  isPinned?: boolean;
}

/** The server's digest for the content that it left out of such a page. React treats it like an error's digest. */
export const frameDigest = 'frame';

/** Id of the `<script type="application/json">` element with {@link PageData}. */
export const pageDataElementId = 'page-data';

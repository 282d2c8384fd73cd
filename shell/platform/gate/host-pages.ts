import type { BrowserRelease } from 'kit/contracts/composition';
import type { ReleaseRecord, RouteMeta } from 'kit/contracts/release';
import type { StoredShell } from '../live/stored-shell.ts';
import type { RenderedPage } from '../rendering/host-bundle.ts';

/** A page of a release that is to be tried, as the host would put it into a document. */
export interface TrialPage<Site = unknown> {
  site: Site;
  /** Its address: path and query. */
  url: string;
  /** Null is the host's own page for addresses that nobody serves. */
  page: { remote: string; release: BrowserRelease; meta: RouteMeta } | null;
  rendered: RenderedPage;
}

/** A page of a release whose first answer is to be weighed. */
export interface WeighedPage<Site = unknown> {
  site: Site;
  record: ReleaseRecord;
  meta: RouteMeta;
  rendered: RenderedPage;
}

/** What a server of the site would answer. */
export interface TrialAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/**
 * The host's pages as browsers get them, without a server that runs. With them the gate tries the browser bundle of a
 * release.
 */
export interface HostPages<Site = unknown> {
  /** The same pages with a release of the host instead of what lies beside it. */
  withShell(shell: StoredShell): HostPages<Site>;
  /** The document of a page; its scripts start at once. */
  buildPage(page: TrialPage<Site>): TrialAnswer;
  /**
   * What a server of the site sends for a page at once, in bytes on the wire, with its headers, in the smallest form that it
   * comes to; a larger one that is `enough` spares making that.
   */
  weigh(page: WeighedPage<Site>, enough: number): Promise<number>;
  /** Everything else that a page may ask the site for, but the files of its own release. */
  answer(pathname: string): Promise<TrialAnswer>;
  /** The type that a file is sent with, by its name. */
  contentTypeOf(file: string): string;
  /** A script expression that is true once the page has come alive, and stays false when its remote failed. */
  isAlive: string;
  /** How the host begins what it writes to the console when a page fails; errors are seen anyway. */
  complaint: string;
  /** What the host's own scripts may write to the console without any fault of the page. */
  noise: RegExp;
  /** Globals beside the container's own that the host and its shared modules may come to define while a page of a remote loads. */
  globalsOf(remote: string): readonly string[];
}

/** The host's pages, with a release of the host where there is one. */
export async function loadHostPages(
  { loadPages }: { loadPages: () => Promise<HostPages> },
  shell?: StoredShell | null,
): Promise<HostPages> {
  const hostPages = await loadPages();
  return shell ? hostPages.withShell(shell) : hostPages;
}

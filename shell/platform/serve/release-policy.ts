import type { BrowserRelease } from 'kit/contracts/composition';
import type { ReleaseRecord, RouteMeta } from 'kit/contracts/release';
import type { RecordBudget } from 'kit/squad/rules/check-release';
import type { Signer } from '../keys/keys.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleaseChain } from '../state/release-chain.ts';
import type { RenderedPage } from './rendering/host-bundle.ts';
import type { RenderPool, RenderPoolOptions } from './rendering/render-pool.ts';
import type { StoredShell } from './stored-release.ts';

export interface BrowserChoice {
  /** The path of a Chromium, Chrome or Edge, or `require`: the gate refuses a release when it finds no browser. Optional otherwise. */
  browser?: string | undefined;
  /** Paths where a browser may be installed. Default: the usual paths of each system. */
  places?: readonly string[] | undefined;
}

export interface HostBrowsing extends BrowserChoice {
  /** Loads the code that builds pages. It is lazy, because most commands do not need this code. */
  loadPages: () => Promise<HostPages>;
}

/** What the site offers its remotes. The platform receives all of it as an argument and depends on no site. */
export interface ReleasePolicy {
  /** Paths that the host serves itself, with everything below them. No remote can own one. */
  reserved: readonly string[];
  /** GET paths of the host's API that a route may name as its data, with `:name` for parameters. */
  offeredData: readonly string[];
  recordBudget: RecordBudget;
  /** Maximum of what a server sends for a page before the first acknowledgement, in compressed bytes with headers. */
  firstAnswerBudget: number;
  /** The version of each shared module that the host provides, by the module's id. */
  sharedModules: Readonly<Record<string, string>>;
  /** Rendering by the shell that this program was built with. Servers use it, and {@link sharedModules}, while no shell release is live. */
  rendering: {
    /** The host's own code, built to one CommonJS file, which exports a `HostBundle` as `hostBundle`. */
    bundle: string;
    /** The command that builds the file. Error messages name it when the file is missing. */
    buildCommand: string;
    /** Reads what the host gives to each page. Each gate run calls it again. Throws a sentence when it cannot be read. */
    readSite: () => unknown;
  };
  shell: {
    /** The kind of documents that this server program writes. A shell of another kind would not hydrate in them. */
    documents: number;
    /** Maximum size of all scripts that a first page loads, of the remote and of the shell, in bytes of brotli. */
    firstPageBudget: number;
  };
  /** Null for a host without pages for browsers. The gate then reports that it tested none. */
  browsing: HostBrowsing | null;
}

/** A release store, the policy of its site and the signers. Switches and gates work on it. */
export interface ReleasePlatform {
  readonly store: ReleaseStore;
  readonly policy: ReleasePolicy;
  /** Creates the renderers in which the gate tests a release. */
  readonly createPool: (options: RenderPoolOptions) => RenderPool;
  readonly chain: ReleaseChain;
  /** Reads the signer of releases and switches. Rejects with instructions when there is no private key. */
  readonly readSigner: () => Promise<Signer>;
  /** Reads the signer of changes of rights. Rejects with instructions when there is no private key. */
  readonly readRootSigner: () => Promise<Signer>;
}

/** A page of a release under test, as the host would put it into a document. */
export interface TrialPage<Site = unknown> {
  site: Site;
  /** Path and query. */
  url: string;
  /** Null for the host's own not-found page. */
  page: { remote: string; release: BrowserRelease; meta: RouteMeta } | null;
  rendered: RenderedPage;
}

/** A page of a release whose first response is measured. */
export interface WeighedPage<Site = unknown> {
  site: Site;
  record: ReleaseRecord;
  meta: RouteMeta;
  rendered: RenderedPage;
}

export interface TrialAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/**
 * The host's pages as browsers get them, without a running server. The gate tests the browser bundle of a release with them.
 */
export interface HostPages<Site = unknown> {
  /** Returns the same pages with a release of the shell instead of the built-in shell. */
  withShell(shell: StoredShell): HostPages<Site>;
  /** Builds the document of a page. Its scripts start at once. */
  buildPage(page: TrialPage<Site>): TrialAnswer;
  /**
   * Measures what a server sends for the first response of a page, in bytes on the wire with headers, in its smallest
   * encoding. When a faster encoding is already at most `enough` bytes, its size is returned instead.
   */
  weigh(page: WeighedPage<Site>, enough: number): Promise<number>;
  /** Answers every other request of a page to the site, except for the files of its own release. */
  answer(pathname: string): Promise<TrialAnswer>;
  contentTypeOf(file: string): string;
  /** A script expression that is true once the page is hydrated, and stays false when its remote failed. */
  isAlive: string;
  /** A script expression for the place and visibility of the host's own parts, which no page of a remote may change. */
  frame: string;
  /** The prefix of the host's console messages about a failed page. The gate sees errors without it. */
  complaint: string;
  /** Console messages of the host's own scripts that are no fault of the page. */
  noise: RegExp;
  /** Globals that the host and its shared modules may define while a page of a remote loads, besides the container's own. */
  globalsOf(remote: string): readonly string[];
}

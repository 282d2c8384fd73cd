import type { BrowserRelease } from 'kit/contracts/composition';
import type { ReleaseRecord, RouteMeta } from 'kit/contracts/release';
import type { Signer } from '../keys/keys.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleaseChain } from '../state/release-chain.ts';
import type { RenderedPage } from './rendering/host-bundle.ts';
import type { RenderPool, RenderPoolOptions } from './rendering/render-pool.ts';
import type { StoredShell } from './stored-release.ts';

/** What renders pages on the server: the host's own code, built to one CommonJS file. */
export interface HostRendering {
  /** The file, which exports a `HostBundle` as `hostBundle`. */
  bundle: string;
  /** The command that builds it, for whoever finds it missing. */
  buildCommand: string;
  /** What the host gives to each page it renders. Asked anew for each gate; throws a sentence when it cannot be read. */
  readSite: () => unknown;
}

/** Which browser the gate tries pages in. */
export interface BrowserChoice {
  /** The path of a Chromium, Chrome or Edge, or `require`: a release is refused without it. Any or none when it is not given. */
  browser?: string | undefined;
  /** Where one may be installed; the usual places unless they are given. */
  places?: readonly string[] | undefined;
}

/** What the gate tries the pages of a release in a browser with. */
export interface HostBrowsing extends BrowserChoice {
  /** Called each time the gate needs the pages. Most commands never load the code that builds pages. */
  loadPages: () => Promise<HostPages>;
}

/** In bytes of JSON. */
export interface RecordBudget {
  /** The routes, which every page of the remote carries along, and every composition. */
  routes: number;
  /** The whole record, which every server reads. */
  record: number;
}

/** What a release of the host itself is held against. */
export interface ShellPolicy {
  /** The kind of documents that this server program writes: a shell of another kind would not come alive in them. */
  documents: number;
  /** All scripts that a first page loads, the remote's and the shell's, in bytes of brotli. */
  firstPageBudget: number;
}

/** What the site offers its remotes. The platform is given all of it, and knows no site by itself. */
export interface ReleasePolicy {
  /** Paths that the host serves itself, with everything below them: no remote can be given one. */
  reserved: readonly string[];
  /** Paths of the host's API, with `:name` for what an address fills in, that a route may name as its data: a GET each. */
  offeredData: readonly string[];
  /** What the record of a release may weigh, in bytes of JSON. */
  recordBudget: RecordBudget;
  /** What a server may send for a page before its first bytes have been acknowledged, in bytes, compressed, with the headers. */
  firstAnswerBudget: number;
  /** The version of each shared module that the host provides, by the module's id. */
  sharedModules: Readonly<Record<string, string>>;
  /** Of the shell that this program was built with, as {@link sharedModules} is; in use where no release of the shell is live. */
  rendering: HostRendering;
  shell: ShellPolicy;
  /** Null for a host without pages for browsers: the gate then says that it tried none. */
  browsing: HostBrowsing | null;
}

/** A release store, the policy of the site whose releases it holds, and who signs: what switches and gates work on. */
export interface ReleasePlatform {
  readonly store: ReleaseStore;
  readonly policy: ReleasePolicy;
  /** Creates the renderers that the gate tries a release with. */
  readonly createPool: (options: RenderPoolOptions) => RenderPool;
  /** What counts of the store's logs. */
  readonly chain: ReleaseChain;
  /** Who signs releases and switches. Rejects with what to do where there is no private key. */
  readonly readSigner: () => Promise<Signer>;
  /** Who signs changes of rights; rejects likewise. */
  readonly readRootSigner: () => Promise<Signer>;
}

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

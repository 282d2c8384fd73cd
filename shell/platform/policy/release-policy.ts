import type { SizeBudget } from '../budgets/budget-revision.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import type { PathTable } from './path-owner.ts';

/** What renders pages on the server: the host's own code, built to one CommonJS file. */
export interface HostRendering {
  /** The file, which exports a `HostBundle` as `hostBundle`. */
  bundle: string;
  /** The command that builds it, for whoever finds it missing. */
  buildCommand: string;
  /** What the host gives to each page it renders. Asked anew for each gate; throws a sentence when it cannot be read. */
  readSite: () => unknown;
}

/** What the gate tries the pages of a release in a browser with. */
export interface HostBrowsing {
  /** The file of a module that exports a `HostPages` as `hostPages`; it is imported when the gate needs it. */
  module: string;
  /** A path of a Chromium, or `jsdom`; the best that the machine has when it is not given. */
  browser?: string | undefined;
}

/** In bytes of JSON. */
export interface RecordBudget {
  /** The routes, which every page of the remote carries along, and every composition. */
  routes: number;
  /** The whole record, which every server reads. */
  record: number;
}

/** What the site allows its remotes and offers them. The platform is given all of it, and knows no site by itself. */
export interface ReleasePolicy {
  paths: PathTable;
  /** What the scripts of a remote may weigh, until staff say otherwise for it. */
  sizeBudget: SizeBudget;
  /** What the record of a release may weigh, in bytes of JSON. */
  recordBudget: RecordBudget;
  /** The version of each shared module that the host provides, by the module's id. */
  sharedModules: Readonly<Record<string, string>>;
  rendering: HostRendering;
  /** Null for a host without pages for browsers: the gate then says that it tried none. */
  browsing: HostBrowsing | null;
}

/** A release store, and the policy of the site whose releases it holds: what switches and gates work on. */
export interface ReleasePlatform {
  readonly store: ReleaseStore;
  readonly policy: ReleasePolicy;
}

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

/** What the site allows its remotes and offers them. The platform is given all of it, and knows no site by itself. */
export interface ReleasePolicy {
  paths: PathTable;
  /** What the scripts of a remote may weigh, until staff say otherwise for it. */
  sizeBudget: SizeBudget;
  /** The version of each shared module that the host provides, by the module's id. */
  sharedModules: Readonly<Record<string, string>>;
  rendering: HostRendering;
}

/** A release store, and the policy of the site whose releases it holds: what switches and gates work on. */
export interface ReleasePlatform {
  readonly store: ReleaseStore;
  readonly policy: ReleasePolicy;
}

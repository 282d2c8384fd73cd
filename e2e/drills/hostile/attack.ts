import type { HostileSite } from './hostile-site.ts';

/** What the sites of an area stand on, where that is not a folder: an area's file exports it as `ground`. */
export interface Ground {
  /** Makes a new one ready, by the variables of this process; asked before each site. */
  renew(): Promise<void>;
  leave(): Promise<void>;
}

/** One row of the drill: somebody hostile tries one thing against a running site. */
export interface Attack {
  /** Who tries what, for the row. */
  name: string;
  /** True starts it on a site that no row before has touched. */
  fresh?: true;
  /** Null: it failed, as it must; else a sentence that says what it reached. What it throws counts as reached, too. */
  run(site: HostileSite): Promise<string | null>;
}

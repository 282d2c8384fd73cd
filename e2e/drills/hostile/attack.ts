import type { HostileSite } from './hostile-site.ts';

/** The storage of an area's sites, if it is not a folder; the area's file exports it as `ground`. */
export interface Ground {
  /** Prepares a new one through variables of this process; called before each site. */
  renew(): Promise<void>;
  leave(): Promise<void>;
}

/** One row of the drill: one attack on a running site. */
export interface Attack {
  /** The attacker and the attempt, as the row's name. */
  name: string;
  /** True runs it on a site that no earlier row has touched. */
  fresh?: true;
  /**
   * Returns null if the attack failed, as it must, or a sentence that says what it achieved. A thrown error counts as an
   * achievement, too.
   */
  run(site: HostileSite): Promise<string | null>;
}

import type { Composition } from 'kit/contracts/composition';
import type { StoredShell } from '../live/stored-shell.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import type { LoadedRelease } from '../release/release-files.ts';
import type { Rights } from '../trust/rights.ts';

export interface GateContext extends Pick<ReleasePlatform, 'store' | 'policy'> {
  rights: Rights;
  /** It was live before, and passed every rule then. */
  isRollback: boolean;
  release: LoadedRelease;
  composition: Composition | null;
  /** The release of the shell that pages are tried in; the shell beside this program where there is none. */
  shell?: StoredShell | null | undefined;
  /** It is the shell that is asked about: what it does on every page counts as well. */
  isShellOnTrial?: boolean;
  /** Takes what people should know of how the gate looked, whatever it found. */
  notes?: string[] | undefined;
}

export interface GateProblem {
  problem: string;
  remedy: string;
}

/** One rule of the activation gate, in one file. Some look at less than a gate knows, and can be asked outside of one. */
export interface GateRule<Context = GateContext> {
  /** The name that a refusal gives it. */
  id: string;
  /** What it asks, in one sentence for squads. */
  says: string;
  /** Whether a release that was live before has to pass it again on a rollback, which must take effect within a second. */
  onRollback: boolean;
  /** Rules behind a broken one that says so are not asked: nothing of a tampered release may be run. */
  stopsGate: boolean;
  /** Ids of rules before it whose outcome it uses: it is asked when they are done. */
  behind?: readonly string[];
  /** Ids of rules before it whose outcome it uses as that comes: it is asked beside them. */
  beside?: readonly string[];
  /** Begins what takes time and needs nothing of the release, while the rules before it are asked; gives how to end it. */
  prepare?: (context: Context) => () => void;
  /** Empty when the release holds the rule. `over` resolves when the rules that it is asked beside are done, which they are where nobody says; it never rejects. */
  check(context: Context, over?: Promise<unknown>): Promise<GateProblem[]>;
}

import type { Composition } from 'kit/contracts/composition';
import type { LoadedRelease } from '../release/release-files.ts';
import type { ReleaseStore } from '../store/release-store.ts';

export interface GateContext {
  store: ReleaseStore;
  release: LoadedRelease;
  composition: Composition | null;
}

export interface GateProblem {
  problem: string;
  remedy: string;
}

/** One rule of the activation gate, in one file. */
export interface GateRule {
  /** The name that a refusal gives it. */
  id: string;
  /** Whether a release that was live before has to pass it again on a rollback, which must take effect within a second. */
  onRollback: boolean;
  /** Rules behind a broken one that says so are not asked: nothing of a tampered release may be run. */
  stopsGate: boolean;
  /** Empty when the release holds the rule. */
  check(context: GateContext): Promise<GateProblem[]>;
}

import type { Composition } from 'kit/contracts/composition';
import { dueAt, stepTime } from '../state/canary-plan.ts';

type Canary = NonNullable<Composition['remotes'][string]['canary']>;

/**
 * Tells when the time of a plan's step is over, whatever the clocks of two machines say: a step that came while this server ran
 * is timed by how long it has been here. Only of one that was there when the server started, the time that the revision says
 * counts, too.
 */
export class StepClock {
  readonly #seen = new Map<string, { at: number; isFromBefore: boolean }>();
  #hasLooked = false;

  /** Looks at every canary of a revision; `elapsed` counts milliseconds, and nobody sets it. */
  look(canaries: readonly (readonly [remote: string, canary: Canary])[], elapsed: number): void {
    const names = new Set(canaries.map(([remote, canary]) => nameOf(remote, canary)));
    for (const name of this.#seen.keys()) if (!names.has(name)) this.#seen.delete(name);
    for (const name of names) {
      if (!this.#seen.has(name)) this.#seen.set(name, { at: elapsed, isFromBefore: !this.#hasLooked });
    }
    this.#hasLooked = true;
  }

  /** How long the time of a step is over already, in milliseconds; below 0 it is not. */
  overdue(remote: string, canary: Canary, { now, elapsed }: { now: number; elapsed: number }): number {
    const seen = this.#seen.get(nameOf(remote, canary));
    if (!canary.plan || !seen) return Number.NEGATIVE_INFINITY;
    const here = elapsed - seen.at - stepTime(canary.plan);
    const due = dueAt(canary);
    return seen.isFromBefore && due !== null ? Math.max(here, now - due) : here;
  }
}

function nameOf(remote: string, { id, since, plan }: Canary): string {
  return [remote, id, since, plan?.step, plan?.paused?.since].join(' ');
}

import { describeMinutes } from 'kit/contracts/canary-plan';
import type { Composition } from 'kit/contracts/composition';
import { pause, takePlannedStep } from '../acts/canary.ts';
import { doSwitch } from '../acts/write-revision.ts';
import { RevisionTakenError } from '../log/revision.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { dueAt, freezeOf, isUnderWay, stepTime } from '../state/site-state.ts';
import { StorageUnavailableError } from '../storage/object-storage.ts';
import { ReleaseError } from '../storage/release-error.ts';
import { type CanaryEvaluation, evaluateCanary, evidenceOf } from './evaluate-release.ts';
import { evaluateSite, type RemoteVerdict, type Verdict } from './evaluate-site.ts';

type Canary = NonNullable<Composition['remotes'][string]['canary']>;
type PlannedCanary = Canary & { plan: NonNullable<Canary['plan']> };

export interface PlanEvent {
  /** `hindered`: it can neither continue nor write to the log that it stopped. */
  kind: 'advanced' | 'promoted' | 'stopped' | 'hindered';
  remote: string;
  /** Its action or finding. */
  composition: Composition;
  sentence: string;
}

/** The time sources of a server, in milliseconds: the wall clock, and a monotonic clock, which clock changes do not affect. */
export interface PlanTime {
  now: number;
  elapsed: number;
}

/**
 * Takes the due steps of plans. Any number of servers of a store may run it: the compare-and-set lets one of them take each
 * step. A plan continues while the canary is no worse than the live release. It stops when the canary is worse and the guard
 * has not ended it, or when twice the planned time brought too little data. A revision then records the reason.
 */
export class PlanRunner {
  readonly #platform: ReleasePlatform;
  readonly #clock = new StepClock();

  constructor(platform: ReleasePlatform) {
    this.#platform = platform;
  }

  async run({ now, elapsed }: PlanTime = { now: Date.now(), elapsed: performance.now() }): Promise<PlanEvent[]> {
    const { store, chain } = this.#platform;
    // When polls of the store cost money, the caller refreshes the chain.
    if (store.pace.isFree || !chain.current) await chain.refresh({ whole: false });
    const current = chain.current?.composition;
    if (!current) return [];
    const canaries = Object.entries(current.remotes).flatMap(([remote, { canary }]) =>
      canary ? [[remote, canary] as const] : [],
    );
    this.#clock.look(canaries, elapsed);
    const underWay = canaries.flatMap(([remote, canary]) => {
      const { plan } = canary;
      return plan && isUnderWay(canary) ? [{ remote, canary: { ...canary, plan } }] : [];
    });
    if (underWay.length === 0) return [];
    const verdicts = await evaluateSite(store, current, now);
    const events: PlanEvent[] = [];
    for (const { remote, canary } of underWay) {
      const verdict = verdicts.find((one) => one.remote === remote);
      const overdue = this.#clock.overdue(remote, canary, { now, elapsed });
      const composition = events.findLast(({ kind }) => kind !== 'hindered')?.composition ?? current;
      const isFrozen = freezeOf(current, remote, new Date(now).toISOString()) !== null;
      if (!verdict?.canary || isFrozen) continue;
      const event = await this.#goOn({ verdict, seen: verdict.canary, canary, overdue, composition });
      if (event) events.push(event);
    }
    return events;
  }

  async #goOn(plan: PlanInView): Promise<PlanEvent | null> {
    const { canary, overdue } = plan;
    const evaluation = evaluateCanary(plan.seen);
    try {
      if (evaluation.kind === 'worse') return await this.#stop(plan, describeWorse(evaluation, plan.seen));
      if (overdue < 0) return null;
      if (evaluation.kind === 'not-worse') return await this.#step(plan, evaluation);
      if (overdue < stepTime(canary.plan)) return null;
      return await this.#stop(plan, describeTooLittle(evaluation, canary));
    } catch (error) {
      // Another switch happened meanwhile, so the counts are outdated.
      if (error instanceof RevisionTakenError) return null;
      if (!(error instanceof ReleaseError) || error instanceof StorageUnavailableError) throw error;
      const why = `the next step cannot be taken: ${error.message}`;
      if (evaluation.kind !== 'not-worse') return describeHindered(plan, error.message);
      return this.#stop(plan, why).catch((second: unknown) => {
        if (second instanceof RevisionTakenError) return null;
        if (second instanceof StorageUnavailableError) throw second;
        return describeHindered(plan, error.message);
      });
    }
  }

  async #step({ verdict, seen, composition: before }: PlanInView, { sentence }: CanaryEvaluation): Promise<PlanEvent> {
    const { remote } = verdict;
    const evidence = evidenceOf(seen.health, Date.now());
    const expectedRevision = before.revision;
    const request = { remote, by: 'plan', reason: `not worse than live: ${sentence}`, evidence, expectedRevision };
    const { composition } = await doSwitch(this.#platform, request, takePlannedStep);
    const { action, to } = composition;
    if (action === 'promote') {
      const words = `${remote} ${to} is live: its plan came to its end (${sentence})`;
      return { kind: 'promoted', remote, composition, sentence: words };
    }
    const share = composition.remotes[remote]?.canary?.percent;
    return { kind: 'advanced', remote, composition, sentence: `${remote} ${to} gets ${share} % (${sentence})` };
  }

  async #stop({ verdict, canary, composition: before }: PlanInView, why: string): Promise<PlanEvent> {
    const { remote } = verdict;
    const reason = `stopped at ${canary.percent} %: ${why}`;
    const expectedRevision = before.revision;
    const { composition } = await doSwitch(this.#platform, { remote, by: 'plan', reason, expectedRevision }, pause);
    const sentence = `The plan of ${remote} ${canary.id} stopped at ${canary.percent} %: ${why}. People decide: "npm run release -- resume ${remote}" lets it go on, "abort ${remote}" ends the canary.`;
    return { kind: 'stopped', remote, composition, sentence };
  }
}

interface PlanInView {
  verdict: RemoteVerdict;
  seen: Verdict;
  canary: PlannedCanary;
  /** The time since the step became due, in milliseconds; negative before. */
  overdue: number;
  /** The period of the evaluation. */
  composition: Composition;
}

function describeHindered({ verdict, canary, composition }: PlanInView, why: string): PlanEvent {
  const { remote } = verdict;
  const sentence = `The plan of ${remote} ${canary.id} stays at ${canary.percent} % and cannot say so in the log: ${why}`;
  return { kind: 'hindered', remote, composition, sentence };
}

function describeWorse({ by, sentence }: CanaryEvaluation, { alarm }: Verdict): string {
  return `it is worse than live by its ${by}: ${sentence}${alarm ? ', and the guard leaves it to people' : ''}`;
}

function describeTooLittle({ by, sentence }: CanaryEvaluation, { plan }: PlannedCanary): string {
  const minutes = plan.steps[plan.step]?.minutes ?? 0;
  return `too few ${by} were seen in ${describeMinutes(minutes * 2)} to go on: ${sentence}`;
}

/**
 * Determines when a plan's step is due, independently of differences between the clocks of two machines. The monotonic clock
 * measures a step that arrived while this server ran. For a step from before the start, the time in the revision counts too.
 */
export class StepClock {
  readonly #seen = new Map<string, { at: number; isFromBefore: boolean }>();
  #hasLooked = false;

  /** Records every canary of a revision. `elapsed` is monotonic, in milliseconds. */
  look(canaries: readonly (readonly [remote: string, canary: Canary])[], elapsed: number): void {
    const names = new Set(canaries.map(([remote, canary]) => nameOf(remote, canary)));
    for (const name of this.#seen.keys()) if (!names.has(name)) this.#seen.delete(name);
    for (const name of names) {
      if (!this.#seen.has(name)) this.#seen.set(name, { at: elapsed, isFromBefore: !this.#hasLooked });
    }
    this.#hasLooked = true;
  }

  /** Returns the time since a step became due, in milliseconds; negative before. */
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

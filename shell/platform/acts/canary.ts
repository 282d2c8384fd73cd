import type { PlanRequest } from 'kit/contracts/canary-plan';
import { type Composition, canaryPlanSchema, planLimits } from 'kit/contracts/composition';
import { quickGateRules } from '../gate/gate.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { dueAt, nextStepOf, type SiteState } from '../state/site-state.ts';
import { ReleaseError } from '../storage/release-error.ts';
import {
  doSwitch,
  passGate,
  readSignerFor,
  readSite,
  type SwitchRequest,
  type SwitchResult,
  unchanged,
} from './write-revision.ts';

export interface CanaryRequest extends SwitchRequest {
  id: string;
  /** Above 0, up to 100; of a canary with a plan, its first step says it. */
  percent?: number;
  /** Grows by itself as long as nothing speaks against it. */
  plan?: PlanRequest;
}

export interface PromoteRequest extends SwitchRequest {
  /** `off`: failures of this release never roll it back automatically. */
  guard?: 'on' | 'off';
}

interface AbortRequest extends SwitchRequest {
  /** What an automatic end was decided on. */
  evidence?: Composition['evidence'];
}

interface StepRequest extends SwitchRequest {
  /** What the step was decided on. */
  evidence: NonNullable<Composition['evidence']>;
}

/** Who follows a store, and signs: plans run without a gate of their own. */
type Platform = Pick<ReleasePlatform, 'store' | 'chain' | 'readSigner'>;

/** Gives a share of the visitors a release that is not live, or changes the share. It passes the gate first. */
export async function startCanary(platform: ReleasePlatform, request: CanaryRequest): Promise<SwitchResult> {
  const { remote, id, plan, rules } = request;
  const percent = plan ? (plan.steps[0]?.percent ?? 0) : (request.percent ?? 0);
  if (plan) checkPlan(plan);
  if (!(percent > 0 && percent <= 100)) {
    throw new ReleaseError('bad-name', `A canary's share is above 0 and at most 100 percent, not ${percent}.`);
  }
  const site = await readSite(platform, request.expectedRevision);
  const rollback = site.composition?.remotes[remote]?.canary?.id === id;
  return doSwitch(
    platform,
    site,
    request,
    { type: 'canary', remote, id, percent, ...(plan && { plan }) },
    { gate: (notes) => passGate(platform, site.composition, { remote, id, rules, rollback, notes }) },
  );
}

/** Makes the canary live for everybody. */
export async function promoteCanary(platform: ReleasePlatform, request: PromoteRequest): Promise<SwitchResult> {
  const { remote, rules, guard } = request;
  const site = await readSite(platform, request.expectedRevision);
  const id = canaryOf(site, remote)?.id ?? '';
  return doSwitch(
    platform,
    site,
    request,
    { type: 'promote', remote, id, ...(guard === 'off' && { guard }) },
    { gate: (notes) => passGate(platform, site.composition, { remote, id, rules, rollback: false, notes }) },
  );
}

/** Gives everybody the live release again. */
export async function abortCanary(platform: Platform, request: AbortRequest): Promise<SwitchResult> {
  const { remote, evidence } = request;
  const site = await readSite(platform, request.expectedRevision);
  return doSwitch(platform, site, request, { type: 'abort', remote, ...(evidence && { evidence }) });
}

/** Holds the plan of a canary at its share: people do, and servers that must not go on. The canary itself goes on. */
export async function pausePlan(platform: Platform, request: SwitchRequest): Promise<SwitchResult> {
  const { remote } = request;
  const site = await readSite(platform, request.expectedRevision);
  if (site.composition && canaryOf(site, remote)?.plan?.paused) {
    await readSignerFor(platform, 'rollback', remote);
    return unchanged(site.composition);
  }
  return doSwitch(platform, site, request, { type: 'pause', remote });
}

/** Lets a plan that was held go on; the time of its step, and what is seen of it, begin again. */
export async function resumePlan(platform: Platform, request: SwitchRequest): Promise<SwitchResult> {
  const { remote } = request;
  const site = await readSite(platform, request.expectedRevision);
  const plan = canaryOf(site, remote)?.plan;
  if (site.composition && plan && !plan.paused) {
    for (const right of plan.promote ? (['canary', 'activate'] as const) : (['canary'] as const)) {
      await readSignerFor(platform, right, remote);
    }
    return unchanged(site.composition);
  }
  return doSwitch(platform, site, request, { type: 'resume', remote });
}

/**
 * Does what a plan says next: a larger share, or live for everybody. Signed by a server, it counts since people signed the plan.
 * Whoever calls this has waited for the time of the step, and looked at what there is to see.
 */
export async function takePlannedStep(platform: ReleasePlatform, request: StepRequest): Promise<SwitchResult> {
  const { remote, evidence } = request;
  const site = await readSite(platform, request.expectedRevision);
  const canary = canaryOf(site, remote);
  // Its time is over by the clock of this server; the one that signed the step before may be ahead of it.
  const notBefore = (canary && dueAt(canary)) ?? 0;
  if (!canary || nextStepOf(canary)?.kind !== 'promote') {
    return doSwitch(platform, site, request, { type: 'advance', remote, evidence }, { notBefore });
  }
  const { id } = canary;
  // It passed the whole gate when the canary began; what else is live may have changed meanwhile.
  const { rules = quickGateRules } = request;
  return doSwitch(
    platform,
    site,
    request,
    { type: 'promote', remote, id, byPlan: true, evidence },
    { notBefore, gate: () => passGate(platform, site.composition, { remote, id, rules, rollback: false }) },
  );
}

/** A plan that cannot be kept is refused in words before anything else is asked. */
function checkPlan({ steps, promote }: PlanRequest): void {
  const problem = canaryPlanSchema.safeParse({ steps, promote, step: 0 }).error?.issues[0];
  if (!problem) return;
  throw new ReleaseError(
    'bad-name',
    `A plan has 1 to ${planLimits.steps} steps, each with a share above 0 and at most 100 percent, and a time above 0 and at most ${planLimits.minutes / 60 / 24} days.`,
  );
}

/** Undefined where none runs, which the reducer refuses in words. */
function canaryOf({ composition }: SiteState, remote: string) {
  return composition?.remotes[remote]?.canary;
}

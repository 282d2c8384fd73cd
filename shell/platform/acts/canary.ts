import type { PlanRequest } from 'kit/contracts/canary-plan';
import { type Composition, canaryPlanSchema, planLimits } from 'kit/contracts/composition';
import { quickGateRules } from '../gate/gate.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { dueAt, nextStepOf, type SiteState } from '../state/site-state.ts';
import { ReleaseError } from '../storage/release-error.ts';
import type { ActivateRequest } from './switch.ts';
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
  /** Above 0, up to 100. A canary with a plan takes it from the first step. */
  percent?: number | undefined;
  /** The share grows by these steps while the canary is as good as the live release. */
  plan?: PlanRequest | undefined;
}

/** The figures that an automatic act was decided on. */
type Evidence = NonNullable<Composition['evidence']>;

/** Steps of plans need no policy and no gate. */
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

export async function promoteCanary(
  platform: ReleasePlatform,
  request: SwitchRequest & Pick<ActivateRequest, 'guard'>,
): Promise<SwitchResult> {
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

export async function abortCanary(
  platform: Platform,
  request: SwitchRequest & { evidence?: Evidence },
): Promise<SwitchResult> {
  const { remote, evidence } = request;
  const site = await readSite(platform, request.expectedRevision);
  return doSwitch(platform, site, request, { type: 'abort', remote, ...(evidence && { evidence }) });
}

/** Pauses the plan of a canary at its present share, for people or for a server that may not continue it. The canary stays. */
export async function pausePlan(platform: Platform, request: SwitchRequest): Promise<SwitchResult> {
  const { remote } = request;
  const site = await readSite(platform, request.expectedRevision);
  if (site.composition && canaryOf(site, remote)?.plan?.paused) {
    await readSignerFor(platform, 'rollback', remote);
    return unchanged(site.composition);
  }
  return doSwitch(platform, site, request, { type: 'pause', remote });
}

/** Resumes a paused plan. The time and the counts of its step start over. */
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
 * Takes the next step of a plan: a larger share, or live for everybody. A server may sign it, because people signed the plan.
 * The caller has waited for the time of the step and has evaluated the canary.
 */
export async function takePlannedStep(
  platform: ReleasePlatform,
  request: SwitchRequest & { evidence: Evidence },
): Promise<SwitchResult> {
  const { remote, evidence } = request;
  const site = await readSite(platform, request.expectedRevision);
  const canary = canaryOf(site, remote);
  // The clock of the server that signed the step before may be ahead of this one.
  const notBefore = (canary && dueAt(canary)) ?? 0;
  if (!canary || nextStepOf(canary)?.kind !== 'promote') {
    return doSwitch(platform, site, request, { type: 'advance', remote, evidence }, { notBefore });
  }
  const { id } = canary;
  // The canary passed the whole gate when it began. The quick rules check what else is live by now.
  const { rules = quickGateRules } = request;
  return doSwitch(
    platform,
    site,
    request,
    { type: 'promote', remote, id, byPlan: true, evidence },
    { notBefore, gate: () => passGate(platform, site.composition, { remote, id, rules, rollback: false }) },
  );
}

/** Refuses an invalid plan before anything else is checked. */
function checkPlan({ steps, promote }: PlanRequest): void {
  const problem = canaryPlanSchema.safeParse({ steps, promote, step: 0 }).error?.issues[0];
  if (!problem) return;
  throw new ReleaseError(
    'bad-name',
    `A plan has 1 to ${planLimits.steps} steps, each with a share above 0 and at most 100 percent, and a time above 0 and at most ${planLimits.minutes / 60 / 24} days.`,
  );
}

/** Undefined when no canary is running: then the reducer refuses the act. */
function canaryOf({ composition }: SiteState, remote: string) {
  return composition?.remotes[remote]?.canary;
}

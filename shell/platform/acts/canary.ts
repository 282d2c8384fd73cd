import type { PlanRequest } from 'kit/contracts/canary-plan';
import { type Composition, canaryPlanSchema, planLimits } from 'kit/contracts/composition';
import { quickGateRules } from '../gate/gate.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { dueAt, nextStepOf, type SiteState } from '../state/site-state.ts';
import { ReleaseError } from '../storage/release-error.ts';
import type { ActivateRequest } from './switch.ts';
import { doSwitch, type SwitchRequest, type SwitchResult } from './write-revision.ts';

export interface CanaryRequest extends SwitchRequest {
  id: string;
  /** Above 0, up to 100. A canary with a plan takes it from the first step. */
  percent?: number | undefined;
  /** The share grows by these steps while the canary is as good as the live release. */
  plan?: PlanRequest | undefined;
}

/** The figures that an automatic act was decided on. */
type Evidence = NonNullable<Composition['evidence']>;

/** Gives a share of the visitors a release that is not live, or changes the share. It passes the gate first. */
export async function startCanary(platform: ReleasePlatform, request: CanaryRequest): Promise<SwitchResult> {
  const { remote, id, plan } = request;
  const percent = plan ? (plan.steps[0]?.percent ?? 0) : (request.percent ?? 0);
  if (plan) checkPlan(plan);
  if (!(percent > 0 && percent <= 100)) {
    throw new ReleaseError('bad-name', `A canary's share is above 0 and at most 100 percent, not ${percent}.`);
  }
  return doSwitch(platform, request, (site) => ({
    action: { type: 'canary', remote, id, percent, ...(plan && { plan }) },
    gate: { releases: () => [{ remote, id }], rollback: canaryOf(site, remote)?.id === id },
  }));
}

export function promoteCanary(
  platform: ReleasePlatform,
  request: SwitchRequest & Pick<ActivateRequest, 'guard'>,
): Promise<SwitchResult> {
  const { remote, guard } = request;
  return doSwitch(platform, request, (site) => {
    const id = canaryOf(site, remote)?.id ?? '';
    return {
      action: { type: 'promote', remote, id, ...(guard === 'off' && { guard }) },
      gate: { releases: () => [{ remote, id }], rollback: false },
    };
  });
}

export function abortCanary(
  platform: ReleasePlatform,
  request: SwitchRequest & { evidence?: Evidence },
): Promise<SwitchResult> {
  const { remote, evidence } = request;
  return doSwitch(platform, request, () => ({ action: { type: 'abort', remote, ...(evidence && { evidence }) } }));
}

/** Pauses the plan of a canary at its present share, for people or for a server that may not continue it. The canary stays. */
export function pausePlan(platform: ReleasePlatform, request: SwitchRequest): Promise<SwitchResult> {
  const { remote } = request;
  return doSwitch(platform, request, (site) => ({
    action: { type: 'pause', remote },
    rightsIfUnchanged: canaryOf(site, remote)?.plan?.paused && ['rollback'],
  }));
}

/** Resumes a paused plan. The time and the counts of its step start over. */
export function resumePlan(platform: ReleasePlatform, request: SwitchRequest): Promise<SwitchResult> {
  const { remote } = request;
  return doSwitch(platform, request, (site) => {
    const plan = canaryOf(site, remote)?.plan;
    const rights = plan?.promote ? (['canary', 'activate'] as const) : (['canary'] as const);
    return { action: { type: 'resume', remote }, rightsIfUnchanged: plan && !plan.paused ? rights : undefined };
  });
}

/**
 * Takes the next step of a plan: a larger share, or live for everybody. A server may sign it, because people signed the plan.
 * The caller has waited for the time of the step and has evaluated the canary.
 */
export function takePlannedStep(
  platform: ReleasePlatform,
  request: SwitchRequest & { evidence: Evidence },
): Promise<SwitchResult> {
  const { remote, evidence } = request;
  return doSwitch(platform, request, (site) => {
    const canary = canaryOf(site, remote);
    // The clock of the server that signed the step before may be ahead of this one.
    const notBefore = (canary && dueAt(canary)) ?? 0;
    if (!canary || nextStepOf(canary)?.kind !== 'promote') {
      return { action: { type: 'advance', remote, evidence }, notBefore };
    }
    const { id } = canary;
    return {
      action: { type: 'promote', remote, id, byPlan: true, evidence },
      notBefore,
      // The canary passed the whole gate when it began. The quick rules check what else is live by now.
      gate: { releases: () => [{ remote, id }], rollback: false, rules: quickGateRules },
    };
  });
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

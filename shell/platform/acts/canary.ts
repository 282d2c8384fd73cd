import type { PlanRequest } from 'kit/contracts/canary-plan';
import { canaryPlanSchema, planLimits } from 'kit/contracts/composition';
import { quickGateRules } from '../gate/gate.ts';
import { dueAt, nextStepOf, type SiteState } from '../state/site-state.ts';
import { ReleaseError } from '../storage/release-error.ts';
import type { Plan } from './write-revision.ts';

/** Gives a share of the visitors a release that is not live, or changes the share. It passes the gate first. */
export const canary: Plan = ({ remote, id = '', plan, percent: given = 0 }, site) => {
  const percent = plan ? (plan.steps[0]?.percent ?? 0) : given;
  if (plan) checkPlan(plan);
  if (!(percent > 0 && percent <= 100)) {
    throw new ReleaseError('bad-name', `A canary's share is above 0 and at most 100 percent, not ${percent}.`);
  }
  return {
    action: { type: 'canary', remote, id, percent, ...(plan && { plan }) },
    gate: { releases: () => [{ remote, id }], rollback: canaryOf(site, remote)?.id === id },
  };
};

export const promote: Plan = ({ remote, guard }, site) => {
  const id = canaryOf(site, remote)?.id ?? '';
  return {
    action: { type: 'promote', remote, id, ...(guard === 'off' && { guard }) },
    gate: { releases: () => [{ remote, id }], rollback: false },
  };
};

export const abort: Plan = ({ remote, evidence }) => ({
  action: { type: 'abort', remote, ...(evidence && { evidence }) },
});

/** Pauses the plan of a canary at its present share, for people or for a server that may not continue it. The canary stays. */
export const pause: Plan = ({ remote }, site) => ({
  action: { type: 'pause', remote },
  rightsIfUnchanged: canaryOf(site, remote)?.plan?.paused && ['rollback'],
});

/** Resumes a paused plan. The time and the counts of its step start over. */
export const resume: Plan = ({ remote }, site) => {
  const plan = canaryOf(site, remote)?.plan;
  const rights = plan?.promote ? (['canary', 'activate'] as const) : (['canary'] as const);
  return { action: { type: 'resume', remote }, rightsIfUnchanged: plan && !plan.paused ? rights : undefined };
};

/**
 * Takes the next step of a plan: a larger share, or live for everybody. A server may sign it, because people signed the plan.
 * The caller has waited for the time of the step and has evaluated the canary.
 */
export const takePlannedStep: Plan = ({ remote, evidence }, site) => {
  const running = canaryOf(site, remote);
  // The clock of the server that signed the step before may be ahead of this one.
  const notBefore = (running && dueAt(running)) ?? 0;
  if (!running || nextStepOf(running)?.kind !== 'promote') {
    return { action: { type: 'advance', remote, evidence }, notBefore };
  }
  const { id } = running;
  return {
    action: { type: 'promote', remote, id, byPlan: true, evidence },
    notBefore,
    // The canary passed the whole gate when it began. The quick rules check what else is live by now.
    gate: { releases: () => [{ remote, id }], rollback: false, rules: quickGateRules },
  };
};

/** Refuses an invalid plan with its limits. */
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

import type { CanaryPlan, Composition } from 'kit/contracts/composition';

type Canary = NonNullable<Composition['remotes'][string]['canary']>;

/** What a plan does next, when the time of its step is over. */
export type PlannedStep = { kind: 'advance'; percent: number } | { kind: 'promote' } | { kind: 'end' };

/** What the plan of a canary does after the step that it is at; null without a plan. */
export function nextStepOf({ plan }: Pick<Canary, 'plan'>): PlannedStep | null {
  if (!plan) return null;
  const next = plan.steps[plan.step + 1];
  if (next) return { kind: 'advance', percent: next.percent };
  return { kind: plan.promote ? 'promote' : 'end' };
}

/** Whether a plan has a step to take, so that servers look after it. */
export function isUnderWay({ plan }: Pick<Canary, 'plan'>): boolean {
  return plan !== undefined && plan.paused === undefined && nextStepOf({ plan })?.kind !== 'end';
}

/** How long the share of this step is looked at, in milliseconds. */
export function stepTime({ steps, step }: CanaryPlan): number {
  return (steps[step]?.minutes ?? 0) * 60_000;
}

/** When the time of the step is over, in milliseconds since 1970; null without a plan, or without a time to count from. */
export function dueAt({ plan, since }: Pick<Canary, 'plan' | 'since'>): number | null {
  const start = Date.parse(since ?? '');
  return plan && !Number.isNaN(start) ? start + stepTime(plan) : null;
}

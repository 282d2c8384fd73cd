import { isDeepStrictEqual } from 'node:util';
import type { Composition } from 'kit/contracts/composition';
import { dueAt, nextStepOf } from '../canary/canary-plan.ts';
import { freezeParts } from '../switch/frozen.ts';

type RemoteState = Composition['remotes'][string];
type Canary = NonNullable<RemoteState['canary']>;

interface StateChange {
  state: RemoteState;
  before: RemoteState | undefined;
  to: string;
  wasLive: ReadonlyMap<string, string | null> | undefined;
}

const ofLive = ['live', 'previous', 'since', 'guard'] as const;

/** Why a remote's state is not what an action makes of it, as the end of a sentence; null when it is. */
export function stateProblem(entry: Composition, change: StateChange): string | null {
  const { state, before, to, wasLive } = change;
  const { action } = entry;
  const stays = (parts: readonly (keyof RemoteState)[]) =>
    parts.every((part) => isDeepStrictEqual(state[part], before?.[part]));
  // Of one that is over nothing need be left; none may come.
  const freezeStays = stays(freezeParts) || freezeParts.every((part) => state[part] === undefined);
  const isOnlyCanary = stays([...ofLive, ...freezeParts, 'withdrawn']);
  switch (action) {
    case 'activate': {
      const previous = before?.live === to ? before.previous : (before?.live ?? null);
      const isSo = state.live === to && state.previous === previous && !state.canary;
      return isSo && freezeStays && stays(['withdrawn']) ? null : 'its state is not that of an activation';
    }
    case 'promote': {
      if (before?.canary?.id !== to) return `${to} is not the canary`;
      const isSo = state.live === to && state.previous === before.live && !state.canary;
      if (!isSo || !freezeStays || !stays(['withdrawn'])) return 'its state is not that of a promotion';
      return entry.byPlan ? plannedProblem(before.canary, 'promote', entry.at) : null;
    }
    case 'rollback':
      if (!wasLive?.has(to)) return `${to} was never live`;
      if (state.live !== to || state.canary || !stays([...freezeParts, 'withdrawn'])) {
        return 'its state is not that of a rollback';
      }
      return state.previous === null || wasLive.has(state.previous) ? null : `${state.previous} was never live`;
    case 'canary':
      if (!before) return 'nothing is live beside which a canary could run';
      if (state.canary?.id !== to || !isOnlyCanary) return 'its state is not that of a canary';
      return isBeginning(state.canary) ? null : 'its plan does not begin with its first step';
    case 'advance':
    case 'pause':
    case 'resume': {
      const [now, was] = [state.canary, before?.canary];
      if (!now || !was?.plan || !isOnlyCanary || to !== now.id) return 'no plan is under way there';
      return planProblem(action, { now, was: { ...was, plan: was.plan }, at: entry.at });
    }
    case 'abort':
      return before?.canary && !state.canary && isOnlyCanary ? null : 'its state is not that of a canary that ended';
    case 'freeze':
    case 'unfreeze':
      return (action === 'freeze') === (state.frozen !== undefined) &&
        (action === 'freeze' || freezeParts.every((part) => state[part] === undefined)) &&
        stays([...ofLive, 'canary', 'withdrawn'])
        ? null
        : 'its state is not that of a freeze';
    case 'withdraw':
    case 'restore':
      return (action === 'withdraw') === (state.withdrawn !== undefined) && stays([...ofLive, ...freezeParts, 'canary'])
        ? null
        : 'its state is not that of a remote that is withdrawn or restored';
    case 'freeze-site':
    case 'unfreeze-site':
      return (action === 'freeze-site') === (entry.siteFrozen !== undefined) && isDeepStrictEqual(state, before)
        ? null
        : 'its state is not that of a freeze of the site';
    case 'undo':
      return null;
  }
}

function isBeginning({ percent, plan }: Canary): boolean {
  return !plan || (plan.step === 0 && plan.steps[0]?.percent === percent && !plan.paused);
}

interface PlanChange {
  now: Canary;
  was: Canary & { plan: NonNullable<Canary['plan']> };
  at: string;
}

/** What a plan does by itself, and people with it, leaves the plan as it was signed. */
function planProblem(action: 'advance' | 'pause' | 'resume', { now, was, at }: PlanChange): string | null {
  const { paused, ...planned } = was.plan;
  const expected = {
    advance: { ...was, percent: now.percent, since: at, plan: { ...planned, step: planned.step + 1 } },
    pause: { ...was, plan: { ...planned, paused: now.plan?.paused } },
    resume: { ...was, since: at, plan: planned },
  }[action];
  if (!isDeepStrictEqual(now, expected)) return 'its plan is not the one that was signed, or at another step';
  if (action === 'pause') return paused || !now.plan?.paused ? 'the plan is held already' : null;
  if (action === 'resume') return paused ? null : 'the plan is not held';
  const next = nextStepOf(was);
  if (next?.kind !== 'advance' || next.percent !== now.percent) return 'the plan says another share';
  return plannedProblem(was, 'advance', at);
}

/** A plan does what comes next in it, when it is time, and not while it is held. */
function plannedProblem(canary: Canary, kind: 'advance' | 'promote', at: string): string | null {
  if (nextStepOf(canary)?.kind !== kind) return 'no plan says that';
  if (canary.plan?.paused) return 'the plan is held';
  const due = dueAt(canary);
  return due !== null && Date.parse(at) >= due ? null : 'the time of its step is not over';
}

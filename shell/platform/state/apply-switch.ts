import type { Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import type { Revision, SwitchAction } from '../log/revision.ts';
import { ReleaseError } from '../storage/release-error.ts';
import {
  type Activation,
  activationOf,
  dueAt,
  freezeOf,
  type Move,
  movesOf,
  nextStepOf,
  type SiteState,
} from './site-state.ts';

type RemoteState = Composition['remotes'][string];
type Canary = NonNullable<RemoteState['canary']>;
type Of<Type extends SwitchAction['type']> = Extract<SwitchAction, { type: Type }>;

/** The change of one remote: its release before, its release after, and its state after. */
interface Step extends Move {
  state: RemoteState;
}

/** Acts that a freeze refuses. */
const forward: readonly Composition['action'][] = ['activate', 'promote', 'canary', 'advance', 'resume'];
/** Acts whose undo a freeze refuses. */
const forwardWhenUndone: readonly Composition['action'][] = ['rollback', 'abort', 'pause'];

/** Whether an act makes a newer release live or shows it to more visitors. A freeze refuses such acts. */
function isForward(type: SwitchAction['type'], undone: Composition['action'] | undefined): boolean {
  return forward.includes(type) || (type === 'undo' && undone !== undefined && forwardWhenUndone.includes(undone));
}

/** `undone` is the switch that an undo reverts; null for any other act. @throws ReleaseError if the state does not allow it */
export function makeSwitch(
  state: SiteState,
  entry: Revision,
  action: SwitchAction,
  undone: Composition | null,
): SiteState {
  const { composition: current } = state;
  const { at } = entry;
  const remotes = remotesOf(state, action);
  const twice = remotes.find((name, index) => remotes.indexOf(name) < index);
  if (twice) throw new ReleaseError('bad-name', `${twice} is named twice: name each remote once.`);
  if (isForward(action.type, undone?.action)) for (const remote of remotes) checkNotFrozen(current, remote, at);
  const steps = remotes.map((remote) => stepOf(state, { remote, action, entry }));
  const [first, ...others] = steps;
  if (!first) throw new ReleaseError('nothing-to-do', 'Nothing is live that could be frozen.');
  const siteFrozen = siteFreezeAfter(state, entry, action);
  const { revision, by, reason } = entry;
  const composition: Composition = {
    ...{ revision, at, by, action: action.type, remote: first.remote, from: first.from, to: first.to },
    ...(others.length > 0 && { also: others.map(({ remote, from, to }) => ({ remote, from, to })) }),
    ...(undone && { undoes: { revision: undone.revision, action: undone.action } }),
    ...('byPlan' in action && action.byPlan && { byPlan: action.byPlan }),
    reason,
    ...('evidence' in action && action.evidence && { evidence: action.evidence }),
    ...(siteFrozen && { siteFrozen }),
    remotes: { ...current?.remotes, ...Object.fromEntries(steps.map((step) => [step.remote, step.state])) },
  };
  return {
    ...state,
    composition,
    before: { remotes: current?.remotes ?? {}, ...(current?.siteFrozen && { siteFrozen: current.siteFrozen }) },
    activations: steps.reduce((known, step) => remember(known, action.type, step), state.activations),
  };
}

/** Returns the remotes that an act changes. An act on the whole site is recorded with the first remote. */
function remotesOf({ composition }: SiteState, action: SwitchAction): string[] {
  switch (action.type) {
    case 'rollback':
      return action.moves.map(({ remote }) => remote);
    case 'undo':
      return composition ? movesOf(composition).map(({ remote }) => remote) : [];
    case 'freeze-site':
    case 'unfreeze-site':
      return Object.keys(composition?.remotes ?? {}).slice(0, 1);
    default:
      return [action.remote];
  }
}

interface Ground {
  remote: string;
  action: SwitchAction;
  entry: Revision;
}

function stepOf(state: SiteState, { remote, action, entry }: Ground): Step {
  const { at, reason } = entry;
  const remotes = state.composition?.remotes ?? {};
  const before = Object.hasOwn(remotes, remote) ? remotes[remote] : undefined;
  if (action.type === 'activate') return activate(before, action, at);
  if (!before) throw new ReleaseError('nothing-to-do', withoutLive(remote, action.type));
  const { live } = before;
  const stays = (next: RemoteState): Step => ({ remote, from: live, to: live, state: next });
  switch (action.type) {
    case 'rollback':
      return rollback(state, { remote, before, action, at });
    case 'canary':
      return startCanary(before, action, at);
    case 'promote':
    case 'abort':
    case 'advance':
    case 'pause':
    case 'resume':
      return goOn(before, action, entry);
    case 'freeze': {
      const { until } = action;
      checkFreezeEnd(until, at);
      return stays({
        ...thawed(before),
        ...{ frozen: at, ...(until && { frozenUntil: until }), ...(reason && { frozenFor: reason }) },
      });
    }
    case 'unfreeze':
      return stays(thawed(before));
    case 'withdraw':
      if (remote === shellName) {
        throw new ReleaseError('bad-name', 'Every page is made with the shell: roll it back, it cannot be withdrawn.');
      }
      return stays({ ...before, withdrawn: { since: at, reason } });
    case 'restore': {
      const { withdrawn: _, ...served } = before;
      return stays(served);
    }
    case 'freeze-site':
    case 'unfreeze-site':
      return stays(before);
    case 'undo':
      return takeBack(state, { remote, before, at });
  }
}

function withoutLive(remote: string, type: SwitchAction['type']): string {
  if (type === 'canary') return `${remote} has no live release beside which a canary could run.`;
  if (type === 'rollback') return `${remote} has no live release to roll back.`;
  if (type === 'freeze' || type === 'unfreeze') return `${remote} has no live release to freeze.`;
  if (type === 'withdraw' || type === 'restore') return `${remote} has no live release to withdraw.`;
  return `No canary of ${remote} is running.`;
}

export function checkFreezeEnd(until: string | undefined, at: string): void {
  if (until === undefined || Date.parse(until) > Date.parse(at)) return;
  throw new ReleaseError('bad-name', `A freeze ends in the future: ${JSON.stringify(until)} is not a moment to come.`);
}

function activate(
  before: RemoteState | undefined,
  { remote, id, guard }: Pick<Of<'activate'>, 'remote' | 'id' | 'guard'>,
  at: string,
): Step {
  const isLive = before?.live === id;
  const state: RemoteState = {
    live: id,
    previous: isLive ? before.previous : (before?.live ?? null),
    since: (isLive && before.since) || at,
    ...(guard && { guard }),
    ...(before?.withdrawn && { withdrawn: before.withdrawn }),
  };
  return { remote, from: before?.live ?? null, to: id, state };
}

function rollback(
  state: SiteState,
  { remote, before, action, at }: { remote: string; before: RemoteState; action: Of<'rollback'>; at: string },
): Step {
  const move = action.moves.find((one) => one.remote === remote);
  if (!move) throw new ReleaseError('nothing-to-do', 'A rollback names at least one remote.');
  const { to, previous } = move;
  if (to === before.live) throw new ReleaseError('nothing-to-do', `${remote} ${to} is live already.`);
  for (const id of [to, previous]) {
    if (id === null || activationOf(state, remote, id)) continue;
    throw new ReleaseError(
      'nothing-to-do',
      `${remote} ${id} was never live, so it cannot be rolled back to: activate it.`,
    );
  }
  const { canary: _, guard: __, ...kept } = before;
  return { remote, from: before.live, to, state: { ...kept, live: to, previous, since: at } };
}

function startCanary(before: RemoteState, { remote, id, percent, plan }: Of<'canary'>, at: string): Step {
  if (before.live === id) throw new ReleaseError('nothing-to-do', `${remote} ${id} is live already.`);
  if (plan && plan.steps[0]?.percent !== percent) {
    throw new ReleaseError('revision-refused', 'Its plan does not begin with its first step.');
  }
  const shrinking = plan?.steps.findIndex((step, index) => step.percent <= (plan.steps[index - 1]?.percent ?? 0)) ?? -1;
  if (shrinking >= 0) {
    const [last, next] = [plan?.steps[shrinking - 1]?.percent, plan?.steps[shrinking]?.percent];
    throw new ReleaseError(
      'bad-name',
      `A plan's shares grow with each step; ${next} percent follows on ${last} percent.`,
    );
  }
  const canary: Canary = { id, percent, since: at, ...(plan && { plan: { ...plan, step: 0 } }) };
  return { remote, from: before.canary?.id ?? before.live, to: id, state: { ...before, canary } };
}

/** Changes a running canary. */
function goOn(
  before: RemoteState,
  action: Of<'promote' | 'abort' | 'advance' | 'pause' | 'resume'>,
  { at, reason }: Revision,
): Step {
  const { remote } = action;
  const { canary, ...aside } = before;
  if (!canary) throw new ReleaseError('nothing-to-do', `No canary of ${remote} is running.`);
  if (action.type === 'abort') return { remote, from: canary.id, to: before.live, state: aside };
  const common = { remote, from: before.live, to: canary.id };
  if (action.type === 'promote') {
    if (action.id !== canary.id) throw new ReleaseError('revision-refused', `${action.id} is not the canary.`);
    if (action.byPlan) checkPlannedStep(remote, canary, { kind: 'promote', at });
    return activate(before, action, at);
  }
  const { plan } = canary;
  if (!plan) {
    throw new ReleaseError('nothing-to-do', `The canary of ${remote} has no plan: its share changes by command.`);
  }
  const { paused, ...planned } = plan;
  const becomes = (next: Canary): Step => ({ ...common, state: { ...before, canary: next } });
  switch (action.type) {
    case 'advance': {
      const percent = checkPlannedStep(remote, canary, { kind: 'advance', at });
      return becomes({ ...canary, percent, since: at, plan: { ...planned, step: planned.step + 1 } });
    }
    case 'pause':
      if (paused) throw new ReleaseError('nothing-to-do', `The plan of ${remote} is paused already.`);
      return becomes({ ...canary, plan: { ...planned, paused: { since: at, reason } } });
    case 'resume':
      if (!paused) throw new ReleaseError('nothing-to-do', `The plan of ${remote} is not paused.`);
      return becomes({ ...canary, since: at, plan: planned });
  }
}

/** Refuses a planned step that is not the next one, comes too early, or comes while the plan is paused. Returns the new share. */
function checkPlannedStep(remote: string, canary: Canary, { kind, at }: { kind: 'advance' | 'promote'; at: string }) {
  const next = nextStepOf(canary);
  if (next?.kind !== kind || canary.plan?.paused) {
    throw new ReleaseError('nothing-to-do', `The canary of ${remote} has no plan that says what comes next.`);
  }
  const due = dueAt(canary);
  if (due === null || Date.parse(at) < due) {
    throw new ReleaseError('revision-refused', `The time of the step of ${remote} is not over.`);
  }
  return next.kind === 'advance' ? next.percent : 100;
}

function thawed({ frozen: _, frozenUntil: __, frozenFor: ___, ...open }: RemoteState): RemoteState {
  return open;
}

function checkNotFrozen(current: Composition | null, remote: string, at: string): void {
  const freeze = current && freezeOf(current, remote, at);
  if (!freeze) return;
  const { since, until, reason, isOfSite } = freeze;
  const end = until ? ` until ${until}` : '';
  const why = reason ? ` ("${reason}")` : '';
  const remedy = isOfSite ? 'unfreeze --site' : `unfreeze ${remote}`;
  throw new ReleaseError(
    'frozen',
    `${isOfSite ? 'The site' : remote} is frozen since ${since}${end}${why}: "npm run release -- ${remedy}" ends that.`,
  );
}

function siteFreezeAfter(
  { composition, before }: SiteState,
  { at, reason }: Revision,
  action: SwitchAction,
): Composition['siteFrozen'] {
  switch (action.type) {
    case 'freeze-site': {
      const { until } = action;
      checkFreezeEnd(until, at);
      return { since: at, ...(until && { until }), reason };
    }
    case 'unfreeze-site':
      return undefined;
    case 'undo':
      return before.siteFrozen;
    default:
      return composition?.siteFrozen;
  }
}

function takeBack(
  { composition, before: earlier }: SiteState,
  { remote, before: now, at }: { remote: string; before: RemoteState; at: string },
): Step {
  const then = Object.hasOwn(earlier.remotes, remote) ? earlier.remotes[remote] : undefined;
  if (!then) {
    throw new ReleaseError(
      'nothing-to-do',
      `Before revision ${composition?.revision} ${remote} had no live release: withdraw it to take it off the site.`,
    );
  }
  const { canary } = then;
  // The guard observes a restored release from now on.
  const state: RemoteState = {
    ...then,
    ...(then.live !== now.live && { since: at }),
    ...(canary && { canary: { ...canary, since: at } }),
  };
  return { remote, from: now.live, to: then.live, state };
}

/** Records which releases were live, because only these can be rolled back to. */
function remember(known: SiteState['activations'], type: SwitchAction['type'], { remote, from, to, state }: Step) {
  const earlier = Object.hasOwn(known, remote) ? known[remote] : undefined;
  // A release that was already live and only changed its guard is no new activation.
  if ((type === 'activate' || type === 'promote') && from !== to) return { ...known, [remote]: { to, from, earlier } };
  let latest: Activation | undefined = earlier;
  for (const id of [state.live, state.previous]) {
    if (id !== null && !activationOf({ activations: known }, remote, id))
      latest = { to: id, from: null, earlier: latest };
  }
  return latest ? { ...known, [remote]: latest } : known;
}

import { isDeepStrictEqual } from 'node:util';
import type { Composition } from 'kit/contracts/composition';
import { freezeOf } from '../switch/frozen.ts';
import { isAboutSite, type Move, movesOf } from '../switch/moves-of.ts';
import { stateProblem } from './state-problem.ts';
import { undoProblem } from './undo-problem.ts';

type RemoteState = Composition['remotes'][string];

/** Which releases of each remote were live, and what was live before each. */
export type LiveHistory = ReadonlyMap<string, ReadonlyMap<string, string | null>>;

interface Ground {
  /** The composition in effect, and the one that it follows on. */
  before: Composition | null;
  earlier: Composition | null;
  history: LiveHistory;
}

/** What takes no step while a remote is frozen. */
const forward: readonly Composition['action'][] = ['activate', 'promote', 'canary', 'advance', 'resume'];
/** What is a step forward when it is taken back. */
const forwardWhenUndone: readonly Composition['action'][] = ['rollback', 'abort', 'pause'];

/** Why a revision changes more than its action says, as the end of a sentence; null when it does not. */
export function changeProblem(entry: Composition, ground: Ground): string | null {
  const { before } = ground;
  const moves = movesOf(entry);
  const names = moves.map(({ remote }) => remote);
  if (new Set(names).size < names.length) return 'it names a remote twice';
  const isOther = ([remote]: readonly [string, unknown]) => !names.includes(remote);
  const others = Object.entries(entry.remotes).filter(isOther);
  const othersBefore = Object.entries(before?.remotes ?? {}).filter(isOther);
  if (!isDeepStrictEqual(Object.fromEntries(others), Object.fromEntries(othersBefore))) {
    return `it changes other remotes than ${names.join(' and ')}`;
  }
  if (!isAboutSite(entry) && !isDeepStrictEqual(entry.siteFrozen, before?.siteFrozen)) {
    return 'it changes whether the site is frozen';
  }
  if ((entry.undoes !== undefined) !== (entry.action === 'undo')) return 'it does not say what it takes back';
  if (entry.byPlan && entry.action !== 'promote') return 'no plan does that';
  if (entry.action === 'undo') {
    const problem = undoProblem(entry, ground);
    if (problem !== null) return problem;
  } else if (entry.also && entry.action !== 'rollback') {
    return 'it changes several remotes, which only a rollback may';
  }
  for (const move of moves) {
    const problem = moveProblem(entry, move, ground);
    if (problem !== null) return problem;
  }
  return null;
}

function moveProblem(entry: Composition, { remote, from, to }: Move, { before, history }: Ground): string | null {
  const { action, at } = entry;
  const state = entry.remotes[remote];
  const stateBefore = before?.remotes[remote];
  if (!state) return `it takes ${remote} away`;
  if (from !== startOf(action, stateBefore)) return `it goes from ${from}, which is not what stands there`;
  const freeze = freezeOf(
    { remotes: before?.remotes ?? {}, ...(before?.siteFrozen && { siteFrozen: before.siteFrozen }) },
    remote,
    at,
  );
  if (freeze && isForward(entry)) return freeze.isOfSite ? 'the site is frozen' : `${remote} is frozen`;
  if (action === 'undo') return to === state.live ? null : 'its state is not that of what it takes back';
  return stateProblem(entry, { state, before: stateBefore, to, wasLive: history.get(remote) });
}

/** Whether it makes something newer live, or shows it to more visitors: what a freeze keeps off. */
export function isForward({ action, undoes }: Pick<Composition, 'action' | 'undoes'>): boolean {
  return forward.includes(action) || (undoes !== undefined && forwardWhenUndone.includes(undoes.action));
}

/** The release that an action leaves. */
function startOf(action: Composition['action'], before: RemoteState | undefined): string | null {
  if (!before) return null;
  if (action === 'abort') return before.canary?.id ?? null;
  return (action === 'canary' && before.canary?.id) || before.live;
}

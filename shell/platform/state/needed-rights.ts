import type { Composition } from 'kit/contracts/composition';
import type { RightAction } from '../keys/rights.ts';
import type { Action, SwitchAction } from '../log/revision.ts';
import { isAboutSite, movesOf, type SiteState } from './site-state.ts';

type Undoable = Exclude<SwitchAction['type'], 'undo'>;

const rightFor: Record<Undoable, RightAction> = {
  activate: 'activate',
  promote: 'activate',
  canary: 'canary',
  abort: 'rollback',
  rollback: 'rollback',
  // What the plan says was signed by whoever made it: servers, which may step back, take its steps.
  advance: 'rollback',
  pause: 'rollback',
  resume: 'canary',
  freeze: 'freeze',
  unfreeze: 'freeze',
  'freeze-site': 'freeze',
  'unfreeze-site': 'freeze',
  withdraw: 'activate',
  restore: 'activate',
};

/** To take something back, one needs what its opposite needs. */
const rightToUndo: Record<Undoable, RightAction> = {
  ...rightFor,
  activate: 'rollback',
  promote: 'rollback',
  rollback: 'activate',
  canary: 'rollback',
  abort: 'canary',
  pause: 'canary',
  resume: 'rollback',
};

/** What undoing these brings back says nothing of a canary that runs beside. */
const asideOfCanary: readonly Composition['action'][] = [
  'freeze',
  'unfreeze',
  'freeze-site',
  'unfreeze-site',
  'withdraw',
  'restore',
];

interface NeededRight {
  right: RightAction;
  /** Null for what is about all of them. */
  remote: string | null;
}

/** What a key of the list must be allowed to do for an act: all of it. */
export function neededRights(state: SiteState, action: Action): NeededRight[] {
  switch (action.type) {
    case 'found':
    case 'grant':
    case 'revoke':
    case 'rotate-key':
    case 'rotate-root':
    case 'paths':
    case 'budget':
      return [{ right: 'policy', remote: null }];
    case 'prune':
      return [{ right: 'prune', remote: null }];
    case 'resign':
      return action.subjects.map((subject) => ({ right: 'publish', remote: subject.split(' ')[0] ?? '' }));
    case 'rollback':
      return action.moves.map(({ remote }) => ({ right: 'rollback', remote }));
    case 'freeze-site':
    case 'unfreeze-site':
      return [{ right: 'freeze', remote: null }];
    case 'undo':
      return rightsToUndo(state);
    case 'promote':
      return [{ right: action.byPlan ? 'rollback' : 'activate', remote: action.remote }];
    case 'canary':
      return toGoOn(action.remote, action.plan);
    case 'resume':
      return toGoOn(action.remote, state.composition?.remotes[action.remote]?.canary?.plan);
    default:
      return [{ right: rightFor[action.type], remote: action.remote }];
  }
}

/** A canary that comes, or goes on, needs the right to that; one that goes live by itself, the right to both. */
function toGoOn(remote: string, plan: { promote: boolean } | undefined): NeededRight[] {
  return [{ right: 'canary', remote }, ...(plan?.promote ? [{ right: 'activate' as const, remote }] : [])];
}

function rightsToUndo({ composition, before }: SiteState): NeededRight[] {
  if (!composition || composition.action === 'undo') return [{ right: 'activate', remote: null }];
  const { action } = composition;
  const right = rightToUndo[action];
  if (isAboutSite(composition)) return [{ right, remote: null }];
  return movesOf(composition).flatMap(({ remote }) => {
    const canary = asideOfCanary.includes(action) ? undefined : before.remotes[remote]?.canary;
    return [{ right, remote }, ...(canary ? toGoOn(remote, canary.plan) : [])];
  });
}

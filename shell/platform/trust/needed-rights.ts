import type { Composition } from 'kit/contracts/composition';
import { isAboutSite } from '../switch/moves-of.ts';
import type { RightAction } from './rights-revision.ts';

type RemoteState = Composition['remotes'][string];
type Action = Composition['action'];

const rightFor: Record<Exclude<Action, 'undo'>, RightAction> = {
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
const rightToUndo: Record<Exclude<Action, 'undo'>, RightAction> = {
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
const asideOfCanary: readonly Action[] = ['freeze', 'unfreeze', 'freeze-site', 'unfreeze-site', 'withdraw', 'restore'];

/** What one must be allowed to do for a change that leaves a remote like this; all of it. */
export function neededRights(
  { action, undoes, byPlan }: Pick<Composition, 'action' | 'undoes' | 'byPlan'>,
  after: RemoteState | undefined,
): RightAction[] {
  // A canary that comes, or goes on, needs the right to that; one that goes live by itself, the right to both.
  const toGoOn: RightAction[] = after?.canary?.plan?.promote ? ['canary', 'activate'] : ['canary'];
  if (action === 'canary' || action === 'resume') return toGoOn;
  if (action === 'promote') return [byPlan ? 'rollback' : 'activate'];
  if (action !== 'undo') return [rightFor[action]];
  if (!undoes || undoes.action === 'undo') return ['activate'];
  const bringsCanary = after?.canary !== undefined && !asideOfCanary.includes(undoes.action);
  return [...new Set([rightToUndo[undoes.action], ...(bringsCanary ? toGoOn : [])])];
}

/** The remote that a right is asked for; null for what is about all of them. */
export function askedRemote(entry: Pick<Composition, 'action' | 'undoes'>, remote: string): string | null {
  return isAboutSite(entry) ? null : remote;
}

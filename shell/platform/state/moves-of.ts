import type { Composition } from 'kit/contracts/composition';

/** One remote that a revision changes. */
export interface Move {
  remote: string;
  from: string | null;
  to: string;
}

/** Every remote that a revision changes, and from which release to which. */
export function movesOf({ remote, from, to, also = [] }: Pick<Composition, 'remote' | 'from' | 'to' | 'also'>): Move[] {
  return [{ remote, from, to }, ...also];
}

/** Whether a revision is about the site as a whole, and its `remote` says nothing. */
export function isAboutSite({ action, undoes }: Pick<Composition, 'action' | 'undoes'>): boolean {
  return [action, undoes?.action].some((one) => one === 'freeze-site' || one === 'unfreeze-site');
}

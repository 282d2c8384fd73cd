import type { Composition } from 'kit/contracts/composition';
import { describeAct } from '../log/describe-entry.ts';
import { isAboutSite, movesOf } from './moves-of.ts';

/** One line for people: `#12 rollback of mf-agents to 1.0.0-0a1b2c3d by anna at 2026-11-20 18:31 UTC`. */
export function describeRevision(composition: Composition): string {
  const moves = movesOf(composition).map(({ remote, to }) => `${remote} to ${to}`);
  return describeAct(composition, composition.action, isAboutSite(composition) ? [] : moves);
}

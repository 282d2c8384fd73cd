import type { Composition } from 'kit/contracts/composition';
import { oneLine } from '../one-line.ts';
import { isAboutSite, movesOf } from '../switch/moves-of.ts';

/** One line for people: `#12 rollback of mf-agents to 1.0.0-0a1b2c3d by anna at 2026-11-20 18:31 UTC`. */
export function describeRevision(entry: Composition): string {
  const { revision, action, by, at } = entry;
  const moves = movesOf(entry).map(({ remote, to }) => `${remote} to ${to}`);
  const subject = isAboutSite(entry) ? '' : ` of ${moves.join(' and ')}`;
  return `#${revision} ${action}${subject} by ${oneLine(by)} at ${at.slice(0, 16).replace('T', ' ')} UTC`;
}

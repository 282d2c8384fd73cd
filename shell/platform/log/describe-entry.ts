import { oneLine } from '../one-line.ts';
import type { Revision } from './revision.ts';

/** One line for people on an act: `#12 activate of mf-agents to 1.0.0-0a1b2c3d by anna at 2026-11-20 18:31 UTC`. */
export function describeEntry(entry: Revision): string {
  return describeAct(entry, entry.action.type, subjectsOf(entry.action));
}

function subjectsOf(action: Revision['action']): string[] {
  if (action.type === 'rollback') return action.moves.map(({ remote, to }) => `${remote} to ${to}`);
  if ('remote' in action && action.remote) return ['id' in action ? `${action.remote} to ${action.id}` : action.remote];
  return 'name' in action ? [action.name] : [];
}

export function describeAct(
  { revision, by, at }: Pick<Revision, 'revision' | 'by' | 'at'>,
  action: string,
  subjects: readonly string[],
): string {
  const subject = subjects.length === 0 ? '' : ` of ${subjects.join(' and ')}`;
  return `#${revision} ${action}${subject} by ${oneLine(by)} at ${at.slice(0, 16).replace('T', ' ')} UTC`;
}

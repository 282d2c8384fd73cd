import type { Composition } from 'kit/contracts/composition';

/** One line for people: `#12 rollback of mf-agents to 1.0.0-0a1b2c3d by anna at 2026-11-20 18:31 UTC`. */
export function describeRevision(entry: Composition): string {
  const { revision, action, remote, to, by, at } = entry;
  return `#${revision} ${action} of ${remote} to ${to} by ${by} at ${at.slice(0, 16).replace('T', ' ')} UTC`;
}

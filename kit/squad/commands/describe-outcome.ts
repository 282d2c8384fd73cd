import { wholeNumber } from '../../server/command-line.ts';
import type { SwitchOutcome } from '../site-client/switch-on-site.ts';
import type { SquadOutcome } from './squad-command.ts';

/** What a switch did, or would do. */
export function describeOutcome({ outcome, remote, revision, action, from, to, ...rest }: SwitchOutcome): SquadOutcome {
  const json = { remote, outcome, revision, action, from, to, ...rest };
  if (outcome === 'unchanged') return { text: `${remote} ${to} is live already; nothing was changed.`, json };
  const move = `${action} ${remote}: ${from ?? 'nothing'} -> ${to}`;
  const looked = rest.notes.map((note) => `\nGate: ${note}.`).join('');
  if (outcome === 'checked') return { text: `All checks passed; this would be done:\n${move}${looked}`, json };
  return { text: `${move}${looked}\nRevision ${revision}; new page loads get it within a second.`, json };
}

/** A reason, one line. */
export const reasonOption = ['--reason <text>', 'why, for the log'] as const;
export const byOption = ['--by <name>', 'who acts, for the log; else the name of the key'] as const;
export const dryRunOption = ['--dry-run', 'check everything, change nothing'] as const;
export const expectOption = [
  '--expect <revision>',
  'refuse when the site is not at this revision any more',
  wholeNumber(0),
] as const;

interface CallOptions {
  reason?: string | undefined;
  by?: string | undefined;
  dryRun?: true | undefined;
  expect?: number | undefined;
}

/** The parts of a call that every switch has. */
export function commonCall({ reason = '', by, dryRun, expect }: CallOptions) {
  return {
    reason,
    ...(by && { by }),
    ...(dryRun && { dryRun }),
    ...(expect !== undefined && { expectedRevision: expect }),
  };
}

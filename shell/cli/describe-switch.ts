import type { SwitchResult } from '../platform/index.ts';
import type { Outcome } from './command.ts';

/** What a switch did, or would do. */
export function describeSwitch(
  { composition, outcome, gateMilliseconds, notes = [] }: SwitchResult,
  remote: string,
): Outcome {
  const state = composition.remotes[remote];
  if (outcome === 'unchanged') {
    return {
      text: `${remote} ${state?.live} is live already; nothing was changed.`,
      json: { remote, outcome, revision: composition.revision, state, gateMilliseconds, notes },
    };
  }
  const { revision, action, from, to, passedOver } = composition;
  const move = `${action} ${remote}: ${from ?? 'nothing'} -> ${to}`;
  const json = {
    remote,
    outcome,
    revision,
    action,
    from,
    to,
    state,
    gateMilliseconds,
    notes,
    ...(passedOver && { passedOver }),
  };
  const looked = notes.map((note) => `\nGate: ${note}.`).join('');
  if (outcome === 'checked') return { text: `All checks passed; this would be done:\n${move}${looked}`, json };
  const past = passedOver
    ? `\nIt went past revision ${passedOver.join(', ')}, which does not count: see "verify".`
    : '';
  return { text: `${move}${looked}\nRevision ${revision}; new page loads get it within a second.${past}`, json };
}

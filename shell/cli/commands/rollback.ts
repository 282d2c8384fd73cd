import { rollbackRelease } from '../../platform/index.ts';
import { type Command, textOption, UsageError } from '../command.ts';
import { describeSwitch } from '../describe-switch.ts';
import { checkHeld, remoteArgument } from '../remote-argument.ts';

export const rollbackCommand: Command = {
  name: 'rollback',
  summary: 'Go back to a release of a remote that was live before',
  usage: '<remote> [--to <id>] --reason "..."',
  positionals: { least: 1, most: 1 },
  options: {
    to: { type: 'string', value: 'id', help: 'the release to go back to; else the previous one' },
    reason: { type: 'string', value: 'text', help: 'why, for the log (required)' },
  },
  async run(invocation) {
    const { platform, by, dryRun, values } = invocation;
    const reason = textOption(values, 'reason');
    if (!reason) throw new UsageError('A rollback needs its reason for the log: --reason "what went wrong".');
    const remote = remoteArgument(invocation);
    const to = textOption(values, 'to');
    if (to) await checkHeld(invocation, remote, to);
    return describeSwitch(await rollbackRelease(platform, { remote, by, reason, dryRun, ...(to && { to }) }), remote);
  },
};

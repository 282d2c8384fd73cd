import { activateRelease } from '../../platform/index.ts';
import { type Command, positional, textOption } from '../command.ts';
import { describeSwitch } from '../describe-switch.ts';
import { checkHeld, remoteArgument } from '../remote-argument.ts';

export const activateCommand: Command = {
  name: 'activate',
  summary: 'Make a release live once it has passed the gate',
  usage: '<remote> <id> [--no-guard] [--reason "..."]',
  positionals: { least: 2, most: 2 },
  options: {
    'no-guard': { type: 'boolean', help: 'never roll it back automatically' },
    reason: { type: 'string', value: 'text', help: 'why, for the log' },
  },
  async run(invocation) {
    const remote = remoteArgument(invocation);
    const id = await checkHeld(invocation, remote, positional(invocation, 1));
    const { platform, by, dryRun, values } = invocation;
    const reason = textOption(values, 'reason') ?? '';
    const guard = values['no-guard'] ? 'off' : 'on';
    return describeSwitch(await activateRelease(platform, { remote, id, by, reason, dryRun, guard }), remote);
  },
};

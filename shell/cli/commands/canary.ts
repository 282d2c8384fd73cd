import { abortCanary, promoteCanary, startCanary } from '../../platform/index.ts';
import { type Command, positional, textOption, UsageError } from '../command.ts';
import { describeSwitch } from '../describe-switch.ts';
import { checkHeld, remoteArgument } from '../remote-argument.ts';

const reasonOption = { type: 'string', value: 'text', help: 'why, for the log' } as const;

export const canaryCommand: Command = {
  name: 'canary',
  summary: 'Give a share of the visitors a release that is not live',
  usage: '<remote> <id> --percent <n> [--reason "..."]',
  positionals: { least: 2, most: 2 },
  options: {
    percent: { type: 'string', value: 'n', help: 'the share, above 0 and up to 100 (required)' },
    reason: reasonOption,
  },
  async run(invocation) {
    const { platform, by, dryRun, values } = invocation;
    const percent = Number(textOption(values, 'percent'));
    if (!(percent > 0 && percent <= 100)) throw new UsageError('--percent takes a number above 0 and up to 100.');
    const remote = remoteArgument(invocation);
    const id = await checkHeld(invocation, remote, positional(invocation, 1));
    const reason = textOption(values, 'reason') ?? `${percent} percent`;
    return describeSwitch(await startCanary(platform, { remote, id, percent, by, reason, dryRun }), remote);
  },
};

export const promoteCommand: Command = {
  name: 'promote',
  summary: 'Make the canary of a remote live for everybody',
  usage: '<remote> [--no-guard] [--reason "..."]',
  positionals: { least: 1, most: 1 },
  options: {
    'no-guard': { type: 'boolean', help: 'never roll it back automatically' },
    reason: reasonOption,
  },
  async run(invocation) {
    const remote = remoteArgument(invocation);
    const { platform, by, dryRun, values } = invocation;
    const reason = textOption(values, 'reason') ?? '';
    const guard = values['no-guard'] ? 'off' : 'on';
    return describeSwitch(await promoteCanary(platform, { remote, by, reason, dryRun, guard }), remote);
  },
};

export const abortCommand: Command = {
  name: 'abort',
  summary: 'End the canary of a remote; everybody gets the live release',
  usage: '<remote> [--reason "..."]',
  positionals: { least: 1, most: 1 },
  options: { reason: reasonOption },
  async run(invocation) {
    const remote = remoteArgument(invocation);
    const { platform, by, dryRun, values } = invocation;
    const reason = textOption(values, 'reason') ?? '';
    return describeSwitch(await abortCanary(platform, { remote, by, reason, dryRun }), remote);
  },
};

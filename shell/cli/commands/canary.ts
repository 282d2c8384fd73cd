import { parsePlan } from 'kit/contracts/canary-plan';
import { CommandError } from 'kit/server/command-error';
import { abortCanary, pausePlan, promoteCanary, resumePlan, startCanary } from '../../platform/index.ts';
import { type AddCommand, commonRequest, expectOption, numberUpTo, optionalText, passOverOption } from '../command.ts';
import { describeSwitch } from '../describe-switch.ts';
import { checkHeld } from '../remote-argument.ts';

export const addCanary: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('canary')
    .description('Give a share of the visitors a release that is not live, or let it grow by a plan')
    .argument('<remote>', 'whose release', checkRemote)
    .argument('<id>', 'the release, as "list" shows it')
    .option('--percent <n>', 'the share, above 0 and up to 100', numberUpTo(100))
    .option('--plan <shares>', '1,5,25,100: grows by itself while it is no worse than live', optionalText)
    .option('--every <time>', 'with --plan: how long each share is looked at; 10m unless told', optionalText)
    .option('--no-promote', 'with --plan: stays at the last share; else a plan that ends with 100 goes live')
    .option(...expectOption)
    .option(...passOverOption)
    .option('--reason <text>', 'why, for the log', optionalText)
    .action((remote, id, { percent, plan, every, promote, reason, ...options }) =>
      answer(async (invocation) => {
        const { platform, store } = invocation;
        const share = readShare({ percent, plan, every, promote });
        await checkHeld(store, remote, id);
        const words = reason ?? (share.percent === undefined ? `by plan: ${plan}` : `${share.percent} percent`);
        const request = { ...commonRequest(invocation, options), ...share, remote, id, reason: words };
        return describeSwitch(store, await startCanary(platform, request), remote);
      }),
    );
};

interface ShareOptions {
  percent?: number | undefined;
  plan?: string | undefined;
  every?: string | undefined;
  promote: boolean;
}

function readShare({ percent, plan: text, every, promote }: ShareOptions) {
  if (text === undefined && percent !== undefined && every === undefined) return { percent };
  if (text === undefined || percent !== undefined) {
    throw new CommandError('Say the share: --percent <n>, or --plan <shares> with --every <time>, and not both.');
  }
  const plan = parsePlan(text, { every: every ?? '10m', promote });
  if (typeof plan === 'string') throw new CommandError(plan);
  return { plan };
}

export const addPromote: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('promote')
    .description('Make the canary of a remote live for everybody')
    .argument('<remote>', 'whose canary', checkRemote)
    .option('--no-guard', 'never roll it back automatically')
    .option(...expectOption)
    .option(...passOverOption)
    .option('--reason <text>', 'why, for the log', optionalText)
    .action((remote, { guard, reason = '', ...options }) =>
      answer(async (invocation) => {
        const common = commonRequest(invocation, options);
        const change = { ...common, remote, reason, guard: guard ? 'on' : 'off' } as const;
        return describeSwitch(invocation.store, await promoteCanary(invocation.platform, change), remote);
      }),
    );
};

/** Commands that take a remote with a canary, and nothing else. */
function addOfCanary(name: string, description: string, change: typeof abortCanary): AddCommand {
  return (program, answer, { checkRemote }) => {
    program
      .command(name)
      .description(description)
      .argument('<remote>', 'whose canary', checkRemote)
      .option(...expectOption)
      .option(...passOverOption)
      .option('--reason <text>', 'why, for the log', optionalText)
      .action((remote, { reason = '', ...options }) =>
        answer(async (invocation) => {
          const request = { ...commonRequest(invocation, options), remote, reason };
          return describeSwitch(invocation.store, await change(invocation.platform, request), remote);
        }),
      );
  };
}

export const addAbort = addOfCanary(
  'abort',
  'End the canary of a remote; everybody gets the live release',
  abortCanary,
);
export const addPause = addOfCanary('pause', 'Hold the plan of a canary at the share that it has', pausePlan);
export const addResume = addOfCanary(
  'resume',
  'Let the plan of a canary go on; the time of its step begins anew',
  resumePlan,
);

import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describePlan, parseMinutes, readShareOptions, type ShareOptions } from 'kit/contracts/canary-plan';
import { momentText } from 'kit/contracts/day-and-moment';
import { describeServers } from 'kit/contracts/squad/calls';
import { CommandError } from 'kit/server/command-error';
import {
  Acts,
  History,
  isFirstActivation,
  type ReleaseStore,
  releaseDifferences,
  Site,
  type Writing,
  waitUntilServed,
} from '../../platform/index.ts';
import {
  type AddCommand,
  commonRequest,
  expectOption,
  type Invocation,
  numberUpTo,
  type Outcome,
  optionalText,
  type SiteArguments,
} from '../command.ts';

/** The options of all acts. A command has those of its act. */
interface ActOptions extends ShareOptions {
  to?: string;
  guard?: boolean;
  site?: boolean;
  until?: string;
  expect?: number;
  reason?: string;
}

type AddArgument = (command: CommandUnknownOpts) => CommandUnknownOpts;

const argumentsOf: Record<Exclude<Acts.ActArgument, 'several'>, AddArgument> = {
  release: (command) => command.argument('<id>', 'the release, as "list" shows it'),
  former: (command) =>
    command.option(
      '--to <id>',
      'for one remote: the release to roll back to (default: the previous one)',
      optionalText,
    ),
  share: (command) =>
    command
      .option('--percent <n>', 'the share, above 0 and up to 100', numberUpTo(100))
      .option(
        '--plan <shares>',
        '1,5,25,100: the share grows by itself while the canary is no worse than live',
        optionalText,
      )
      .option('--every <time>', 'with --plan: how long each step lasts (default: 10m)', optionalText)
      .option('--no-promote', 'with --plan: stop at the last share; without it, a plan that ends with 100 goes live'),
  end: (command) =>
    command.option('--until <time>', 'ends by itself after 2h or 3d, or at 2027-01-07T08:00Z', optionalText),
  guard: (command) => command.option('--no-guard', 'never roll it back automatically'),
};

/** Adds the command of an act. The table of acts has its options and its output. */
export function addAct(name: Acts.ActName): AddCommand {
  return (program, answer, site) => {
    const act: Acts.Act = Acts.acts[name];
    const ofSite = Acts.actNamed(`${name}-site`);
    const command: CommandUnknownOpts = program.command(name).description(act.summary);
    if (act.takes.includes('former'))
      command.argument('<remotes...>', 'remotes to roll back; mf-agents@<id> names the release');
    else if (ofSite) command.argument('[remote]', 'the remote, or "shell"', site.checkRemote);
    else if (act.about === 'remote') command.argument('<remote>', 'the remote, or "shell"', site.checkRemote);
    if (ofSite) command.option('--site', 'the whole site, including remotes that are added later');
    for (const argument of act.takes) if (argument !== 'several') argumentsOf[argument](command);
    command
      .option(...expectOption)
      .option('--reason <text>', act.reasonMissing ? 'why, for the log (required)' : 'why, for the log', optionalText)
      .action(() =>
        answer(async (invocation) => {
          // The cast is safe: the command declares these options above.
          const options = command.opts() as ActOptions;
          const args = command.processedArgs.flat() as string[];
          if (act.reasonMissing && !options.reason) throw new CommandError(act.reasonMissing);
          if (ofSite && (args[0] === undefined) !== (options.site === true)) {
            throw new CommandError(`Name what to ${name}: a remote, or --site.`);
          }
          const request: Acts.ActRequest = {
            ...commonRequest(invocation, options),
            remote: args[0] ?? '',
            reason: options.reason ?? '',
            ...(await readArguments(act, args, { options, site })),
          };
          return perform(options.site && ofSite ? ofSite : act, request, invocation);
        }),
      );
  };
}

async function readArguments(
  { takes }: Acts.Act,
  args: readonly string[],
  { options, site: { checkRemote, checkHeld } }: { options: ActOptions; site: SiteArguments },
): Promise<Partial<Acts.ActRequest>> {
  if (takes.includes('former')) {
    const several = readSeveral(args, options.to, checkRemote);
    for (const one of several) if (one.to) await checkHeld(one.remote, one.to);
    return { several, remote: several[0]?.remote ?? '' };
  }
  const guard = takes.includes('guard') ? ({ guard: options.guard === false ? 'off' : 'on' } as const) : {};
  const end = takes.includes('end') && options.until !== undefined ? { until: readEnd(options.until) } : {};
  if (!takes.includes('release')) return { ...guard, ...end };
  const [remote = '', id = ''] = args;
  if (!takes.includes('share')) return { id: await checkHeld(remote, id), ...guard };
  const share = readShareOptions(options);
  if (typeof share === 'string') throw new CommandError(share);
  const { reason = options.plan === undefined ? `${options.percent} percent` : `by plan: ${options.plan}` } = options;
  return { id: await checkHeld(remote, id), ...share, reason };
}

/** Reads `mf-agents`, or `mf-agents@<id>` with the release to roll back to. */
function readSeveral(args: readonly string[], to: string | undefined, checkRemote: SiteArguments['checkRemote']) {
  const several = args.map((word) => {
    const [name = '', ...rest] = word.split('@');
    return { remote: checkRemote(name), to: rest.join('@') || undefined };
  });
  const [first] = several;
  if (to === undefined || !first) return several;
  if (several.length > 1 || first.to) {
    throw new CommandError('--to is for one remote. For several, write mf-agents@<id> mf-demos@<id>.');
  }
  return [{ remote: first.remote, to }];
}

function readEnd(text: string): string {
  const minutes = parseMinutes(text);
  if (minutes !== null) return new Date(Date.now() + minutes * 60_000).toISOString();
  if (momentText.safeParse(text).success) return new Date(text).toISOString();
  throw new CommandError(
    `${JSON.stringify(text)} is not a valid end. Use 2h, 3d, or a time with its zone: 2027-01-07T08:00Z.`,
  );
}

async function perform(act: Acts.Act, request: Acts.ActRequest, { platform, store }: Invocation): Promise<Outcome> {
  const result = await act.perform(platform, request);
  const { outcome, composition } = result;
  if (!act.outcome) return describeSwitch(store, result, request.remote || composition.remote);
  const text = act.outcome(request, composition)[outcome];
  const until = act.takes.includes('end') || act.right === 'freeze' ? { until: request.until ?? null } : {};
  return { text, json: { remote: request.remote || null, outcome, revision: composition.revision, ...until } };
}

/** Describes what a switch changed or would change. A dry run also names the differences between the releases. */
async function describeSwitch(
  store: ReleaseStore,
  { composition, outcome, gateMilliseconds, notes }: Writing.SwitchResult,
  remote: string,
): Promise<Outcome> {
  const state = composition.remotes[remote];
  if (outcome === 'unchanged') {
    return {
      text: `${remote} ${state?.live} is ${state?.canary?.plan ? `live, and the plan of ${state.canary.id} is so` : 'live'} already; nothing was changed.`,
      json: { remote, outcome, revision: composition.revision, state, gateMilliseconds, notes },
    };
  }
  const { revision, action, from, to, also, undoes } = composition;
  const canary = state?.canary;
  const subject = undoes ? `undo of revision ${undoes.revision} (${undoes.action})` : action;
  const move = Site.isAboutSite(composition)
    ? subject
    : [
        ...Site.movesOf(composition).map((one) => `${subject} ${one.remote}: ${one.from ?? 'nothing'} -> ${one.to}`),
        // A move does not say which share of the visitors has the canary, or that an undo brings it back.
        ...(canary ? [History.describeCanary(canary)] : []),
        ...(canary?.plan && action === 'canary' ? [`Plan: ${describePlan(canary.plan)}`] : []),
      ].join('\n');
  const change = { revision, action, from, to, ...(also && { also }), ...(undoes && { undoes }) };
  const json = { remote, outcome, ...change, state, gateMilliseconds, notes };
  const looked = notes.map((note) => `\nGate: ${note}.`).join('');
  if (outcome === 'checked') {
    const differences = await differencesOfMoves(store, composition);
    const lines = differences.flatMap((one) => [
      `What differs in ${one.remote}:`,
      ...one.differences.map((line) => `  ${line}`),
    ]);
    const text = [`All checks passed. This would change:\n${move}${looked}`, ...lines].join('\n');
    return { text, json: { ...json, differences } };
  }
  const notServedBy = isFirstActivation(composition) ? await waitUntilServed(store, composition) : null;
  const now = notServedBy ? describeServers(notServedBy) : 'new page loads get it within a second.';
  return {
    text: `${move}${looked}\nRevision ${revision}; ${now}`,
    json: { ...json, ...(notServedBy && { notServedBy }) },
  };
}

function differencesOfMoves(store: ReleaseStore, composition: Writing.SwitchResult['composition']) {
  const all = Site.isAboutSite(composition) ? [] : Site.movesOf(composition);
  const moves = all.flatMap(({ remote, from, to }) => (from === null || from === to ? [] : [{ remote, from, to }]));
  return Promise.all(
    moves.map(async (move) => ({ ...move, differences: await releaseDifferences(store, move, composition) })),
  );
}

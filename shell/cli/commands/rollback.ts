import { CommandError } from 'kit/server/command-error';
import { rollbackReleases } from '../../platform/index.ts';
import { type AddCommand, commonRequest, expectOption, optionalText, passOverOption } from '../command.ts';
import { describeSwitch } from '../describe-switch.ts';
import { checkHeld } from '../remote-argument.ts';

export const addRollback: AddCommand = (program, answer, { checkRemote }) => {
  program
    .command('rollback')
    .description('Go back to releases that were live before: of one remote, or of several at once')
    .argument('<remotes...>', 'which; mf-agents@<id> goes back to that release')
    .option('--to <id>', 'of one remote, the release to go back to; else the previous one', optionalText)
    .option(...expectOption)
    .option(...passOverOption)
    .option('--reason <text>', 'why, for the log (required)', optionalText)
    .action((words, { to, reason, ...options }) =>
      answer(async (invocation) => {
        const { platform, store } = invocation;
        if (!reason) throw new CommandError('A rollback needs its reason for the log: --reason "what went wrong".');
        const ways = words.map((word) => readWay(word, checkRemote));
        const [first] = ways;
        if (to && (ways.length > 1 || first?.to)) {
          throw new CommandError('--to is for one remote: of several, write mf-agents@<id> mf-demos@<id>.');
        }
        if (to && first) first.to = to;
        for (const way of ways) if (way.to) await checkHeld(store, way.remote, way.to);
        const result = await rollbackReleases(platform, { ...commonRequest(invocation, options), ways, reason });
        return describeSwitch(store, result, first?.remote ?? '');
      }),
    );
};

function readWay(word: string, checkRemote: (name: string) => string): { remote: string; to?: string } {
  const [name = '', ...rest] = word.split('@');
  const to = rest.join('@');
  return { remote: checkRemote(name), ...(to && { to }) };
}

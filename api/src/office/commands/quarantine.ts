import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { wholeNumber } from 'kit/server/command-line';
import { systemUser } from 'kit/server/system-user';
import { noted } from '../../inbox/audit.ts';
import type { Answer } from '../office.ts';
import { day, nameOfDecider, upperCase } from '../option-values.ts';
import { countQuarantine, listQuarantine, releaseFromQuarantine } from '../quarantine-commands.ts';

export function addQuarantine(program: CommandUnknownOpts, answer: Answer): void {
  const quarantine = program.command('quarantine').description('Forms that a machine seems to have sent');
  quarantine
    .command('list')
    .description('List the quarantine, newest first')
    .option('--since <day>', 'from this day on, like 2026-11-20', day)
    .option('--limit <n>', 'at most this many (default: 50)', wholeNumber(1))
    .action(({ since, limit }) =>
      answer((database) =>
        noted(database, { act: 'list', details: { place: 'quarantine' } }, () =>
          listQuarantine(database, { since, limit }),
        ),
      ),
    );
  quarantine
    .command('count')
    .description('Count them by kind and reason')
    .action(() => answer(countQuarantine));
  quarantine
    .command('release')
    .description('Release a form: it is delivered like any other')
    .argument('<reference>', 'like L-7F3K9Q', upperCase)
    .option('--by <name>', 'your name for the log (default: your user name)', nameOfDecider)
    .action((reference, { by = systemUser() }) =>
      answer((database) =>
        noted(database, { act: 'release', reference, by }, () => releaseFromQuarantine(database, reference, by)),
      ),
    );
}

import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { wholeNumber } from 'kit/server/command-line';
import { systemUser } from 'kit/server/system-user';
import { noted } from '../../inbox/audit.ts';
import type { Answer } from '../office.ts';
import { day, nameOfDecider, upperCase } from '../option-values.ts';
import { countQuarantine, listQuarantine, releaseFromQuarantine } from '../quarantine-commands.ts';

export function addQuarantine(program: CommandUnknownOpts, answer: Answer): void {
  const quarantine = program
    .command('quarantine')
    .description('What was held back because a machine seems to have sent it');
  quarantine
    .command('list')
    .description('What is held back, the newest first')
    .option('--since <day>', 'from that day on, like 2026-11-20', day)
    .option('--limit <n>', 'at most so many; 50 unless told', wholeNumber(1))
    .action(({ since, limit }) =>
      answer((database) =>
        noted(database, { act: 'list', details: { place: 'quarantine' } }, () =>
          listQuarantine(database, { since, limit }),
        ),
      ),
    );
  quarantine
    .command('count')
    .description('How many, by kind and reason')
    .action(() => answer(countQuarantine));
  quarantine
    .command('release')
    .description('Deliver it like any other')
    .argument('<reference>', 'like L-7F3K9Q', upperCase)
    .option('--by <name>', 'who decided so; else your user name', nameOfDecider)
    .action((reference, { by = systemUser() }) =>
      answer((database) =>
        noted(database, { act: 'release', reference, by }, () => releaseFromQuarantine(database, reference, by)),
      ),
    );
}

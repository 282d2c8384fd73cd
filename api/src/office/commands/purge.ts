import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { systemUser } from 'kit/server/system-user';
import { purge } from '../../inbox/erase-forms.ts';
import type { Answer } from '../office.ts';
import { nameOfDecider, upperCase } from '../option-values.ts';

export function addPurge(program: CommandUnknownOpts, answer: Answer, dataDir: string): void {
  program
    .command('purge')
    .description('Erase the personal data of one form; its reference stays')
    .argument('<reference>', 'like L-7F3K9Q', upperCase)
    .option('--by <name>', 'your name for the log (default: your user name)', nameOfDecider)
    .action((reference, { by = systemUser() }) =>
      answer((database) => purge(database, reference, { by, role: 'command' }, dataDir)),
    );
}

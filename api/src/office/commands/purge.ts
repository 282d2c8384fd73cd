import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Answer } from '../office.ts';
import { upperCase } from '../option-values.ts';
import { purge } from '../submission-commands.ts';

export function addPurge(program: CommandUnknownOpts, answer: Answer, dataDir: string): void {
  program
    .command('purge')
    .description('Erase the personal data of one form, keep a trace')
    .argument('<reference>', 'like L-7F3K9Q', upperCase)
    .action((reference) => answer(() => purge(reference, dataDir)));
}

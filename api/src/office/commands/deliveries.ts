import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { listDeliveries, retryDeliveries, showStatus } from '../delivery-commands.ts';
import type { Answer } from '../office.ts';
import { upperCase } from '../option-values.ts';

export function addDeliveries(program: CommandUnknownOpts, answer: Answer): void {
  const deliveries = program.command('deliveries').description('What is on its way to the office and the CRM');
  deliveries
    .command('list')
    .description('What waits for delivery and what was given up')
    .option('--dead', 'only what was given up')
    .option('--all', 'with what was delivered')
    .option('--waiting', 'only what waits')
    .action(({ dead = false, all = false, waiting = false }) => answer(() => listDeliveries({ dead, all, waiting })));
  deliveries
    .command('status')
    .description('Whether mail server and CRM take anything, and what waits for them')
    .action(() => answer(showStatus));
  deliveries
    .command('retry')
    .description('Try again now: one form, or everything that was given up')
    .argument('[reference]', 'like L-7F3K9Q', upperCase)
    .option('--waiting', 'everything that waits, whenever its turn would be')
    .action((reference, { waiting = false }) => answer(() => retryDeliveries({ reference, waiting })));
}

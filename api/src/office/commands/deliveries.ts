import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { wholeNumber } from 'kit/server/command-line';
import { systemUser } from 'kit/server/system-user';
import { endpointPrefix } from '../../delivery/endpoint-statements.ts';
import { noted } from '../../inbox/audit.ts';
import { listDeliveries, retryDeliveries, showStatus } from '../delivery-commands.ts';
import { listTries, resend } from '../delivery-log-commands.ts';
import type { Answer } from '../office.ts';
import { nameOfDecider, upperCase } from '../option-values.ts';

/** `crm-two` is the endpoint of that name, `mail` and `webhook` (CRM_WEBHOOK_URL) are what the configuration has. */
function channelOf(name: string | undefined): string | undefined {
  return name === undefined || name === 'mail' || name === 'webhook' ? name : endpointPrefix + name;
}

export function addDeliveries(program: CommandUnknownOpts, answer: Answer): void {
  const deliveries = program.command('deliveries').description('What is on its way to the office and the CRM');
  deliveries
    .command('list')
    .description('What waits for delivery and what was given up')
    .option('--dead', 'only what was given up')
    .option('--all', 'with what was delivered')
    .option('--waiting', 'only what waits')
    .action(({ dead = false, all = false, waiting = false }) =>
      answer((database) => listDeliveries(database, { dead, all, waiting })),
    );
  deliveries
    .command('status')
    .description('Whether mail server and CRM take anything, and what waits for them')
    .action(() => answer(showStatus));
  deliveries
    .command('retry')
    .description('Try again now: one form, or everything that was given up')
    .argument('[reference]', 'like L-7F3K9Q', upperCase)
    .option('--waiting', 'everything that waits, whenever its turn would be')
    .action((reference, { waiting = false }) =>
      answer((database) =>
        noted(database, { act: 'retry', reference, details: { waiting } }, () =>
          retryDeliveries(database, { reference, waiting }),
        ),
      ),
    );
  deliveries
    .command('log')
    .description('Each try of the last 30 days, the newest first')
    .argument('[name]', 'its own; mail; or webhook, which is CRM_WEBHOOK_URL')
    .option('--reference <reference>', 'of one form', upperCase)
    .option('--limit <n>', 'at most so many; 50 unless told', wholeNumber(1))
    .action((name, { reference, limit = 50 }) =>
      answer((database) => listTries(database, { channel: channelOf(name), reference, limit })),
    );
  deliveries
    .command('resend')
    .description('Send a form again, under the same webhook-id')
    .argument('<reference>', 'like L-7F3K9Q', upperCase)
    .option('--to <name>', 'only to this webhook, or by mail')
    .option('--by <name>', 'who decided so; else your user name', nameOfDecider)
    .action((reference, { to, by = systemUser() }) =>
      answer((database) =>
        noted(database, { act: 'resend', reference, by, details: { channel: to ?? 'all webhooks' } }, () =>
          resend(database, reference, channelOf(to)),
        ),
      ),
    );
}

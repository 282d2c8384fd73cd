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
  const deliveries = program.command('deliveries').description('Deliveries to the office and to webhooks');
  deliveries
    .command('list')
    .description('List deliveries that wait and that were given up')
    .option('--dead', 'only those that were given up')
    .option('--all', 'with those that were delivered')
    .option('--waiting', 'only those that wait')
    .action(({ dead = false, all = false, waiting = false }) =>
      answer((database) => listDeliveries(database, { dead, all, waiting })),
    );
  deliveries
    .command('status')
    .description('Show whether the mail server and webhooks are healthy, and what waits for them')
    .action(() => answer(showStatus));
  deliveries
    .command('retry')
    .description('Retry now: one form, or everything that was given up')
    .argument('[reference]', 'like L-7F3K9Q', upperCase)
    .option('--waiting', 'everything that waits')
    .action((reference, { waiting = false }) =>
      answer((database) =>
        noted(database, { act: 'retry', reference, details: { waiting } }, () =>
          retryDeliveries(database, { reference, waiting }),
        ),
      ),
    );
  deliveries
    .command('log')
    .description('List the attempts of the last 30 days, newest first')
    .argument('[name]', 'its own; mail; or webhook, which is CRM_WEBHOOK_URL')
    .option('--reference <reference>', 'of one form', upperCase)
    .option('--limit <n>', 'at most this many (default: 50)', wholeNumber(1))
    .action((name, { reference, limit = 50 }) =>
      answer((database) => listTries(database, { channel: channelOf(name), reference, limit })),
    );
  deliveries
    .command('resend')
    .description('Send a form again, under the same webhook-id')
    .argument('<reference>', 'like L-7F3K9Q', upperCase)
    .option('--to <name>', 'only to this webhook, or by mail')
    .option('--by <name>', 'your name for the log (default: your user name)', nameOfDecider)
    .action((reference, { to, by = systemUser() }) =>
      answer((database) =>
        noted(database, { act: 'resend', reference, by, details: { channel: to ?? 'all webhooks' } }, () =>
          resend(database, reference, channelOf(to)),
        ),
      ),
    );
}

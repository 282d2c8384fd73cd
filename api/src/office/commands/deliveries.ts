import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommandError } from 'kit/server/command-error';
import { wholeNumber } from 'kit/server/command-line';
import type { Database } from '../../database/database.ts';
import { endpointPrefix } from '../../delivery/channel.ts';
import { type ChannelStatus, selectStatus } from '../../delivery/find-alarms.ts';
import { byOption, type Row, type Tools, upperCase } from '../office.ts';
import { resend } from '../submission-commands.ts';

/** Maps `crm-two` to the endpoint of that name. `mail` and `webhook` (CRM_WEBHOOK_URL) are channels of the configuration. */
function channelOf(name: string | undefined): string | undefined {
  return name === undefined || name === 'mail' || name === 'webhook' ? name : endpointPrefix + name;
}

export function addDeliveries(program: CommandUnknownOpts, { answer, audited }: Tools): void {
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
      audited({ act: 'retry', reference, details: { waiting } }, (database) =>
        retryDeliveries(database, { reference, waiting }),
      ),
    );
  deliveries
    .command('log')
    .description('List the attempts of the last 30 days, newest first')
    .argument('[name]', 'its own; mail; or webhook, which is CRM_WEBHOOK_URL')
    .option('--reference <reference>', 'of one form', upperCase)
    .option('--limit <n>', 'at most this many (default: 50)', wholeNumber(1))
    .action((name, { reference = null, limit = 50 }) =>
      answer((database) => listTries(database, { channel: channelOf(name) ?? null, reference, limit })),
    );
  deliveries
    .command('resend')
    .description('Send a form again, under the same webhook-id')
    .argument('<reference>', 'like L-7F3K9Q', upperCase)
    .option('--to <name>', 'only to this webhook, or by mail')
    .addOption(byOption)
    .action((reference, { to, by }) =>
      audited({ act: 'resend', reference, by, details: { channel: to ?? 'all webhooks' } }, (database) =>
        resend(database, reference, channelOf(to)),
      ),
    );
}

function listDeliveries(database: Database, selection: { dead: boolean; waiting: boolean; all: boolean }) {
  return database.run<Row>(
    `select reference, channel,
       case when delivered_at is not null then 'delivered' when dead_at is not null then 'DEAD'
         when taken_by is not null then 'sending' else 'waiting' end as state,
       attempts, refusals, case when delivered_at is null and dead_at is null then next_attempt_at end as next,
       last_error as "lastError"
     from deliveries join submissions on submissions.id = submission_id
     where ($all::boolean or delivered_at is null) and (not $dead::boolean or dead_at is not null)
       and (not $waiting::boolean or delivered_at is null and dead_at is null)
     order by deliveries.id desc limit 200`,
    selection,
  );
}

function listTries(
  database: Database,
  selection: { channel: string | null; reference: string | null; limit: number },
): Promise<Row[]> {
  return database.run<Row>(
    `select tried_at as "triedAt", reference, channel, outcome, ms, said
     from delivery_tries join deliveries on deliveries.id = delivery_id
     join submissions on submissions.id = submission_id
     where ($channel::text is null or channel = $channel) and ($reference::text is null or reference = $reference)
     order by delivery_tries.id desc limit $limit`,
    selection,
  );
}

/**
 * Makes one form, all waiting deliveries, or by default all dead letters due now and resets their attempts. A delivery in
 * progress stays with the worker that sends it.
 */
export async function retryDeliveries(
  database: Database,
  { reference, waiting }: { reference: string | undefined; waiting: boolean },
): Promise<Row[]> {
  if (reference !== undefined && waiting) throw new CommandError('Name one form or use --waiting, not both.');
  const id = reference === undefined ? null : await idOf(database, reference);
  const retried = await database.run<Row>(
    `with retried as (
       update deliveries set dead_at = null, attempts = 0, refusals = 0, next_attempt_at = now()
       where delivered_at is null and taken_by is null
         and case when $id::uuid is null then (dead_at is null) = $waiting::boolean else submission_id = $id end
       returning id
     )
     select count(*)::int as retried from retried`,
    { id, waiting },
  );
  await database.run('update delivery_channels set probe_at = now(), refused_in_a_row = 0');
  return retried;
}

async function showStatus(database: Database): Promise<Row[]> {
  const statuses = await database.run<ChannelStatus>(selectStatus);
  return statuses.map(({ channel, waiting, dead, oldest, away, last_error: lastError }) => ({
    channel,
    state: away === null ? 'works' : `unavailable for ${Math.round(away)} min`,
    waiting,
    oldestMinutes: oldest === null ? null : Math.round(oldest),
    dead,
    lastError,
  }));
}

async function idOf(database: Database, reference: string): Promise<string> {
  const [form] = await database.run<{ id: string }>('select id from submissions where reference = $reference', {
    reference,
  });
  if (form) return form.id;
  throw new CommandError(`There is no form with the reference ${reference}.`, 3);
}

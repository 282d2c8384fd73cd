import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommandError } from 'kit/server/command-error';
import { wholeNumber } from 'kit/server/command-line';
import { literal, Op, type WhereOptions } from 'sequelize';
import type { Database } from '../../database/database.ts';
import type { DeliveryModel } from '../../database/models.ts';
import { endpointPrefix } from '../../delivery/channel.ts';
import { type ChannelStatus, selectStatus } from '../../delivery/find-alarms.ts';
import { findEndpoint } from '../../delivery/post-json.ts';
import { byOption, type Row, type Tools, upperCase } from '../office.ts';
import { checkForm, resend } from '../submission-commands.ts';

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
      answer((database) => listTries(database, { name, reference, limit })),
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

type Selection = Record<'dead' | 'waiting' | 'all', boolean>;

/** Lists pending deliveries and dead letters by default. */
async function listDeliveries(database: Database, { dead, waiting, all }: Selection): Promise<Row[]> {
  const where: WhereOptions<DeliveryModel> = {
    ...(all ? {} : { deliveredAt: null }),
    ...(dead ? { deadAt: { [Op.ne]: null } } : {}),
    ...(waiting ? { deadAt: null, deliveredAt: null } : {}),
  };
  const found = await database.models.deliveries.findAll({
    where,
    include: { association: 'submission', required: true },
    order: [['id', 'DESC']],
    limit: 200,
  });
  return found.map((delivery) => ({
    reference: delivery.submission?.reference,
    channel: delivery.channel,
    state: stateOf(delivery),
    attempts: delivery.attempts,
    refusals: delivery.refusals,
    next: delivery.deliveredAt || delivery.deadAt ? null : delivery.nextAttemptAt,
    lastError: delivery.lastError,
  }));
}

function stateOf({ deliveredAt, deadAt, takenBy }: DeliveryModel): string {
  if (deliveredAt) return 'delivered';
  if (deadAt) return 'DEAD';
  return takenBy ? 'sending' : 'waiting';
}

/** @throws CommandError 3 for a form or a webhook that has no tries because it does not exist */
async function listTries(
  database: Database,
  { name, reference, limit }: { name: string | undefined; reference: string | null; limit: number },
): Promise<Row[]> {
  const channel = channelOf(name) ?? null;
  const tries = await database.run<Row>(
    `select tried_at as "triedAt", reference, channel, outcome, ms, said
     from delivery_tries join deliveries on deliveries.id = delivery_id
     join submissions on submissions.id = submission_id
     where ($channel::text is null or channel = $channel) and ($reference::text is null or reference = $reference)
     order by delivery_tries.id desc limit $limit`,
    { channel, reference, limit },
  );
  if (tries.length > 0) return tries;
  if (reference !== null) await checkForm(database, reference);
  if (name !== undefined && channel !== name && !(await findEndpoint(database, name)))
    throw new CommandError(`There is no webhook ${name}: "webhooks list" shows them, and --reference names a form.`, 3);
  return tries;
}

/** One form, all waiting deliveries, or by default all dead letters. */
interface RetrySelection {
  reference: string | undefined;
  waiting: boolean;
}

/** Makes deliveries due now and resets their attempts. A delivery in progress stays with the worker that sends it. */
export async function retryDeliveries(database: Database, { reference, waiting }: RetrySelection): Promise<Row[]> {
  if (reference !== undefined && waiting) throw new CommandError('Name one form or use --waiting, not both.');
  const where: WhereOptions<DeliveryModel> = {
    deliveredAt: null,
    takenBy: null,
    ...(reference === undefined
      ? { deadAt: waiting ? null : { [Op.ne]: null } }
      : { submissionId: await checkForm(database, reference) }),
  };
  const values = { deadAt: null, attempts: 0, refusals: 0, nextAttemptAt: literal('now()') };
  const [retried] = await database.models.deliveries.update(values, { where });
  await database.run('update delivery_channels set probe_at = now(), refused_in_a_row = 0');
  return [{ retried }];
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

import { CommandError } from 'kit/server/command-error';
import { type IncludeOptions, literal, Op, type WhereOptions } from 'sequelize';
import type { Database } from '../database/database.ts';
import type { DeliveryModel } from '../delivery/delivery.model.ts';
import { readStanding, type Standing } from '../delivery/find-alarms.ts';
import type { Row } from './table.ts';

const withSubmission: IncludeOptions = { association: 'submission', required: true };

interface Selection {
  dead: boolean;
  waiting: boolean;
  all: boolean;
}

/** Deliveries that are not done: those that wait and those that were given up. */
export async function listDeliveries(database: Database, { dead, waiting, all }: Selection): Promise<Row[]> {
  const where: WhereOptions<DeliveryModel> = {
    ...(all ? {} : { deliveredAt: null }),
    ...(dead ? { deadAt: { [Op.ne]: null } } : {}),
    ...(waiting ? { deadAt: null, deliveredAt: null } : {}),
  };
  const found = await database.deliveries.findAll({
    where,
    include: withSubmission,
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

/** What is started again: one form, everything that waits, or everything that was given up. */
export interface Retried {
  reference: string | undefined;
  waiting: boolean;
}

/** Tries again now, with all tries before it. What is being sent at this moment is left to whoever sends it. */
export async function retryDeliveries(database: Database, { reference, waiting }: Retried): Promise<Row[]> {
  if (reference !== undefined && waiting) throw new CommandError('Name one form, or say --waiting, not both.');
  const where: WhereOptions<DeliveryModel> = {
    deliveredAt: null,
    takenBy: null,
    ...(reference === undefined
      ? { deadAt: waiting ? null : { [Op.ne]: null } }
      : { submissionId: await idOf(database, reference) }),
  };
  const values = { deadAt: null, attempts: 0, refusals: 0, nextAttemptAt: literal('now()') };
  const [retried] = await database.deliveries.update(values, { where });
  await database.run(
    'update delivery_channels set probe_at = now(), fresh_probe_at = now(), refused_in_a_row = 0, refused_last = null',
  );
  return [{ retried }];
}

/** Each channel: whether it takes anything, and what it still has to deliver. */
export async function showStatus(database: Database): Promise<Row[]> {
  const standings = await database.run<Standing>(readStanding);
  return standings.map(({ channel, waiting, dead, oldest, away, last_error: lastError }) => ({
    channel,
    state: away === null ? 'works' : `unavailable for ${Math.round(away)} min`,
    waiting,
    oldestMinutes: oldest === null ? null : Math.round(oldest),
    dead,
    lastError,
  }));
}

async function idOf(database: Database, reference: string): Promise<string> {
  const submission = await database.submissions.findOne({ where: { reference } });
  if (submission) return submission.id;
  throw new CommandError(`There is no form with the reference ${reference}.`, 3);
}

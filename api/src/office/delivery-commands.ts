import { type IncludeOptions, Op, type WhereOptions } from 'sequelize';
import { DeliveryModel } from '../delivery/delivery.model.ts';
import { SubmissionModel } from '../submissions/submission.model.ts';
import { CommandError } from './command-error.ts';
import type { Row } from './table.ts';

const withSubmission: IncludeOptions = { model: SubmissionModel, as: 'submission', required: true };

/** Deliveries that are not done: those that wait and those that were given up. */
export async function listDeliveries({ dead, all }: { dead: boolean; all: boolean }): Promise<Row[]> {
  const where: WhereOptions<DeliveryModel> = {
    ...(all ? {} : { deliveredAt: null }),
    ...(dead ? { deadAt: { [Op.ne]: null } } : {}),
  };
  const found = await DeliveryModel.findAll({ where, include: withSubmission, order: [['id', 'DESC']], limit: 200 });
  return found.map((delivery) => ({
    reference: delivery.submission?.reference,
    channel: delivery.channel,
    state: stateOf(delivery),
    attempts: delivery.attempts,
    next: delivery.deliveredAt || delivery.deadAt ? null : delivery.nextAttemptAt,
    lastError: delivery.lastError,
  }));
}

function stateOf({ deliveredAt, deadAt }: DeliveryModel): string {
  if (deliveredAt) return 'delivered';
  return deadAt ? 'DEAD' : 'waiting';
}

/** Starts what is not delivered again, from the first attempt; of one form or of all that were given up. */
export async function retryDeliveries(reference: string | undefined): Promise<Row[]> {
  const where: WhereOptions<DeliveryModel> = {
    deliveredAt: null,
    ...(reference === undefined ? { deadAt: { [Op.ne]: null } } : { submissionId: await idOf(reference) }),
  };
  const [retried] = await DeliveryModel.update({ deadAt: null, attempts: 0, nextAttemptAt: new Date() }, { where });
  return [{ retried }];
}

async function idOf(reference: string): Promise<string> {
  const submission = await SubmissionModel.findOne({ where: { reference } });
  if (submission) return submission.id;
  throw new CommandError(`There is no form with the reference ${reference}.`, 3);
}

import { CommandError } from 'kit/server/command-error';
import { Op, type WhereOptions } from 'sequelize';
import type { Database } from '../database/database.ts';
import type { SubmissionModel } from '../database/models.ts';
import { listedPersonOf } from '../submissions/stored-form.ts';
import type { Row } from './office.ts';
import { checkListLimit } from './submission-commands.ts';

/** Tests are never delivered, so they are not in quarantine either. */
const held: WhereOptions<SubmissionModel> = { quarantineReason: { [Op.ne]: null }, isTest: false, purgedAt: null };

interface QuarantineSelection {
  since: Date | undefined;
  limit: number | undefined;
}

/** The quarantine, newest first. */
export async function listQuarantine(database: Database, { since, limit }: QuarantineSelection): Promise<Row[]> {
  const found = await database.models.submissions.findAll({
    where: { ...held, ...(since === undefined ? {} : { createdAt: { [Op.gte]: since } }) },
    order: [['createdAt', 'DESC']],
    limit: checkListLimit(limit),
  });
  return found.map(({ reference, kind, createdAt, payload, quarantineReason }) => ({
    reference,
    kind,
    createdAt,
    ...listedPersonOf(kind, payload),
    reason: quarantineReason,
  }));
}

/** Counts the forms in quarantine by kind and reason. */
export async function countQuarantine(database: Database): Promise<Row[]> {
  const counts = await database.models.submissions.count({ where: held, group: ['kind', 'quarantineReason'] });
  return counts.map(({ kind, quarantineReason, count }) => ({ kind, reason: quarantineReason, count }));
}

/**
 * Releases a form from quarantine, so that it is delivered like any other. A second release fails and names the first.
 * @throws CommandError 3 if there is no such form, 1 if it is not in quarantine
 */
export async function releaseFromQuarantine(database: Database, reference: string, by: string): Promise<Row[]> {
  const [first] = await database.run<{ releasedAt: Date }>(
    `update submissions set released_at = now(), released_by = $by, released_from = quarantine_reason,
       quarantine_reason = null
     where reference = $reference and quarantine_reason is not null and purged_at is null and not is_test
     returning released_at as "releasedAt"`,
    { reference, by },
  );
  if (first) return [{ reference, releasedAt: first.releasedAt, releasedBy: by }];
  throw await describeNotReleased(database, reference);
}

async function describeNotReleased(database: Database, reference: string): Promise<CommandError> {
  const submission = await database.models.submissions.findOne({ where: { reference } });
  if (!submission) return new CommandError(`There is no form with the reference ${reference}.`, 3);
  const { purgedAt, isTest, releasedAt, releasedBy } = submission;
  if (purgedAt) return new CommandError(`${reference} was erased: nothing is left to deliver.`, 1);
  if (isTest) return new CommandError(`${reference} is a test, and tests are not delivered.`, 1);
  if (!releasedAt) return new CommandError(`${reference} is not in quarantine: it was delivered like any other.`, 1);
  return new CommandError(`${releasedBy} released ${reference} already, at ${releasedAt.toISOString()}.`, 1);
}

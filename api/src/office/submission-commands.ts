import { CommandError } from 'kit/server/command-error';
import { Op, type WhereOptions } from 'sequelize';
import type { Database } from '../database/database.ts';
import type { SubmissionModel } from '../database/models.ts';
import { endpointPrefix, takesForm } from '../delivery/channel.ts';
import type { SubmissionKind } from '../submissions/kinds.ts';
import { isGroup, listedPersonOf, originOf } from '../submissions/stored-form.ts';
import { sheetTime } from './csv.ts';
import type { Row } from './office.ts';

export interface Selection {
  kind: SubmissionKind;
  since: Date | undefined;
  limit: number | undefined;
  /** True includes quarantined forms and tests. */
  everything: boolean;
}

/** A list is in memory as a whole. */
const listLimit = 10_000;

/** The newest forms of one kind. */
export async function listSubmissions(
  database: Database,
  { kind, since, limit, everything }: Selection,
): Promise<Row[]> {
  const where: WhereOptions<SubmissionModel> = {
    kind,
    ...(since === undefined ? {} : { createdAt: { [Op.gte]: since } }),
    ...(everything ? {} : { quarantineReason: null, isTest: false }),
  };
  const order: [string, string][] = [['createdAt', 'DESC']];
  const found = await database.models.submissions.findAll({ where, order, limit: checkListLimit(limit) });
  return found.map((submission) => ({
    reference: submission.reference,
    createdAt: submission.createdAt,
    ...listedPersonOf(submission.kind, submission.payload),
    ...listedOriginOf(submission),
    status: statusOf(submission),
  }));
}

/** A table has no room for whole certificates, so it only names them. */
function listedOriginOf(submission: SubmissionModel) {
  const { certificates } = submission.payload;
  const names = isGroup(certificates) ? Object.keys(certificates).filter((name) => certificates[name]) : [];
  return { ...originOf(submission), certificates: names.join(', ') || null };
}

export function checkListLimit(limit = 50): number {
  if (limit <= listLimit) return limit;
  throw new CommandError(`--limit of a list must be at most ${listLimit}: an export takes any number.`);
}

type FormStatus = Pick<
  SubmissionModel,
  'purgedAt' | 'quarantineReason' | 'releasedBy' | 'returnedAt' | 'returnReason' | 'isTest'
>;

/** The status of a form in words: test, quarantine, release, return or erasure. Empty if there is none of these. */
export function statusOf(submission: FormStatus): string {
  const { purgedAt, quarantineReason, releasedBy, returnedAt, returnReason, isTest } = submission;
  if (purgedAt) return `erased ${sheetTime(purgedAt)} UTC`;
  return [
    ...(isTest ? ['test'] : []),
    ...(quarantineReason ? [`quarantine: ${quarantineReason}`] : []),
    ...(releasedBy ? [`released by ${releasedBy}`] : []),
    ...(returnedAt ? [`returned: ${returnReason}`] : []),
  ].join(', ');
}

/**
 * Marks a lead as returned and queues the event `returned` for the webhooks of its partner.
 * @throws CommandError 3 if there is no such lead, 1 if it was returned already
 */
export async function returnLead(database: Database, reference: string, reason: string, by: string): Promise<Row[]> {
  const [returned] = await database.run<Row>(
    `with returned as (
       update submissions set returned_at = now(), returned_by = $by, return_reason = $reason
       where reference = $reference and kind = 'lead' and returned_at is null and purged_at is null
       returning *
     ), told as (
       insert into deliveries (submission_id, channel, event)
       select id, '${endpointPrefix}' || webhook_endpoints.name, 'returned'
       from returned join webhook_endpoints on webhook_endpoints.partner = returned.partner
       where not is_test and quarantine_reason is null and ${takesForm({ kind: 'kind', partner: 'returned.partner' })}
       returning channel
     )
     select reference, partner, returned_at as "returnedAt", return_reason as reason,
       array_to_string(array(select channel from told order by 1), ', ') as told
     from returned`,
    { reference, reason: reason.slice(0, 500), by },
  );
  if (returned) return [returned];
  const [lead] = await database.run<Row>(
    `select returned_by as by from submissions where reference = $reference and kind = 'lead'`,
    { reference },
  );
  if (!lead) throw new CommandError(`There is no lead with the reference ${reference}.`, 3);
  throw new CommandError(lead.by ? `${lead.by} returned ${reference} already.` : `${reference} was erased.`, 1);
}

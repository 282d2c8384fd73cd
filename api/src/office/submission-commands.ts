import { CommandError } from 'kit/server/command-error';
import { Op, type WhereOptions } from 'sequelize';
import type { Database } from '../database/database.ts';
import { isGroup } from '../submissions/form-of.ts';
import type { SubmissionKind } from '../submissions/kinds.ts';
import { originOf } from '../submissions/origin-of.ts';
import { listedPersonOf } from '../submissions/person-of.ts';
import type { SubmissionModel } from '../submissions/submission.model.ts';
import { sheetTime } from './csv.ts';
import type { Row } from './table.ts';

export interface Selection {
  kind: SubmissionKind;
  since: Date | undefined;
  limit: number | undefined;
  /** Quarantined forms and tests are left out unless they are asked for. */
  everything: boolean;
}

const mostListed = 10_000;

/** The newest forms of one kind. */
export async function listSubmissions(database: Database, selection: Selection): Promise<Row[]> {
  const found = await find(database, selection, listed(selection.limit));
  return found.map((submission) => ({
    reference: submission.reference,
    createdAt: submission.createdAt,
    ...listedPersonOf(submission.kind, submission.payload),
    ...listedOriginOf(submission),
    status: statusOf(submission),
  }));
}

/** In a table there is room for whether there are certificates, not for them. */
function listedOriginOf(submission: SubmissionModel) {
  const { certificates } = submission.payload;
  const names = isGroup(certificates) ? Object.keys(certificates).filter((name) => certificates[name]) : [];
  return { ...originOf(submission), certificates: names.join(', ') || null };
}

/** A list is held in memory as a whole. */
export function listed(limit = 50): number {
  if (limit <= mostListed) return limit;
  throw new CommandError(`--limit of a list must be at most ${mostListed}: an export takes any number.`);
}

function find(database: Database, { kind, since, everything }: Selection, limit: number): Promise<SubmissionModel[]> {
  const where: WhereOptions<SubmissionModel> = {
    kind,
    ...(since === undefined ? {} : { createdAt: { [Op.gte]: since } }),
    ...(everything ? {} : { quarantineReason: null, isTest: false }),
  };
  return database.submissions.findAll({ where, order: [['createdAt', 'DESC']], limit });
}

type Standing = Pick<
  SubmissionModel,
  'purgedAt' | 'quarantineReason' | 'releasedBy' | 'returnedAt' | 'returnReason' | 'isTest'
>;

/** What is to be known of a form beside its fields. */
export function statusOf(submission: Standing): string {
  const { purgedAt, quarantineReason, releasedBy, returnedAt, returnReason, isTest } = submission;
  if (purgedAt) return `erased ${sheetTime(purgedAt)} UTC`;
  return [
    ...(isTest ? ['test'] : []),
    ...(quarantineReason ? [`quarantine: ${quarantineReason}`] : []),
    ...(releasedBy ? [`released by ${releasedBy}`] : []),
    ...(returnedAt ? [`returned: ${returnReason}`] : []),
  ].join(', ');
}

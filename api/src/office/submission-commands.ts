import { rm } from 'node:fs/promises';
import { Op, type WhereOptions } from 'sequelize';
import { DeliveryModel } from '../delivery/delivery.model.ts';
import { mailFileOf } from '../delivery/mailer.ts';
import type { SubmissionKind } from '../submissions/kinds.ts';
import { SubmissionModel } from '../submissions/submission.model.ts';
import { CommandError } from './command-error.ts';
import type { Row } from './table.ts';

export interface Selection {
  kind: SubmissionKind;
  since: string | undefined;
  limit: number | undefined;
  /** Quarantined forms and tests are left out unless they are asked for. */
  everything: boolean;
}

/** The newest forms of one kind. */
export async function listSubmissions(selection: Selection): Promise<Row[]> {
  const found = await find(selection, selection.limit ?? 50);
  return found.map(({ reference, createdAt, payload, quarantineReason, isTest, purgedAt }) => ({
    reference,
    createdAt,
    ...summaryOf(payload),
    note: noteOf({ quarantineReason, isTest, purgedAt }),
  }));
}

/** All forms of one kind with all of their fields, flat. */
export async function exportSubmissions(selection: Selection): Promise<Row[]> {
  const found = await find(selection, selection.limit);
  return found.map((submission) => ({
    reference: submission.reference,
    createdAt: submission.createdAt,
    ...flatten(submission.payload),
    consentVersion: submission.consentVersion,
    pagePath: submission.pagePath,
    ip: submission.ip,
    userAgent: submission.userAgent,
    note: noteOf(submission),
  }));
}

function find({ kind, since, everything }: Selection, limit: number | undefined): Promise<SubmissionModel[]> {
  const where: WhereOptions<SubmissionModel> = {
    kind,
    ...(since === undefined ? {} : { createdAt: { [Op.gte]: dateOf(since) } }),
    ...(everything ? {} : { quarantineReason: null, isTest: false }),
  };
  return SubmissionModel.findAll({ where, order: [['createdAt', 'DESC']], ...(limit === undefined ? {} : { limit }) });
}

function dateOf(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new CommandError(`--since must be a date like 2026-11-20, not "${text}".`);
  return date;
}

function noteOf(submission: { quarantineReason: string | null; isTest: boolean; purgedAt: Date | null }): string {
  if (submission.purgedAt) return `purged ${submission.purgedAt.toISOString()}`;
  if (submission.quarantineReason) return `quarantine: ${submission.quarantineReason}`;
  return submission.isTest ? 'test' : '';
}

function summaryOf(payload: Record<string, unknown>): Row {
  const fields = flatten(payload);
  const first = (...names: string[]) => names.map((name) => fields[name]).find((value) => value) ?? '';
  return {
    name: first('name', 'fullName', 'clientName', 'fields.name', 'fields.fullName'),
    email: first('email', 'clientEmail', 'fields.email'),
    about: first('location', 'cityState', 'subject', 'businessName', 'about', 'form'),
  };
}

function flatten(payload: Record<string, unknown>, parent = ''): Row {
  return Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]): [string, unknown][] => {
      const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isGroup ? Object.entries(flatten({ ...value }, `${parent}${name}.`)) : [[parent + name, value]];
    }),
  );
}

/** Erases the personal data of one form; kind, reference and times stay as a trace. Its deliveries end, its mail file goes. */
export async function purge(reference: string, dataDir: string): Promise<Row[]> {
  const { sequelize } = SubmissionModel;
  const submission = await SubmissionModel.findOne({ where: { reference } });
  if (!submission || !sequelize) throw new CommandError(`There is no form with the reference ${reference}.`, 3);
  const { id } = submission;
  await sequelize.transaction(async (transaction) => {
    await DeliveryModel.destroy({ where: { submissionId: id }, transaction });
    const erased = {
      payload: {},
      ip: null,
      userAgent: null,
      pagePath: null,
      idempotencyKey: null,
      requestHash: '',
      purgedAt: new Date(),
    };
    await submission.update(erased, { transaction });
  });
  await rm(mailFileOf(dataDir, reference), { force: true });
  return [{ reference, purgedAt: submission.purgedAt }];
}

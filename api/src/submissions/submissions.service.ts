import { hash, randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import { createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type FormContext, formContextHeader, minFillMs, parseFormContext } from 'kit/contracts/form-context';
import { idempotencyHeader, idempotencyKeyPattern, replayedHeader } from 'kit/contracts/idempotency';
import { householdOf } from 'kit/server/network-of';
import { currentTraceparent } from 'kit/server/tracing';
import { DatabaseUnavailableError } from '../database/connection.ts';
import { Database } from '../database/database.ts';
import { channelsOf, replyChannel } from '../delivery/channel.ts';
import { Metrics } from '../health/metrics.ts';
import { type Partner, PartnerKeys, partnerOf } from '../partners/partner-keys.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { validationProblem } from '../validation/form-validation.ts';
import type { ReceiptDto } from './api-submission.ts';
import { type SubmissionKind, submissionKinds } from './kinds.ts';

/** A concurrent twin commits within milliseconds after the second attempt. */
const maxTries = 5;

export interface Submission {
  kind: SubmissionKind;
  /** The stored and delivered form. Equal forms have the same order of fields. */
  payload: Record<string, unknown>;
  isTest?: boolean | null | undefined;
  /** The industry that a partner names beside the form. */
  industry?: string | null | undefined;
  page?: string | null | undefined;
}

interface KeptRow {
  id: string;
  reference: string;
  created_at: Date;
  request_hash: string;
  /** False if an earlier request with the same key wrote the row. */
  is_fresh: boolean;
}

/** Stores forms durably: the answer follows the COMMIT of the form with its key and its deliveries. */
@Injectable()
export class SubmissionsService {
  private readonly channels: string[];
  private readonly visitorsChannels: string[];

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    private readonly partners: PartnerKeys,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.channels = settings.webhook ? ['mail', 'webhook'] : ['mail'];
    this.visitorsChannels = settings.autoresponse ? [...this.channels, replyChannel] : this.channels;
  }

  /** @throws ProblemError 422 if the key was used with another form, 401 if the API key was revoked */
  async create(submission: Submission, sender: Sender): Promise<ReceiptDto> {
    const isTest = submission.isTest === true || sender.partner?.isTest === true;
    const requestHash = hashOf(submission, isTest);
    const row = await this.keep(submission, { isTest, requestHash, sender });
    if (row.request_hash !== requestHash) {
      throw new ProblemError(422, `This ${idempotencyHeader} was used before with another body: use a new one.`);
    }
    if (row.is_fresh) this.metrics.countSubmission(submission.kind, quarantineReasonOf(sender) !== null);
    else sender.markReplayed();
    return {
      ...{ id: row.id, reference: row.reference, createdAt: row.created_at.toISOString() },
      ...(isTest && { isTest }),
      ...(sender.partner && { partner: sender.partner.name }),
    };
  }

  private async keep(
    { kind, payload, industry, page }: Submission,
    { isTest, requestHash, sender }: { isTest: boolean; requestHash: string; sender: Sender },
  ): Promise<KeptRow> {
    const { context, partner, idempotencyKey, ip, userAgent } = sender;
    const quarantineReason = quarantineReasonOf(sender);
    // A partner's visitors do not know us; the partner replies to them.
    const wanted = partner ? this.channels : this.visitorsChannels;
    const channels = isTest || quarantineReason !== null ? [] : wanted;
    for (let tries = 0; tries < maxTries; tries++) {
      const [row] = await this.runOrSayUndecided(idempotencyKey !== null, [
        ...[kind, newReference(kind), payload, idempotencyKey, requestHash, ip, userAgent],
        ...[page || (context?.page ?? null), context?.consent ?? null, context?.fillMs ?? null],
        ...[isTest, quarantineReason, channels, scopeOf(kind, isTest, sender), industry || null],
        ...[partner?.name ?? null, partner?.keyId ?? null, currentTraceparent()],
      ]);
      if (row) return row;
      // A twin committed while this attempt waited, or the reference is taken: both need another attempt. Or the key was
      // revoked.
      if (partner) await this.partners.checkKey(partner.keyId);
    }
    throw new ProblemError(503, undefined, { headers: { 'Retry-After': '1' } });
  }

  /** @throws ProblemError 503 if nobody knows whether the form was kept */
  private async runOrSayUndecided(hasKey: boolean, values: unknown[]): Promise<KeptRow[]> {
    try {
      return await this.database.runPrepared<KeptRow>(keepSubmission, values);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError && error.mayHaveRun)) throw error;
      const again = hasKey
        ? 'Please send it again: it is kept once.'
        : `If you send it again, it may be kept twice: an ${idempotencyHeader} would prevent that.`;
      throw new ProblemError(503, `Our database did not answer in time, so this may have been kept. ${again}`, {
        headers: { 'Retry-After': String(error.retryAfterSeconds) },
        cause: error.cause,
      });
    }
  }
}

/**
 * The submission, its idempotency key and its deliveries. One statement is one transaction and one round trip; a model
 * would take four. The insert waits for the commit of a concurrent twin. There is no row then, because the statement's
 * snapshot is older: run it again. There is none either if the API key ($17) was revoked since the request began.
 * An earlier request is the same one if the same sender ($14) sent it with the same key, or, without a partner and not a
 * test, if it is the same form from any network.
 */
const keepSubmission = `
  with kept as (
    insert into submissions (kind, reference, payload, idempotency_key, request_hash, ip, user_agent,
      page_path, consent_version, fill_ms, is_test, quarantine_reason, idempotency_scope, industry, partner, traceparent)
    select $1::text, $2::text, $3::json, $4::text, $5::text, $6::inet, $7::text, $8::text, $9::text, $10::integer,
      $11::boolean, $12::text, $14::text, $15::text, $16::text, $18::text
    where $17::text is null or exists (select from partner_keys where id = $17 and revoked_at is null)
    on conflict do nothing
    returning id, reference, created_at
  ), queued as (
    insert into deliveries (submission_id, channel)
    select kept.id, channel from kept cross join (${channelsOf('$13', { kind: '$1', partner: '$16' })}) as channels
  ), same_form as (
    select id, reference, created_at, request_hash from submissions
    where idempotency_key = $4 and kind = $1 and request_hash = $5 and partner is null and not is_test
      and $16::text is null and not $11
  ), same_sender as (
    select id, reference, created_at, request_hash from submissions
    where idempotency_key = $4 and idempotency_scope = $14
  )
  select id, reference, created_at, $5::text as request_hash, true as is_fresh from kept
  union all
  (
    select id, reference, created_at, request_hash, false from (
      select 1 as rank, same_form.* from same_form union all select 2, same_sender.* from same_sender
    ) as earlier
    where not exists (select 1 from kept) order by rank limit 1
  )`;

/** The members that a partner adds count, too. */
function hashOf({ kind, payload, industry, page }: Submission, isTest: boolean): string {
  const named = industry || page ? `\n${JSON.stringify([industry || null, page || null])}` : '';
  return hash('sha256', `${isTest ? `${kind} test` : kind}\n${JSON.stringify(payload)}${named}`);
}

/** The owner of an idempotency key, so that two partners, or two who copy the same example, never collide. */
function scopeOf(kind: SubmissionKind, isTest: boolean, { partner, ip }: Sender): string {
  if (partner) return `partner ${partner.name} ${kind}${isTest ? ' test' : ''}`;
  return `${householdOf(ip ?? '')} ${kind}`;
}

/** A bot's form is stored and marked but not mailed; nobody is refused. */
function quarantineReasonOf({ context }: Sender): string | null {
  if (context === undefined) return null;
  if (context.trap !== '') return 'trap filled';
  return context.fillMs < minFillMs ? 'filled too fast' : null;
}

/** Crockford's base 32 has no I, L, O or U, so that a reference can be read out on the phone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `L-7F3K9Q`. It is random, so that nobody can count our leads; the table rejects the rare duplicate. */
function newReference(kind: SubmissionKind): string {
  const characters = Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]);
  return `${submissionKinds[kind].letter}-${characters.join('')}`;
}

export interface Sender {
  ip: string | null;
  userAgent: string | null;
  context: FormContext | undefined;
  idempotencyKey: string | null;
  partner: Partner | undefined;
  /** Marks the answer as a replay of an earlier one. */
  markReplayed(): void;
}

export const FromSender = createParamDecorator((_data: unknown, context: ExecutionContext): Sender => {
  const http = context.switchToHttp();
  return readSender(http.getRequest<Request>(), http.getResponse<Response>());
});

function readSender(request: Request, response: Response): Sender {
  const form = request.get(formContextHeader);
  return {
    ip: addressOf(request.ip),
    userAgent: request.get('User-Agent')?.slice(0, 500) ?? null,
    context: form === undefined ? undefined : parseFormContext(form),
    idempotencyKey: readKey(request.get(idempotencyHeader)),
    partner: partnerOf(response),
    markReplayed: () => response.setHeader(replayedHeader, 'true'),
  };
}

/** A proxy may pass on any text as an address. */
function addressOf(ip: string | undefined): string | null {
  const plain = ip?.split('%')[0]?.replace(/^::ffff:(?=\d+\.)/, '') ?? '';
  return isIP(plain) === 0 ? null : plain;
}

function readKey(key: string | undefined): string | null {
  if (key === undefined) return null;
  if (idempotencyKeyPattern.test(key)) return key;
  const message = `The ${idempotencyHeader} header must be 8 to 255 visible ASCII characters, best a UUID.`;
  throw validationProblem([{ field: idempotencyHeader, message }]);
}

import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { minFillMs } from 'kit/contracts/form-context';
import { idempotencyHeader } from 'kit/contracts/idempotency';
import { householdOf } from 'kit/server/network-of';
import { Database } from '../database/database.ts';
import { Metrics } from '../metrics/metrics.ts';
import { PartnerKeys } from '../partners/partner-keys.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { replyChannel } from '../reply/reply.channel.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { betweenWords, insertSubmission, type StoredRow } from './insert-submission.ts';
import type { SubmissionKind } from './kinds.ts';
import type { ReceiptDto } from './receipt.dto.ts';
import { newReference } from './reference.ts';
import { searchWordsOf } from './search-words.ts';
import type { Sender } from './sender.ts';

/** A twin that is still in flight commits within milliseconds of our second look. */
const maxTries = 5;

export interface Submission {
  kind: SubmissionKind;
  /** As it is kept and delivered. The order of its fields is the same for the same form. */
  payload: object;
  isTest?: boolean | null | undefined;
  /** What a partner named beside the form. */
  industry?: string | null | undefined;
  page?: string | null | undefined;
}

/** Keeps forms for good: the answer is given after COMMIT, together with the key and the deliveries. */
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

  /** @throws ProblemError 422 when the key was used before with another form, 401 when the API key was revoked. */
  async create(submission: Submission, sender: Sender): Promise<ReceiptDto> {
    const isTest = submission.isTest === true || sender.partner?.isTest === true;
    const payload = JSON.stringify(submission.payload);
    const requestHash = hashOf(submission, isTest, payload);
    const row = await this.insert({ ...submission, isTest }, payload, requestHash, sender);
    if (row.request_hash !== requestHash) {
      throw new ProblemError(422, `This ${idempotencyHeader} was used before with another form: use a new one.`);
    }
    if (row.fresh) this.metrics.countSubmission(submission.kind, quarantineReason(sender) !== null);
    else sender.markReplayed();
    const receipt = { id: row.id, reference: row.reference, createdAt: row.created_at.toISOString() };
    return isTest ? { ...receipt, isTest } : receipt;
  }

  private async insert(
    { kind, isTest, industry, page, payload: submission }: Submission & { isTest: boolean },
    payload: string,
    requestHash: string,
    sender: Sender,
  ): Promise<StoredRow> {
    const quarantine = quarantineReason(sender);
    const { context, partner } = sender;
    // A partner's visitors do not know us: the partner tells them.
    const wanted = partner ? this.channels : this.visitorsChannels;
    const channels = isTest || quarantine !== null ? [] : wanted;
    for (let tries = 0; tries < maxTries; tries++) {
      const reference = newReference(kind);
      const pagePath = page || (context?.page ?? null);
      const values = [
        ...[kind, reference, payload, sender.idempotencyKey, requestHash, sender.ip, sender.userAgent],
        ...[pagePath, context?.consent ?? null, context?.fillMs ?? null, isTest, quarantine],
        ...[channels, scopeOf(kind, isTest, sender), industry || null, partner?.name ?? null, partner?.keyId ?? null],
        searchWordsOf(submission, reference, pagePath).join(betweenWords),
      ];
      const [row] = await this.database.run<StoredRow>(insertSubmission, values);
      if (row) return row;
      // A twin committed while we waited for it, or the reference is taken: both want another try. Or the key is revoked.
      if (partner) await this.partners.checkKey(partner.keyId);
    }
    throw new ProblemError(503, undefined, { headers: { 'Retry-After': '1' } });
  }
}

/** What a partner named counts, too; without it the hash is that of versions before. */
function hashOf({ kind, industry, page }: Submission, isTest: boolean, payload: string): string {
  const named = industry || page ? `\n${JSON.stringify([industry || null, page || null])}` : '';
  return hash('sha256', `${isTest ? `${kind} test` : kind}\n${payload}${named}`);
}

/** Whose idempotency key it is: two partners, or two who copy the same example, never meet. */
function scopeOf(kind: SubmissionKind, isTest: boolean, { partner, ip }: Sender): string {
  if (partner) return `partner ${partner.name} ${kind}${isTest ? ' test' : ''}`;
  return `${householdOf(ip ?? '')} ${kind}`;
}

/** A machine's form is kept and marked, and not mailed; nobody is refused. */
function quarantineReason({ context }: Sender): string | null {
  if (context === undefined) return null;
  if (context.trap !== '') return 'trap filled';
  return context.fillMs < minFillMs ? 'filled too fast' : null;
}

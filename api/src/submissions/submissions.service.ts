import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { minFillMs } from 'kit/contracts/form-context';
import { idempotencyHeader } from 'kit/contracts/idempotency';
import type { Receipt } from 'kit/contracts/lead';
import { Database } from '../database/database.ts';
import { Metrics } from '../metrics/metrics.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { type KeptRow, keepSubmission } from './keep-submission.ts';
import type { SubmissionKind } from './kinds.ts';
import { newReference } from './reference.ts';
import type { Sender } from './sender.ts';

/** A twin that is still in flight commits within milliseconds of our second look. */
const maxTries = 5;

export interface Submission {
  kind: SubmissionKind;
  /** As it is kept and delivered. The order of its fields is the same for the same form. */
  payload: object;
  isTest?: boolean;
}

/** Keeps forms for good: the answer is given after COMMIT, together with the key and the deliveries. */
@Injectable()
export class SubmissionsService {
  private readonly channels: string[];

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.channels = settings.webhook ? ['mail', 'webhook'] : ['mail'];
  }

  /** @throws ProblemError 422 when the key was used before with another form. */
  async keep(submission: Submission, sender: Sender): Promise<Receipt> {
    const payload = JSON.stringify(submission.payload);
    const kind = submission.isTest ? `${submission.kind} test` : submission.kind;
    const requestHash = hash('sha256', `${kind}\n${payload}`);
    const row = await this.insert(submission, payload, requestHash, sender);
    if (row.request_hash !== requestHash) {
      throw new ProblemError(422, `This ${idempotencyHeader} was used before with another form: use a new one.`);
    }
    if (row.fresh) this.metrics.countSubmission(submission.kind, quarantineReason(sender) !== null);
    else sender.markReplayed();
    return { id: row.id, reference: row.reference, createdAt: row.created_at.toISOString() };
  }

  private async insert(
    { kind, isTest = false }: Submission,
    payload: string,
    requestHash: string,
    sender: Sender,
  ): Promise<KeptRow> {
    const quarantine = quarantineReason(sender);
    const channels = isTest || quarantine !== null ? [] : this.channels;
    const { context } = sender;
    for (let tries = 0; tries < maxTries; tries++) {
      const reference = newReference(kind);
      const values = [
        ...[kind, reference, payload, sender.idempotencyKey, requestHash, sender.ip, sender.userAgent],
        ...[context?.page ?? null, context?.consent ?? null, context?.fillMs ?? null, isTest, quarantine, channels],
      ];
      const row = await this.tryInsert(values);
      if (row) return row;
    }
    throw new ProblemError(503, undefined, { headers: { 'Retry-After': '1' } });
  }

  /** Nothing when a twin committed while we waited for it, or when the reference is taken: both want another try. */
  private async tryInsert(values: unknown[]): Promise<KeptRow | undefined> {
    try {
      const [row] = await this.database.run<KeptRow>(keepSubmission, values);
      return row;
    } catch (error) {
      if (isReferenceTaken(error)) return undefined;
      throw error;
    }
  }
}

/** A machine's form is kept and marked, and not mailed; nobody is refused. */
function quarantineReason({ context }: Sender): string | null {
  if (context === undefined) return null;
  if (context.trap !== '') return 'trap filled';
  return context.fillMs < minFillMs ? 'filled too fast' : null;
}

function isReferenceTaken(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'constraint' in error &&
    error.constraint === 'submissions_reference_key'
  );
}

import type { Statement } from '../database/database.ts';
import type { SubmissionKind } from '../submissions/kinds.ts';

export interface DueDelivery {
  delivery_id: string;
  channel: string;
  attempts: number;
  id: string;
  kind: SubmissionKind;
  reference: string;
  payload: Record<string, unknown>;
  created_at: Date;
}

/**
 * Takes deliveries that are due, for two minutes: any number of processes may do so at once, and what a killed one
 * had taken comes up again.
 */
export const takeDue: Statement = {
  name: 'take-due-deliveries',
  text: `
    update deliveries set attempts = attempts + 1, next_attempt_at = now() + interval '2 minutes'
    from submissions
    where submissions.id = deliveries.submission_id and deliveries.id in (
      select id from deliveries
      where delivered_at is null and dead_at is null and next_attempt_at <= now()
      order by next_attempt_at limit 10 for update skip locked
    )
    returning deliveries.id as delivery_id, channel, attempts, submissions.id, kind, reference, payload,
      submissions.created_at`,
};

export const markDelivered: Statement = {
  name: 'mark-delivered',
  text: 'update deliveries set delivered_at = now(), last_error = null where id = $1',
};

export const markFailed: Statement = {
  name: 'mark-failed',
  text: `update deliveries set next_attempt_at = now() + make_interval(secs => $2), last_error = $3 where id = $1`,
};

export const markDead: Statement = {
  name: 'mark-dead',
  text: 'update deliveries set dead_at = now(), last_error = $2 where id = $1',
};

export const forgetKeys: Statement = {
  name: 'forget-idempotency-keys',
  text: `
    update submissions set idempotency_key = null
    where idempotency_key is not null and created_at < now() - make_interval(days => $1)`,
};

import type { SubmissionKind } from '../submissions/kinds.ts';

/** A form as an event is made of it. */
export interface EventSource {
  /** What it tells: that the form came, that the office gave it back, or that it was erased. */
  event: 'created' | 'returned' | 'erased';
  id: string;
  kind: SubmissionKind;
  reference: string;
  payload: Record<string, unknown>;
  created_at: Date;
  returned_at: Date | null;
  return_reason: string | null;
  purged_at: Date | null;
  industry: string | null;
  page_path: string | null;
  partner: string | null;
  consent_version: string | null;
  ip: string | null;
}

export interface DueDelivery extends EventSource {
  delivery_id: string;
  channel: string;
  /** With this one. */
  attempts: number;
  /** Those before this one that count. */
  refusals: number;
  failed_at: Date | null;
  taken_at: Date;
  /** The trace of the request that the form came with. */
  traceparent: string | null;
}

/** A way out of the house. */
export interface Channel {
  /** How many may be under way at a time, of each process. */
  readonly width: number;
  /**
   * Throws when the other side did not take it; it may get the same delivery again. `signal` asks to give up what the
   * other side cannot have taken yet; what it may have taken goes on.
   * @throws DeliveryError that says whose fault it was
   */
  deliver(delivery: DueDelivery, signal?: AbortSignal): Promise<void>;
  /** Cuts off what is under way. */
  close?(): void;
}

export const CHANNELS = Symbol('channels');

export type Channels = Record<string, Channel>;

/**
 * Whose fault it is that a delivery was not taken:
 * - `away`: the channel's; nobody has looked at this one.
 * - `unclear`: the channel's or its own; the channel was lost over it, or answered as if it had a fault itself.
 * - `refused`: this one is not wanted now, and may be later.
 * - `impossible`: this one is not wanted, now and later.
 */
export type Fault = 'away' | 'unclear' | 'refused' | 'impossible';

/** A delivery was not taken, in the words of the other side where it said any. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  readonly fault: Fault;
  /** Seconds that the other side asks to be left alone for. */
  readonly retryAfter: number;

  constructor(message: string, fault: Fault, retryAfter = 0) {
    super(message.slice(0, 500));
    this.fault = fault;
    this.retryAfter = retryAfter;
  }
}

export function deliveryErrorOf(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  return new DeliveryError(error instanceof Error ? error.message : String(error), 'unclear');
}

/** The channel of the automatic replies to visitors (AUTORESPONSE). */
export const replyChannel = 'reply';

/** The channel of an endpoint that the office added; CRM_WEBHOOK_URL has the channel `webhook`. */
export const endpointPrefix = 'webhook:';

/**
 * Of `webhook_endpoints`: whether an endpoint takes a form of a kind and a partner, which are expressions of SQL. Those of
 * the office take everybody's forms, and those of a partner that partner's alone.
 */
export const takesForm = ({ kind, partner }: { kind: string; partner: string }) =>
  `(webhook_endpoints.kinds is null or ${kind} = any(webhook_endpoints.kinds))
        and (webhook_endpoints.partner is null or webhook_endpoints.partner = ${partner})`;

/**
 * The channels of a form, of those of this process ($list) and of the endpoints that take it: none where there are none
 * of the former, as for tests.
 */
export const channelsOf = (list: string, form: { kind: string; partner: string }) => `
      select unnest(${list}::text[]) as channel
      union all
      select '${endpointPrefix}' || name from webhook_endpoints
      where cardinality(${list}::text[]) > 0 and ${takesForm(form)}`;

/** The secret before signs until its end. */
export const findEndpoint = `
    select url, case when previous_until > now() then array[secret, previous_secret] else array[secret] end as secrets
    from webhook_endpoints where name = $1`;

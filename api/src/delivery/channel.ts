import type { SubmissionKind } from '../submissions/kinds.ts';

/** The columns of a form from which its events are built. */
export interface EventSource {
  /** Whether the form arrived, was returned by the office, or was erased. */
  event: 'created' | 'returned' | 'erased';
  id: string;
  kind: SubmissionKind;
  reference: string;
  payload: Record<string, unknown>;
  created_at: Date;
  is_test: boolean;
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
  /** Including this one. */
  attempts: number;
  /** The earlier attempts that failed because of this delivery. */
  refusals: number;
  /** The time of its last failure or, at its first attempt, of the claim. */
  since: Date;
  /** The trace of the request that sent the form. */
  traceparent: string | null;
}

/** Delivers forms to one kind of receiver: the office's mailbox, a visitor or a webhook. */
export interface Channel {
  /** The maximum number of concurrent deliveries of each process. */
  readonly width: number;
  /**
   * Sends a delivery; the receiver may get the same one again. `signal` cancels it unless the receiver may have accepted it.
   *
   * @throws DeliveryError if the receiver did not accept it
   */
  deliver(delivery: DueDelivery, signal?: AbortSignal): Promise<void>;
  /** Ends all connections. */
  close?(): void;
}

export const CHANNELS = Symbol('channels');

export type Channels = Record<string, Channel>;

/**
 * Why a delivery failed:
 * - `unavailable`: the channel does not work, and the receiver has not seen the delivery.
 * - `unclear`: either the channel or the delivery is the cause: the connection broke, or the receiver has an error of its own.
 * - `refused`: the receiver refuses this delivery temporarily.
 * - `impossible`: the receiver refuses this delivery permanently.
 */
export type Fault = 'unavailable' | 'unclear' | 'refused' | 'impossible';

/** A failed delivery, with the receiver's own message if it sent one. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';

  /** @param retryAfter the seconds that the receiver asks to wait */
  constructor(
    message: string,
    readonly fault: Fault,
    readonly retryAfter = 0,
  ) {
    super(message.slice(0, 500));
  }
}

export function deliveryErrorOf(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  return new DeliveryError(error instanceof Error ? error.message : String(error), 'unclear');
}

/** The channel of the automatic replies to visitors (AUTORESPONSE). */
export const replyChannel = 'reply';

/** Begins the channel name of an endpoint that the office added; CRM_WEBHOOK_URL has the channel `webhook`. */
export const endpointPrefix = 'webhook:';

/**
 * The SQL condition on `webhook_endpoints` under which an endpoint gets a form; `kind` and `partner` are SQL expressions. An
 * endpoint of the office gets all forms, an endpoint of a partner only that partner's.
 */
export const takesForm = ({ kind, partner }: { kind: string; partner: string }) =>
  `(webhook_endpoints.kinds is null or ${kind} = any(webhook_endpoints.kinds))
        and (webhook_endpoints.partner is null or webhook_endpoints.partner = ${partner})`;

/**
 * Selects the channels of a form: those of this process (the parameter `list`), and the endpoints that get the form. An
 * empty list, which test forms have, selects no channels at all.
 */
export const channelsOf = (list: string, form: { kind: string; partner: string }) => `
      select unnest(${list}::text[]) as channel
      union all
      select '${endpointPrefix}' || name from webhook_endpoints
      where cardinality(${list}::text[]) > 0 and ${takesForm(form)}`;

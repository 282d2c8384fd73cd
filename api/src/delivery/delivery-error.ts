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

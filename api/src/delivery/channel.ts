import type { DueDelivery } from './delivery-statements.ts';

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

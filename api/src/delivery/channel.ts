import type { DueDelivery } from './delivery-statements.ts';

/** A way out of the house. Throws when the other side did not take it; it may get the same delivery again. */
export interface Channel {
  deliver(delivery: DueDelivery): Promise<void>;
  close?(): void;
}

export const CHANNELS = Symbol('channels');

export type Channels = Record<string, Channel>;

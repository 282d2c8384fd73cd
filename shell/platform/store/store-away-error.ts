import { ReleaseError } from '../release-error.ts';

/** The store cannot be asked now. What it holds is unknown: nothing that was read before is doubted for it. */
export class StoreAwayError extends ReleaseError {
  override readonly name = 'StoreAwayError';

  constructor(message: string, options?: ErrorOptions) {
    super('store-away', message, options);
  }
}

/** Passes on that the store is away; of everything else it gives what the fallback makes. */
export function unlessAway<Value>(fallback: (error: unknown) => Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof StoreAwayError) throw error;
    return fallback(error);
  };
}

import { messageOf } from 'kit/server/text';
import { withTimeout } from '../with-timeout.ts';

/** One round of reads from sources that may be unavailable. A read that fails gives the last known value. */
export interface Look {
  /** Gives the value that was read last when this read fails, or the fallback when there is none. */
  read<Value>(name: string, load: () => Promise<Value>, fallback: Value): Promise<Value>;
  /** The reasons why something could not be read, as sentences. */
  problems: ReadonlySet<string>;
  /**
   * The time of the oldest value that was given instead, in milliseconds since 1970; null when everything was read now.
   */
  readonly knownSince: number | null;
}

/** Keeps the last known values for as long as this server runs. */
export class LastKnownValues {
  readonly #known = new Map<string, { value: unknown; at: number }>();

  look(): Look {
    const known = this.#known;
    const problems = new Set<string>();
    let knownSince: number | null = null;
    return {
      problems,
      get knownSince() {
        return knownSince;
      },
      async read<Value>(name: string, load: () => Promise<Value>, fallback: Value) {
        try {
          const value = await withTimeout(load());
          known.set(name, { value, at: Date.now() });
          return value;
        } catch (error) {
          problems.add(messageOf(error));
          const last = known.get(name);
          knownSince = Math.min(knownSince ?? Date.now(), last?.at ?? Date.now());
          // The value has this type, because the same function gave it under the same name.
          return last ? (last.value as Value) : fallback;
        }
      },
    };
  }
}

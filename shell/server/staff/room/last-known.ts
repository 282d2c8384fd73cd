import { Text } from '../../../platform/index.ts';
import { withPatience } from '../with-patience.ts';

/** One look at what may be away: what could not be read is what was read last. */
export interface Look {
  /** Gives what the last look had where this one fails, or the fallback where there was none. */
  read<Value>(name: string, load: () => Promise<Value>, fallback: Value): Promise<Value>;
  /** Why something could not be read, in sentences. */
  problems: ReadonlySet<string>;
  /** When the oldest of what was given instead had been read, in milliseconds since 1970; null when all was read now. */
  readonly knownSince: number | null;
}

/** Remembers what was read last, for as long as this server runs. */
export class LastKnown {
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
          const value = await withPatience(load());
          known.set(name, { value, at: Date.now() });
          return value;
        } catch (error) {
          problems.add(Text.messageOf(error));
          const last = known.get(name);
          knownSince = Math.min(knownSince ?? Date.now(), last?.at ?? Date.now());
          // Of the same name, so what the same function gave.
          return last ? (last.value as Value) : fallback;
        }
      },
    };
  }
}

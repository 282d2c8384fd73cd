/** Random choices that a seed repeats, for tests and drills. */
export interface Random {
  /** An integer from 0 up to, but not including, `below`. */
  below(below: number): number;
  oneOf<Value>(values: readonly Value[]): Value | undefined;
  /** True with this probability, from 0 to 1. */
  chance(share: number): boolean;
}

/** mulberry32: small, and the same numbers for the same seed. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(unit() * limit);
  return { below, oneOf: (values) => values[below(values.length)], chance: (share) => unit() < share };
}

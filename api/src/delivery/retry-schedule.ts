const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Seconds to wait after the first refusal, the second, and so on: five days altogether, as mail servers do (RFC 5321,
 * section 4.5.4.1). What fails because its channel is away is not counted.
 */
const waits = [10, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, day, day, day, day];

/** Seconds until the next try, or nothing when this was the last one. */
export function waitAfter(refusals: number): number | undefined {
  return waits[refusals - 1];
}

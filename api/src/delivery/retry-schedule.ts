const minute = 60;
const hour = 60 * minute;

/** Seconds to wait after the first failure, the second, and so on. */
const waits = [10, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 24 * hour];

/** Seconds until the next try, or nothing when this was the last one. */
export function waitAfter(failedAttempts: number): number | undefined {
  return waits[failedAttempts - 1];
}

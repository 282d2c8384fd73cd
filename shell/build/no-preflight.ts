/** Stands in for the reset of Chakra's, which `preflight: false` leaves empty as well. */
export function createPreflight(): Record<string, never> {
  return {};
}

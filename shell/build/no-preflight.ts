/** Replaces Chakra's CSS reset, which `preflight: false` leaves empty anyway. */
export function createPreflight(): Record<string, never> {
  return {};
}

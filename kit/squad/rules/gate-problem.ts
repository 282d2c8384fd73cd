/** A problem that a rule of the activation gate finds in a release, and what to do about it. */
export interface GateProblem {
  problem: string;
  remedy: string;
}

/** 12345 -> `12.3 kB` */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

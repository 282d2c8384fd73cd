/** A rule of the activation gate that a release breaks, and the remedy. */
export interface GateProblem {
  problem: string;
  remedy: string;
}

/** 12345 -> `12.3 kB` */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

import { limitBeside } from './judge-release.ts';
import type { ReleaseHealth } from './release-health.ts';

/** When people are told that a release fails. It takes far less than what takes a release back. */
export const tellRule = {
  leastFailures: 5,
  /** As many networks, unless nothing else than failures was seen of it. */
  leastFailedNetworks: 3,
} as const;

/** Networks that see a release work, before its failures count as over. */
const leastWorking = 2;

/**
 * `12 of 12 page views failed, in 6 of 6 networks`: what people are told of a release, by what was seen of it in the last minutes;
 * null when too little failed. `baseline` is what it is measured by.
 */
export function warningOf(recent: ReleaseHealth, baseline: ReleaseHealth | null): string | null {
  const { networks, failedNetworks, failedShare, unknownViews, unknownFailures } = recent;
  const views = recent.views + unknownViews;
  const failures = recent.failures + Object.values(unknownFailures).reduce((sum, times) => sum + times, 0);
  if (failures < tellRule.leastFailures) return null;
  const isTotal = failures === views;
  const isMuch = failedNetworks >= tellRule.leastFailedNetworks && failedShare >= limitBeside(baseline);
  return isTotal || isMuch
    ? `${failures} of ${views} page views failed, in ${failedNetworks} of ${networks} networks`
    : null;
}

/** Whether failures of a release are over: several networks saw it lately, and hardly any of them saw it fail. */
export function areFailuresOver(
  latest: { networks: number; failedShare: number },
  baseline: ReleaseHealth | null,
): boolean {
  return latest.networks >= leastWorking && latest.failedShare < limitBeside(baseline) / 2;
}

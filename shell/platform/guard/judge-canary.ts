import { guardRule, isEnough, limitBeside, missingOf } from './evaluate-release.ts';
import type { ReleaseHealth } from './release-health.ts';

/** What is known of a canary at the share that it has, and of the live release at the same time. */
export interface CanaryEvidence {
  canary: ReleaseHealth;
  /** What others see meanwhile; null where nothing is known of it. */
  live: ReleaseHealth | null;
}

/** What one thinks of a canary beside the live release: which evidence decided, and in words. */
export interface CanaryJudgement {
  kind: 'not-worse' | 'worse' | 'too-little';
  /** The evidence that decided, by its name. */
  by: 'page views' | 'networks' | 'failures';
  sentence: string;
}

/**
 * Whether a canary may get more visitors, by the failures that were seen of it and of the live release at the same time.
 */
export function judgeCanary({ canary, live }: CanaryEvidence): CanaryJudgement {
  const { failedNetworks, networks, failedShare } = canary;
  if (!isEnough(canary)) {
    const by = canary.views < guardRule.leastViews ? 'page views' : 'networks';
    return { kind: 'too-little', by, sentence: missingOf(canary) };
  }
  const limit = limitBeside(live);
  const share = `failures in ${failedNetworks} of ${networks} networks, ${percent(failedShare)} of what they saw`;
  const measure =
    live && isEnough(live) ? `the live release: ${percent(live.failedShare)}` : 'nothing to measure it by';
  const isWorse = failedNetworks >= guardRule.leastFailedNetworks && failedShare >= limit;
  return { kind: isWorse ? 'worse' : 'not-worse', by: 'failures', sentence: `${share} (${measure})` };
}

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;

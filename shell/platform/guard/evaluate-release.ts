import type { ReleaseHealth } from './release-health.ts';

/**
 * When a release is evaluated, and when it is failing. Each number keeps one kind of harm out:
 */
export const guardRule = {
  /** A new release is watched for this long after it went live, a canary after it got its share of the visitors. */
  watchedMinutes: 10,
  /** Fewer page views say too little: of fifty, a tenth are five. */
  leastViews: 50,
  /** One visitor is one network (IPv4 /24, IPv6 /48), so that nobody decides alone, nor with one host's addresses. */
  leastNetworks: 20,
  /** As many networks must have seen it fail: a bad line, an extension that blocks scripts or one attacker are fewer. */
  leastFailedNetworks: 5,
  /** Bad lines alone stay far below: they fail one view in some hundreds. */
  failedShare: 0.1,
  /** What failed as often before is no fault of the new release: of a clear worsening one speaks from here. */
  timesBefore: 3,
  /** Where nothing is known of the release before, it takes more. */
  failedShareAlone: 0.2,
} as const;

/** The result, by what was seen of the release. */
export type Judgement =
  /** Its time is over, or nobody asked for it. */
  | { kind: 'unwatched' }
  /** What was seen is too little, in words. */
  | { kind: 'waiting'; sentence: string /** It sees visitors, and nobody can tell them apart. */; isBlind: boolean }
  | { kind: 'well' }
  /** Far more fails than before; the share from which on that is so. */
  | { kind: 'failing'; limit: number };

/** Evaluates a release within its first minutes, beside what was seen of the one that it replaced. */
export function evaluateRelease(
  health: ReleaseHealth,
  {
    guard,
    baseline,
    now,
    isPlanned = false,
  }: {
    guard: 'off' | undefined;
    baseline: ReleaseHealth | null;
    now: number;
    /** A plan goes by it: it is watched as long as that is under way. */
    isPlanned?: boolean;
  },
): Judgement {
  const age = now - Date.parse(health.since);
  const isNew = age >= 0 && age <= guardRule.watchedMinutes * 60_000;
  if (guard === 'off' || !(isNew || isPlanned)) return { kind: 'unwatched' };
  if (!isEnough(health)) return { kind: 'waiting', ...describeWaiting(health) };
  const limit = limitBeside(baseline);
  const isFailing = health.failedNetworks >= guardRule.leastFailedNetworks && health.failedShare >= limit;
  return isFailing ? { kind: 'failing', limit } : { kind: 'well' };
}

/** The share of failures from which on a release is failing. */
export function limitBeside(baseline: ReleaseHealth | null): number {
  if (!baseline || !isEnough(baseline)) return guardRule.failedShareAlone;
  return Math.max(guardRule.failedShare, guardRule.timesBefore * baseline.failedShare);
}

/** Enough to evaluate it by. */
export function isEnough({ views, networks }: ReleaseHealth): boolean {
  return views >= guardRule.leastViews && networks >= guardRule.leastNetworks;
}

/** `12 of 50 page views, 3 of 20 networks`. */
export function missingOf({ views, networks }: ReleaseHealth): string {
  return `${views} of ${guardRule.leastViews} page views, ${networks} of ${guardRule.leastNetworks} networks`;
}

function describeWaiting(health: ReleaseHealth): { sentence: string; isBlind: boolean } {
  const { views, networks, unknownViews } = health;
  const { leastNetworks } = guardRule;
  const seen = `not enough data yet: ${missingOf(health)}`;
  // A few of the first visitors may well come without, or from one office.
  const isBlind = views + unknownViews >= guardRule.leastViews;
  if (unknownViews > views) {
    const sentence = `${seen}; ${unknownViews} more came from unknown networks: have the proxy set X-Forwarded-For, or the release cannot be evaluated`;
    return { sentence, isBlind };
  }
  if (views >= leastNetworks / 4 && networks <= 1) {
    const sentence = `${seen}: if a proxy stands before the site, name it in TRUST_PROXY, or the release cannot be evaluated`;
    return { sentence, isBlind };
  }
  return { sentence: seen, isBlind: false };
}

/** When people are notified that a release fails. It takes far less than a rollback does. */
const notifyRule = {
  leastFailures: 5,
  /** As many networks, unless nothing else than failures was seen of it. */
  leastFailedNetworks: 3,
} as const;

/** Networks that see a release work, before its failures count as over. */
const leastWorking = 2;

/**
 * `12 of 12 page views failed, in 6 of 6 networks`: what people are notified of, by what was seen of it in the last minutes;
 * null when too little failed. `baseline` is what it is measured by.
 */
export function warningOf(recent: ReleaseHealth, baseline: ReleaseHealth | null): string | null {
  const { networks, failedNetworks, failedShare, unknownViews, unknownFailures } = recent;
  const views = recent.views + unknownViews;
  const failures = recent.failures + Object.values(unknownFailures).reduce((sum, times) => sum + times, 0);
  if (failures < notifyRule.leastFailures) return null;
  const isTotal = failures === views;
  const isMuch = failedNetworks >= notifyRule.leastFailedNetworks && failedShare >= limitBeside(baseline);
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

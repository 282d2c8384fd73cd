import type { ReleaseHealth } from './release-health.ts';

/** The limits by which a release is evaluated. Each prevents one kind of wrong decision. */
export const guardRule = {
  /** How long a release is watched after it became live, or a canary after it got its share of the visitors. */
  watchedMinutes: 10,
  /** Fewer page views are not significant: a tenth of fifty is five. */
  minViews: 50,
  /** A visitor counts by network (IPv4 /24, IPv6 /48), so that one visitor or one host with many addresses decides nothing. */
  minNetworks: 20,
  /** Minimum of networks that saw a failure. It excludes a bad connection, a script blocker and a single attacker. */
  minFailedNetworks: 5,
  /** Minimum share of failures. Bad connections alone fail about one view in several hundred. */
  failedShare: 0.1,
  /** Minimum increase over the previous release, which may have failed as well. */
  timesBefore: 3,
  /** Minimum share of failures when there is no data about the previous release. */
  failedShareAlone: 0.2,
} as const;

export type Evaluation =
  /** The watch time is over, or the release is not watched. */
  | { kind: 'unwatched' }
  /** There is too little data, and a sentence says what is missing; or the visitors' networks cannot be told apart. */
  | { kind: 'waiting'; sentence: string; isBlind: boolean }
  | { kind: 'healthy' }
  /** Far more views fail than before. Contains the limit that was exceeded. */
  | { kind: 'failing'; limit: number };

/** Evaluates a release in its first minutes, compared with the one that it replaced. */
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
    /** True while a plan depends on it. The release is then watched until the plan ends. */
    isPlanned?: boolean;
  },
): Evaluation {
  const age = now - Date.parse(health.since);
  const isNew = age >= 0 && age <= guardRule.watchedMinutes * 60_000;
  if (guard === 'off' || !(isNew || isPlanned)) return { kind: 'unwatched' };
  if (!isEnough(health)) return { kind: 'waiting', ...describeWaiting(health) };
  const limit = limitBeside(baseline);
  const isFailing = health.failedNetworks >= guardRule.minFailedNetworks && health.failedShare >= limit;
  return isFailing ? { kind: 'failing', limit } : { kind: 'healthy' };
}

/** Returns the share of failures at which a release counts as failing. */
export function limitBeside(baseline: ReleaseHealth | null): number {
  if (!baseline || !isEnough(baseline)) return guardRule.failedShareAlone;
  return Math.max(guardRule.failedShare, guardRule.timesBefore * baseline.failedShare);
}

export function isEnough({ views, networks }: ReleaseHealth): boolean {
  return views >= guardRule.minViews && networks >= guardRule.minNetworks;
}

/** `12 of 50 page views, 3 of 20 networks`. */
export function missingOf({ views, networks }: ReleaseHealth): string {
  return `${views} of ${guardRule.minViews} page views, ${networks} of ${guardRule.minNetworks} networks`;
}

function describeWaiting(health: ReleaseHealth): { sentence: string; isBlind: boolean } {
  const { views, networks, unknownViews } = health;
  const { minNetworks } = guardRule;
  const seen = `not enough data yet: ${missingOf(health)}`;
  // The first visitors may have no known network, or share one office.
  const isBlind = views + unknownViews >= guardRule.minViews;
  if (unknownViews > views) {
    const sentence = `${seen}; ${unknownViews} more came from unknown networks: have the proxy set X-Forwarded-For, or the release cannot be evaluated`;
    return { sentence, isBlind };
  }
  if (views >= minNetworks / 4 && networks <= 1) {
    const sentence = `${seen}: if a proxy stands before the site, name it in TRUST_PROXY, or the release cannot be evaluated`;
    return { sentence, isBlind };
  }
  return { sentence: seen, isBlind: false };
}

/** The limits of a notification about a failing release. They are far lower than those of a rollback. */
const notifyRule = {
  minFailures: 5,
  /** Minimum of failing networks, unless every view failed. */
  minFailedNetworks: 3,
} as const;

/** Minimum of networks with successful views before the failures count as ended. */
const minWorkingNetworks = 2;

/**
 * Returns the notification about the failures of the last minutes, `12 of 12 page views failed, in 6 of 6 networks`; null
 * when too few views failed. `baseline` is the release to compare with.
 */
export function warningOf(recent: ReleaseHealth, baseline: ReleaseHealth | null): string | null {
  const { networks, failedNetworks, failedShare, unknownViews, unknownFailures } = recent;
  const views = recent.views + unknownViews;
  const failures = recent.failures + Object.values(unknownFailures).reduce((sum, times) => sum + times, 0);
  if (failures < notifyRule.minFailures) return null;
  const isTotal = failures === views;
  const isMuch = failedNetworks >= notifyRule.minFailedNetworks && failedShare >= limitBeside(baseline);
  return isTotal || isMuch
    ? `${failures} of ${views} page views failed, in ${failedNetworks} of ${networks} networks`
    : null;
}

/** Returns whether the failures have ended: several networks had recent views, and hardly any of them failed. */
export function areFailuresOver(
  latest: { networks: number; failedShare: number },
  baseline: ReleaseHealth | null,
): boolean {
  return latest.networks >= minWorkingNetworks && latest.failedShare < limitBeside(baseline) / 2;
}

export interface CanaryEvaluation {
  kind: 'not-worse' | 'worse' | 'too-little';
  /** The name of the decisive evidence. */
  by: 'page views' | 'networks' | 'failures';
  sentence: string;
}

/** Evaluates whether a canary may get more visitors, by its failures and those of the live release in the same period. */
export function evaluateCanary({
  health,
  baseline: live,
}: {
  health: ReleaseHealth;
  baseline: ReleaseHealth | null;
}): CanaryEvaluation {
  const { views, failedNetworks, networks, failedShare } = health;
  if (!isEnough(health)) {
    const by = views < guardRule.minViews ? 'page views' : 'networks';
    return { kind: 'too-little', by, sentence: missingOf(health) };
  }
  const limit = limitBeside(live);
  const share = `failures in ${failedNetworks} of ${networks} networks, ${percent(failedShare)} of what they saw`;
  const measure =
    live && isEnough(live) ? `the live release: ${percent(live.failedShare)}` : 'nothing to measure it by';
  const isWorse = failedNetworks >= guardRule.minFailedNetworks && failedShare >= limit;
  return { kind: isWorse ? 'worse' : 'not-worse', by: 'failures', sentence: `${share} (${measure})` };
}

/** Returns the figures behind an automatic decision, for the log. `now` is in milliseconds since 1970. */
export function evidenceOf({ views, failures, networks, failedNetworks, since }: ReleaseHealth, now: number) {
  const sinceSeconds = Math.max(0, Math.round((now - Date.parse(since)) / 1000));
  return { views, failures, sinceSeconds, networks, failedNetworks };
}

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;

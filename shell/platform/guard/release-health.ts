import type { ReleaseStore } from '../log/release-store.ts';
import {
  keyOf,
  type NetworkViews,
  noViews,
  type PastViews,
  type Period,
  parseReport,
  periodLength,
  type ReleaseViews,
  sumUp,
  voiceOf,
  type WatchedRelease,
} from './view-counts.ts';

/** Page views of one release, with the failed ones, while it was live or a canary, on all shell servers. */
export interface ReleaseHealth extends WatchedRelease {
  /** Page views that hydrated or failed. Each network counts only a limited number. */
  views: number;
  failures: number;
  /** Networks (IPv4 /24, IPv6 /48) of the views, and those with a failed view. */
  networks: number;
  failedNetworks: number;
  /** The mean share of failed views over all networks, from 0 to 1. */
  failedShare: number;
  reasons: Readonly<Record<string, number>>;
  /** Views of visitors with an unknown network, and the reasons of the failed ones. They decide nothing. */
  unknownViews: number;
  unknownFailures: Readonly<Record<string, number>>;
  /** Failures that the release did not cause, by reason. */
  ignored: Readonly<Record<string, number>>;
}

/** Reads the counts of all servers. A damaged report is ignored. */
export async function readHealth(store: ReleaseStore, now = Date.now()) {
  const counts = new Map<string, ReleaseViews[]>();
  for (const report of (await store.reports.readAll()).values()) {
    for (const views of parseReport(report)) {
      counts.set(keyOf(views), [...(counts.get(keyOf(views)) ?? []), views]);
    }
  }
  const countedOf = (release: WatchedRelease) => counts.get(keyOf(release)) ?? [];
  const of = (release: WatchedRelease) => summarise(release, countedOf(release));
  const isRecent = ({ start }: Period) => start > now - 2 * periodLength;
  return {
    of,
    /** The health in the last minutes only. */
    recentOf(release: WatchedRelease) {
      const recent = (views: ReleaseViews) => ({ ...views, past: noViews, periods: views.periods.filter(isRecent) });
      return summarise(release, countedOf(release).map(recent));
    },
    /** The health before the last minutes. */
    earlierOf(release: WatchedRelease) {
      const isEarlier = (period: Period) => !isRecent(period);
      const earlier = (views: ReleaseViews) => ({ ...views, periods: views.periods.filter(isEarlier) });
      return summarise(release, countedOf(release).map(earlier));
    },
    /** The current share of failures, from the networks of the last five minutes. */
    latestOf: (release: WatchedRelease) => summariseLatest(countedOf(release), now),
    /** The health in the release's last live period; null when there is no data. */
    lastOf(remote: string, id: string) {
      const known = [...counts.values()].flatMap(([views]) =>
        views?.remote === remote && views.id === id ? [views] : [],
      );
      const last = known.sort((one, other) => one.since.localeCompare(other.since)).at(-1);
      return last ? of(last) : null;
    },
  };
}

function summarise({ remote, id, since }: WatchedRelease, counted: readonly ReleaseViews[]): ReleaseHealth {
  const sum = sumUp(mergeNetworks(counted), addPasts(counted));
  const { views, failures, networks, failedNetworks, voices, reasons } = sum;
  const failedShare = networks === 0 ? 0 : voices / networks;
  const unknown = counted.map((one) => one.unknown);
  return {
    ...{ remote, id, since, views, failures, networks, failedNetworks, failedShare, reasons },
    unknownViews: total(unknown.map((one) => one.views)),
    unknownFailures: addReasons(unknown.map((one) => one.failures)),
    ignored: addReasons(counted.map((one) => one.ignored)),
  };
}

const latestLength = 5 * 60_000;

function summariseLatest(counted: readonly ReleaseViews[], now: number): { networks: number; failedShare: number } {
  const isLatest = (at = 0) => at > now - latestLength;
  const networks = Object.values(mergeNetworks(counted)).filter(
    ({ hydratedAt, failedAt }) => isLatest(hydratedAt) || isLatest(failedAt),
  );
  const voices = networks.map((seen) => (isLatest(seen.failedAt) ? voiceOf(seen) : 0));
  return { networks: networks.length, failedShare: total(voices) / (networks.length || 1) };
}

/** Merges the reports. A network counts once across servers, and so does a view that several servers received. */
function mergeNetworks(counted: readonly ReleaseViews[]): Record<string, NetworkViews> {
  const merged = new Map<string, NetworkViews>();
  for (const { networks } of counted.flatMap(({ periods }) => periods)) {
    for (const [network, { hydrated, failed, hydratedAt = 0, failedAt = 0 }] of Object.entries(networks)) {
      const known = merged.get(network) ?? { hydrated: 0, failed: {} };
      merged.set(network, {
        hydrated: known.hydrated + hydrated,
        failed: { ...known.failed, ...failed },
        hydratedAt: Math.max(hydratedAt, known.hydratedAt ?? 0),
        failedAt: Math.max(failedAt, known.failedAt ?? 0),
      });
    }
  }
  return Object.fromEntries(merged);
}

function addPasts(counted: readonly ReleaseViews[]): PastViews {
  const sumOf = (read: (past: PastViews) => number) => total(counted.map(({ past }) => read(past)));
  return {
    views: sumOf(({ views }) => views),
    failures: sumOf(({ failures }) => failures),
    networks: sumOf(({ networks }) => networks),
    failedNetworks: sumOf(({ failedNetworks }) => failedNetworks),
    voices: sumOf(({ voices }) => voices),
    reasons: addReasons(counted.map(({ past }) => past.reasons)),
  };
}

function addReasons(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [reason, times] of all.flatMap((reasons) => Object.entries(reasons))) {
    sum[reason] = (sum[reason] ?? 0) + times;
  }
  return sum;
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

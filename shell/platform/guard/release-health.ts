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

/** Page views and failed ones of one release while it was live, or a canary, on all shell servers. */
export interface ReleaseHealth extends WatchedRelease {
  /** Page views that hydrated or failed, a few of each network. */
  views: number;
  failures: number;
  /** Networks (IPv4 /24, IPv6 /48) that they came from, and those of them with a failed one. */
  networks: number;
  failedNetworks: number;
  /** How much of what the networks saw failed, each with one voice: from 0 to 1. */
  failedShare: number;
  /** How often each reason was given. */
  reasons: Readonly<Record<string, number>>;
  /** Views of visitors whose network nobody knows, and why some of them failed: they decide nothing. */
  unknownViews: number;
  unknownFailures: Readonly<Record<string, number>>;
  /** Failures that were none of the release's fault, by their reason. */
  ignored: Readonly<Record<string, number>>;
}

/** The sum of all shell servers' reports. */
export interface SiteHealth {
  of(release: WatchedRelease): ReleaseHealth;
  /** What was seen of it in the last minutes alone. */
  recentOf(release: WatchedRelease): ReleaseHealth;
  /** What was seen of it before that. */
  earlierOf(release: WatchedRelease): ReleaseHealth;
  /** How much fails at this moment: of the networks that saw it within the last five minutes. */
  latestOf(release: WatchedRelease): { networks: number; failedShare: number };
  /** The release as it was when it was live last; null when nothing is known of that. */
  lastOf(remote: string, id: string): ReleaseHealth | null;
}

/** Reads what all servers counted. A damaged report counts nothing. */
export async function readHealth(store: ReleaseStore, now = Date.now()): Promise<SiteHealth> {
  const counts = new Map<string, ReleaseViews[]>();
  for (const report of (await store.readReports()).values()) {
    for (const views of parseReport(report)) {
      counts.set(keyOf(views), [...(counts.get(keyOf(views)) ?? []), views]);
    }
  }
  const countedOf = (release: WatchedRelease) => counts.get(keyOf(release)) ?? [];
  const of = (release: WatchedRelease) => summarise(release, countedOf(release));
  const isRecent = ({ start }: Period) => start > now - 2 * periodLength;
  return {
    of,
    recentOf: (release) =>
      summarise(
        release,
        countedOf(release).map((views) => ({ ...views, past: noViews, periods: views.periods.filter(isRecent) })),
      ),
    earlierOf: (release) =>
      summarise(
        release,
        countedOf(release).map((views) => ({ ...views, periods: views.periods.filter((one) => !isRecent(one)) })),
      ),
    latestOf: (release) => summariseLatest(countedOf(release), now),
    lastOf(remote, id) {
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

/** A network counts once, whatever servers it met; a view that several were told of, too. */
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

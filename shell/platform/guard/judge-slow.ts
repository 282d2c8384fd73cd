import type { Composition } from 'kit/contracts/composition';
import type { ReleaseStore } from '../store/release-store.ts';
import { countIn, percentile } from '../visits/histogram.ts';
import { readVisits, sumVisits, type VisitSum } from '../visits/read-visits.ts';
import type { ReleaseVisits } from '../visits/visit-counts.ts';
import { hour } from '../visits/visit-files.ts';

type RemoteState = Composition['remotes'][string];

/** When a release is clearly slower than the one before: told to people, who decide; nothing goes back for that. */
export const slowRule = {
  /** As many networks must have visited both, so that no few of them decide. */
  leastNetworks: 20,
  /** And as many views be measured: a network has five an hour. */
  leastMeasured: 60,
  /** By p75, in seconds: this much more, and this many times as much. Both are far above what lines and machines vary by. */
  lcp: { more: 0.5, times: 1.25 },
  inp: { more: 0.1, times: 1.5 },
  /** The release before is known from so long before the new one went live, in milliseconds. */
  before: 6 * hour,
} as const;

const names = { lcp: 'LCP', inp: 'INP' } as const;

/** Says of a release that visitors get whether it is slow, in words; null when it is not, or nobody knows. */
export interface SiteSpeed {
  slownessOfLive(remote: string, state: RemoteState): string | null;
  /** Measured by what the others had in the same hours. */
  slownessOfCanary(remote: string, state: RemoteState): string | null;
}

/** Reads what is known of how fast the releases of a composition are. */
export async function readSpeed(store: Pick<ReleaseStore, 'visits'>, now: number): Promise<SiteSpeed> {
  // A release is judged within minutes after it went live, a plan within a day.
  const { visits } = await readVisits(store, { from: now - 24 * hour - slowRule.before, to: now + hour });
  const rowsOf = (is: (row: ReleaseVisits) => boolean) => sumVisits(visits.filter(is));
  return {
    slownessOfLive(remote, { live, previous, since = '' }) {
      const start = Date.parse(since);
      const isOfBefore = (row: ReleaseVisits) => row.start + row.length > start - slowRule.before;
      const seen = rowsOf((row) => row.remote === remote && row.release === live && row.start + row.length > start);
      const before = rowsOf((row) => row.remote === remote && row.release === previous && isOfBefore(row));
      return describeSlowness(seen, before);
    },
    slownessOfCanary(remote, { live, canary }) {
      if (!canary) return null;
      const start = Date.parse(canary.since ?? '');
      const isNow = (row: ReleaseVisits) => row.remote === remote && row.start + row.length > start;
      const seen = rowsOf((row) => isNow(row) && row.release === canary.id && row.role === 'canary');
      return describeSlowness(
        seen,
        rowsOf((row) => isNow(row) && row.release === live && row.role === 'live'),
      );
    },
  };
}

/** `p75 of LCP is 2.4 s, 1.2 s before, in 40 networks`; null when it is not clearly worse. */
export function describeSlowness(seen: VisitSum, before: VisitSum): string | null {
  if (Math.min(seen.networks, before.networks) < slowRule.leastNetworks) return null;
  for (const name of ['lcp', 'inp'] as const) {
    const both = [seen.vitals[name], before.vitals[name]] as const;
    if (both.some((histogram) => countIn(histogram) < slowRule.leastMeasured)) continue;
    const [after, earlier] = both.map((histogram) => percentile(histogram, 0.75) ?? 0) as [number, number];
    const { more, times } = slowRule[name];
    if (after < earlier + more || after < earlier * times) continue;
    return `p75 of ${names[name]} is ${inWords(after)}, ${inWords(earlier)} with the release that it is measured by, in ${seen.networks} networks`;
  }
  return null;
}

function inWords(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}

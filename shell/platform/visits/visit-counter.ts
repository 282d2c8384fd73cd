import { createHash } from 'node:crypto';
import type { Notes } from '../store/notes.ts';
import { isHourOpen } from './compact-visits.ts';
import { binOf } from './histogram.ts';
import { addCounts, hourLimits, mergeFiles } from './merge-visits.ts';
import { networksIn, noNetworks, withNetwork } from './network-sketch.ts';
import type { FailureCount, ReleaseVisits, StackFrame, VisitFile, VitalName } from './visit-counts.ts';
import { hour, nameOfSpan } from './visit-files.ts';

/**
 * What one network (IPv4 /24, IPv6 /48) adds to the figures of one release within an hour, on one server. Whatever it
 * sends beyond that changes nothing: so many visitors have an office or a school, and one who forges has no more.
 */
export const networkLimits = {
  views: 20,
  /** Page views with measured vitals: p75 of a hundred networks is moved by ten of them as by a tenth of the visitors. */
  vitals: 5,
  /** Failures with a message, and how many of them may be new ones. */
  failures: 10,
  newFailures: 3,
} as const;

/** Networks of an hour that are told apart; those beyond add nothing. What bounds the memory, with {@link hourLimits}. */
const mostNetworks = 20_000;
/** Rows of an hour in memory: pages of releases that are live, of canaries, and of those that tabs are left with. */
const mostRows = 500;
const mostSets = 100;

/** Which release a visit was of. */
export interface VisitedRelease {
  remote: string;
  release: string;
  role: ReleaseVisits['role'];
}

/** A visit of a page of a release. */
export interface CountedVisit extends VisitedRelease {
  /** Path of the route. */
  page: string;
  /** Name of the release set. */
  set: string;
  /** The visitor's, sealed; all whom nobody knows are one. */
  network: string | null;
}

export interface CountedFailure extends CountedVisit {
  kind: FailureCount['kind'];
  message: string;
  stack: readonly StackFrame[];
  browser: string;
}

/** In seconds; CLS without a unit. What a browser cannot measure is left out. */
export type MeasuredVitals = Readonly<Partial<Record<VitalName, number | undefined>>>;

type Row = Omit<ReleaseVisits, 'vitals'> & { vitals: Record<VitalName, Record<string, number>> };

interface HourCounts {
  rows: Map<string, Row>;
  sets: Map<string, { views: number; failures: number }>;
  failures: Map<string, FailureCount>;
  /** By release and network. */
  networks: Map<string, { views: number; vitals: number; failures: number; newFailures: number }>;
  hasNews: boolean;
}

/** Counts what one shell server is told of visits; what it counted goes to the store now and then. */
export class VisitCounter {
  readonly #hours = new Map<number, HourCounts>();

  /** Counts a page view that hydrated or failed. False when the network had its say. */
  countView(visit: CountedVisit, { isFailed }: { isFailed: boolean }, now = Date.now()): boolean {
    const counts = this.#hourOf(now);
    const row = takeTurn(counts, visit, 'views') && rowOf(counts, visit, now);
    if (!row) return false;
    row.views += 1;
    if (isFailed) row.failures += 1;
    const set = counts.sets.get(visit.set) ?? { views: 0, failures: 0 };
    if (counts.sets.size < mostSets || counts.sets.has(visit.set)) counts.sets.set(visit.set, set);
    set.views += 1;
    if (isFailed) set.failures += 1;
    return true;
  }

  /** A view that was counted as a good one failed later. */
  takeBackView(visit: CountedVisit, now = Date.now()): boolean {
    const counts = this.#hourOf(now);
    const row = counts.rows.get(keyOf(visit));
    const set = counts.sets.get(visit.set);
    if (!row || row.failures >= row.views || !takeTurn(counts, visit, 'views')) return false;
    row.failures += 1;
    if (set && set.failures < set.views) set.failures += 1;
    return true;
  }

  /** Counts what a page view was measured as. False when the network had its say. */
  countVitals(visit: CountedVisit, vitals: MeasuredVitals, now = Date.now()): boolean {
    const counts = this.#hourOf(now);
    const row = takeTurn(counts, visit, 'vitals') && rowOf(counts, visit, now);
    if (!row) return false;
    for (const name of ['lcp', 'inp', 'cls'] as const) {
      const value = vitals[name];
      if (value === undefined) continue;
      const bin = binOf(value);
      row.vitals[name][bin] = (row.vitals[name][bin] ?? 0) + 1;
    }
    return true;
  }

  /** Counts why something failed. False when the network had its say, or is one of many that say ever new things. */
  countFailure(failure: CountedFailure, now = Date.now()): boolean {
    const counts = this.#hourOf(now);
    if (!takeTurn(counts, failure, 'failures')) return false;
    const id = idOf(failure);
    const known = counts.failures.get(id);
    if (!known && !(takeTurn(counts, failure, 'newFailures') && makeRoom(counts.failures))) return false;
    const { remote, release, kind, message, stack, browser, page, set, network } = failure;
    counts.failures.set(id, {
      ...{ id, remote, release, kind, message, set },
      stack: [...stack],
      firstSeen: known?.firstSeen ?? now,
      lastSeen: now,
      count: (known?.count ?? 0) + 1,
      browsers: addCounts([known?.browsers ?? {}, { [browser]: 1 }]),
      pages: addCounts([known?.pages ?? {}, { [page]: 1 }]),
      networks: withNetwork(known?.networks ?? noNetworks, network ?? ''),
    });
    if (kind !== 'uncaught') return true;
    const row = rowOf(counts, failure, now);
    if (row) row.errors += 1;
    return true;
  }

  /** Something was counted that is not written yet. */
  get hasNews(): boolean {
    return [...this.#hours.values()].some(({ hasNews }) => hasNews);
  }

  /** Writes what is new, an hour a file. What it could not write in time counts in the hour that is open then. */
  async report(notes: Notes, server: string, now = Date.now()): Promise<void> {
    for (const [start, counts] of [...this.#hours]) {
      const isLate = counts.hasNews && !isHourOpen(start, now);
      if (isLate) this.#moveTo(startOf(now), start, counts);
      else if (counts.hasNews) {
        counts.hasNews = false;
        const text = JSON.stringify(fileOf(start, counts));
        try {
          await notes.replace(nameOfSpan({ kind: 'server', start }, server), text);
        } catch (error) {
          counts.hasNews = true;
          throw error;
        }
      } else if (!isHourOpen(start, now)) this.#hours.delete(start);
    }
  }

  #hourOf(now: number): HourCounts {
    const start = startOf(now);
    const known = this.#hours.get(start);
    if (known) {
      known.hasNews = true;
      return known;
    }
    const counts: HourCounts = {
      ...{ rows: new Map(), sets: new Map(), failures: new Map(), networks: new Map() },
      hasNews: true,
    };
    this.#hours.set(start, counts);
    return counts;
  }

  /** Of a store that was away for long. What networks have said is forgotten: the next hour begins anew for them, too. */
  #moveTo(target: number, start: number, late: HourCounts): void {
    const counts = this.#hourOf(target);
    const length = hour;
    const sum = mergeFiles([fileOf(start, late), fileOf(target, counts)], {
      start: target,
      length,
      limits: hourLimits,
    });
    // Its histograms were made a moment ago, for nobody else.
    counts.rows = new Map(sum.visits.map((row) => [keyOf(row), row as Row]));
    counts.sets = new Map(sum.sets.map(({ set, views, failures }) => [set, { views, failures }]));
    counts.failures = new Map(sum.failures.map((failure) => [failure.id, failure]));
    this.#hours.delete(start);
  }
}

const startOf = (now: number) => now - (now % hour);

function keyOf({ remote, release, role, page }: VisitedRelease & { page: string }): string {
  return `${remote} ${release} ${role} ${page}`;
}

/** Whether a network may still say something of this kind, which is noted. */
function takeTurn(
  { networks }: HourCounts,
  { remote, release, role, network }: CountedVisit,
  kind: keyof typeof networkLimits,
): boolean {
  const key = `${remote} ${release} ${role} ${network ?? ''}`;
  let said = networks.get(key);
  if (!said) {
    if (networks.size >= mostNetworks) return false;
    said = { views: 0, vitals: 0, failures: 0, newFailures: 0 };
    networks.set(key, said);
  }
  if (said[kind] >= networkLimits[kind]) return false;
  said[kind] += 1;
  return true;
}

/** The row of a page, with the visitor's network in it; null when there are too many rows. */
function rowOf({ rows }: HourCounts, visit: CountedVisit, now: number): Row | null {
  const { remote, release, role, page, network } = visit;
  let row = rows.get(keyOf(visit));
  if (!row) {
    if (rows.size >= mostRows) return null;
    row = {
      ...{ remote, release, role, page, start: startOf(now), length: hour, views: 0, failures: 0, errors: 0 },
      networks: noNetworks,
      vitals: { lcp: {}, inp: {}, cls: {} },
    };
    rows.set(keyOf(visit), row);
  }
  row.networks = withNetwork(row.networks, network ?? '');
  return row;
}

/** What the fewest networks saw, and the least often, gives way: whoever makes failures up is one network. */
function makeRoom(failures: Map<string, FailureCount>): boolean {
  if (failures.size < hourLimits.failures) return true;
  const weightOf = ({ networks, count, lastSeen }: FailureCount) => [networksIn(networks), count, lastSeen] as const;
  const least = [...failures.values()]
    .map((failure) => ({ id: failure.id, weight: weightOf(failure) }))
    .reduce((one, other) => (isLess(other.weight, one.weight) ? other : one));
  if (least.weight[0] > 1) return false;
  failures.delete(least.id);
  return true;
}

function isLess(one: readonly number[], other: readonly number[]): boolean {
  const index = one.findIndex((value, place) => value !== other[place]);
  return index >= 0 && (one[index] ?? 0) < (other[index] ?? 0);
}

/** What the same failure has in common wherever it happens; addresses of a retry are those of the first try. */
function idOf({ remote, release, kind, message, stack }: CountedFailure): string {
  const frames = stack.map(({ script, line, column }) => `${script}:${line}:${column}`);
  const text = JSON.stringify([remote, release, kind, message, ...frames]);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function fileOf(start: number, { rows, sets, failures }: HourCounts): VisitFile {
  const file: VisitFile = {
    visits: [...rows.values()],
    sets: [...sets].map(([set, seen]) => ({ set, start, length: hour, ...seen })),
    failures: [...failures.values()],
  };
  return mergeFiles([file], { start, length: hour, limits: hourLimits });
}

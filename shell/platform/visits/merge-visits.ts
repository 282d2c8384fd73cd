import { addHistograms } from './histogram.ts';
import { addSketches, networksIn } from './network-sketch.ts';
import type { FailureCount, ReleaseVisits, SetViews, VisitFile } from './visit-counts.ts';

/** How much one file holds: what there is more of is added up, or left out, so that nobody fills the store. */
export interface FileLimits {
  rows: number;
  sets: number;
  failures: number;
}

/** Of an hour: a site of 5 remotes has some 30 pages, and a canary doubles those of one remote. */
export const hourLimits: FileLimits = { rows: 60, sets: 30, failures: 40 };
/** Of a day, in which several releases of each may be live. */
export const dayLimits: FileLimits = { rows: 120, sets: 100, failures: 60 };

/** For what was stored within the limits already. */
export const unlimited: FileLimits = { rows: Infinity, sets: Infinity, failures: Infinity };

/** Each counts in how many browsers and on how many pages; the rest of them are `other`. */
const mostKeys = 8;

interface Whole {
  start: number;
  length: number;
  limits: FileLimits;
}

/** Adds up what several servers, or hours, counted: each row and each failure once. */
export function mergeFiles(files: readonly VisitFile[], { start, length, limits }: Whole): VisitFile {
  const rows = files.flatMap(({ visits }) => visits).map((row) => ({ ...row, start, length }));
  const sets = files.flatMap((file) => file.sets).map((set) => ({ ...set, start, length }));
  const failures = mergeFailures(files.flatMap((file) => file.failures));
  return {
    visits: withinLimit(addBy(rows, keyOfRow, addRows), limits.rows),
    sets: addBy(sets, ({ set }) => set, addSets)
      .sort((one, other) => other.views - one.views)
      .slice(0, limits.sets),
    failures: failures.slice(0, limits.failures),
  };
}

/** The same failures in several files, each once; those that most networks saw first. */
export function mergeFailures(failures: readonly FailureCount[]): FailureCount[] {
  return addBy(failures, ({ id }) => id, addFailures)
    .map((failure) => ({ failure, networks: networksIn(failure.networks) }))
    .sort(
      (one, other) =>
        other.networks - one.networks ||
        other.failure.count - one.failure.count ||
        other.failure.lastSeen - one.failure.lastSeen,
    )
    .map(({ failure }) => failure);
}

function keyOfRow({ remote, release, role, page }: ReleaseVisits): string {
  return `${remote} ${release} ${role} ${page}`;
}

/** The pages that were seen least become one for their release, then the least of all are left out. */
function withinLimit(rows: ReleaseVisits[], most: number): ReleaseVisits[] {
  if (rows.length <= most) return rows;
  const byViews = rows.toSorted((one, other) => other.views - one.views);
  const viewedMost = byViews.slice(0, Math.floor(most / 2));
  const others = byViews.slice(viewedMost.length).map((row) => ({ ...row, page: '*' }));
  return addBy([...viewedMost, ...others], keyOfRow, addRows)
    .sort((one, other) => other.views - one.views)
    .slice(0, most);
}

function addRows(rows: readonly [ReleaseVisits, ...ReleaseVisits[]]): ReleaseVisits {
  return {
    ...rows[0],
    views: total(rows, ({ views }) => views),
    failures: total(rows, ({ failures }) => failures),
    errors: total(rows, ({ errors }) => errors),
    networks: addSketches(rows.map(({ networks }) => networks)),
    vitals: {
      lcp: addHistograms(rows.map(({ vitals }) => vitals.lcp)),
      inp: addHistograms(rows.map(({ vitals }) => vitals.inp)),
      cls: addHistograms(rows.map(({ vitals }) => vitals.cls)),
    },
  };
}

function addSets(sets: readonly [SetViews, ...SetViews[]]): SetViews {
  return { ...sets[0], views: total(sets, ({ views }) => views), failures: total(sets, ({ failures }) => failures) };
}

function addFailures(parts: readonly [FailureCount, ...FailureCount[]]): FailureCount {
  const last = parts.reduce((one, other) => (other.lastSeen > one.lastSeen ? other : one));
  return {
    ...last,
    firstSeen: Math.min(...parts.map(({ firstSeen }) => firstSeen)),
    count: total(parts, ({ count }) => count),
    networks: addSketches(parts.map(({ networks }) => networks)),
    browsers: addCounts(parts.map(({ browsers }) => browsers)),
    pages: addCounts(parts.map(({ pages }) => pages)),
  };
}

/** Adds counts by name; of too many names the rarest are `other`. */
export function addCounts(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum = new Map<string, number>();
  for (const [name, times] of all.flatMap((counts) => Object.entries(counts))) {
    sum.set(name, (sum.get(name) ?? 0) + times);
  }
  const other = sum.get('other') ?? 0;
  sum.delete('other');
  const byTimes = [...sum].sort(([, one], [, more]) => more - one);
  const rest = byTimes.slice(mostKeys).reduce((left, [, times]) => left + times, other);
  return Object.fromEntries([...byTimes.slice(0, mostKeys), ...(rest > 0 ? [['other', rest] as const] : [])]);
}

function addBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  add: (same: readonly [Item, ...Item[]]) => Item,
): Item[] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const same = groups.get(keyOf(item));
    if (same) same.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()].map(add);
}

function total<Item>(items: readonly Item[], read: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + read(item), 0);
}

import type { ReleaseStore } from '../store/release-store.ts';
import { addHistograms } from './histogram.ts';
import { mergeFiles, unlimited } from './merge-visits.ts';
import { addSketches, networksIn } from './network-sketch.ts';
import type { ReleaseVisits, SetViews, Vitals } from './visit-counts.ts';
import { type CountedSpan, readFiles } from './visit-files.ts';

/** Milliseconds since 1970, both; hours and days that lie partly in it count whole. */
export interface VisitSpan {
  from: number;
  to: number;
}

export interface SiteVisits {
  /** One for each release, role, page and hour; what is older than a day or two: and day. Oldest first. */
  visits: readonly ReleaseVisits[];
  sets: readonly SetViews[];
  /** What could not be read, in sentences. */
  problems: readonly string[];
}

/** What several rows of {@link SiteVisits} add up to. */
export interface VisitSum {
  views: number;
  failures: number;
  errors: number;
  /** About how many networks there were. */
  networks: number;
  /** For `percentile(sum.vitals.lcp, 0.75)`. */
  vitals: Vitals;
}

/** Reads what all shell servers over a store were told of visits. */
export async function readVisits(
  { visits: notes }: Pick<ReleaseStore, 'visits'>,
  span: VisitSpan,
): Promise<SiteVisits> {
  const { files, problems } = await readFiles(notes, isIn(span));
  const byStart = Map.groupBy(files, ({ kind, start }) => `${kind === 'day' ? 'day' : 'hour'} ${start}`);
  const sums = [...byStart.values()].flatMap((same) => {
    const [first] = same;
    const contents = same.flatMap(({ content }) => content ?? []);
    return first ? [mergeFiles(contents, { ...first, limits: unlimited })] : [];
  });
  return { visits: sums.flatMap(({ visits }) => visits), sets: sums.flatMap(({ sets }) => sets), problems };
}

/** Whether a file's hour or day lies in a span, or partly. */
export function isIn({ from, to }: VisitSpan): (file: CountedSpan) => boolean {
  return ({ start, length }) => start < to && start + length > from;
}

/** Adds rows up: those of a release, of a page, of a day. */
export function sumVisits(rows: readonly ReleaseVisits[]): VisitSum {
  const total = (read: (row: ReleaseVisits) => number) => rows.reduce((sum, row) => sum + read(row), 0);
  return {
    views: total(({ views }) => views),
    failures: total(({ failures }) => failures),
    errors: total(({ errors }) => errors),
    networks: networksIn(addSketches(rows.map(({ networks }) => networks))),
    vitals: {
      lcp: addHistograms(rows.map(({ vitals }) => vitals.lcp)),
      inp: addHistograms(rows.map(({ vitals }) => vitals.inp)),
      cls: addHistograms(rows.map(({ vitals }) => vitals.cls)),
    },
  };
}

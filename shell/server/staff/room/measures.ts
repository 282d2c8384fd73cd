import { percentile, type ReleaseVisits, sumVisits, type VitalName } from '../../../platform/index.ts';
import type { LinePoint } from './charts/line-chart.ts';
import type { Span } from './charts/scales.ts';

/** How good a Core Web Vital is, by the bounds that its makers set (web.dev/articles/vitals). */
export type Rating = 'good' | 'fair' | 'poor';

interface VitalRule {
  name: VitalName;
  title: string;
  /** Up to here it is good; above the second it is poor. */
  bounds: readonly [number, number];
  write: (value: number) => string;
}

const seconds = (value: number) => (value < 1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(1)} s`);

export const vitalRules: readonly VitalRule[] = [
  { name: 'lcp', title: 'LCP', bounds: [2.5, 4], write: seconds },
  { name: 'inp', title: 'INP', bounds: [0.2, 0.5], write: seconds },
  { name: 'cls', title: 'CLS', bounds: [0.1, 0.25], write: (value) => value.toFixed(2) },
];

/** By p75: three of four visits are as good or better. */
const share = 0.75;

export const ratingWords: Readonly<Record<Rating, string>> = {
  good: '● good',
  fair: '◆ needs work',
  poor: '▲ poor',
};

export function rate(value: number, [good, fair]: readonly [number, number]): Rating {
  if (value <= good) return 'good';
  return value <= fair ? 'fair' : 'poor';
}

/** Rows of one hour or day, together. */
interface Step {
  at: number;
  rows: readonly ReleaseVisits[];
}

/** A server whose clock is ahead counts into an hour that is none here yet: what it was told is shown as well. */
export const clocksDiffer = 3_600_000;

/** Rows that lie in a span, or partly. */
export function rowsIn(rows: readonly ReleaseVisits[], { from, to }: Span): ReleaseVisits[] {
  return rows.filter(({ start, length }) => start + length > from && start < to + clocksDiffer);
}

/** Rows by the hour or day that they are of, oldest first; the one that is not over yet is drawn at the end of the span. */
function stepsOf(rows: readonly ReleaseVisits[], { to }: Span): Step[] {
  const steps = Map.groupBy(rows, ({ start, length }) => Math.min(start + length / 2, to));
  return [...steps].map(([at, ofStep]) => ({ at, rows: ofStep })).sort((one, other) => one.at - other.at);
}

/** How a measure went over the hours or days of a span. */
export function pointsOf(
  rows: readonly ReleaseVisits[],
  span: Span,
  read: (rows: readonly ReleaseVisits[], now: number) => number | null,
): LinePoint[] {
  return stepsOf(rowsIn(rows, span), span).map(({ at, rows: ofStep }) => ({ at, value: read(ofStep, span.to) }));
}

/** Of an hour that has begun, so much has passed at least: what a minute had says little of the hour. */
const leastPassed = 600_000;

/** Page views in an hour, whether hours or days were counted; of one that is not over, by what has passed of it. */
export function viewsAnHour(rows: readonly ReleaseVisits[], now: number): number {
  const passed = ({ start, length }: ReleaseVisits) => Math.min(length, Math.max(now - start, leastPassed));
  const counted = new Map(rows.map((row) => [row.start, passed(row)]));
  const hours = [...counted.values()].reduce((sum, length) => sum + length, 0) / 3_600_000;
  return rows.reduce((sum, { views }) => sum + views, 0) / (hours || 1);
}

/** The part of the page views that failed, from 0 to 1; null without any. */
export function failedShareOf(rows: readonly ReleaseVisits[]): number | null {
  const { views, failures } = sumVisits(rows);
  return views === 0 ? null : failures / views;
}

export function vitalOf(rows: readonly ReleaseVisits[], name: VitalName): number | null {
  return percentile(sumVisits(rows).vitals[name], share);
}

export function writeShare(value: number): string {
  const percent = value * 100;
  if (percent === 0) return '0 %';
  return percent < 0.1 ? '< 0.1 %' : `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}

export function writeCount(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}

import type { ReleaseVisits } from '../../../platform/index.ts';
import { html, type Markup } from '../../http/html.ts';
import { type Bar, renderBars } from './charts/bars.ts';
import { type LineSeries, renderLineChart } from './charts/line-chart.ts';
import type { Span } from './charts/scales.ts';
import { versionOf } from './charts/track-chart.ts';
import {
  failedShareOf,
  pointsOf,
  rate,
  ratingWords,
  viewsAnHour,
  vitalOf,
  vitalRules,
  writeCount,
  writeShare,
} from './measures.ts';
import type { RoomRemote } from './room.ts';

/** A release of a remote, and what was measured of it in its part. */
interface Side {
  role: Bar['role'];
  id: string;
  rows: readonly ReleaseVisits[];
  /** A canary that no visitor gets any more. */
  isOver?: boolean;
}

interface Measure {
  title: string;
  read: (rows: readonly ReleaseVisits[], now: number) => number | null;
  write: (value: number) => string;
  /** How a value stands beside another; empty where the difference is none. */
  remark: (value: number, beside: number) => string;
  /** What is thought of a value by itself. */
  rating?: (value: number) => string;
  limit?: number;
}

/** From so far above the other on, somebody should look. */
const worseBy = 1.2;

const measures: readonly Measure[] = [
  {
    title: 'Failed page views',
    read: failedShareOf,
    write: writeShare,
    remark: (value, beside) =>
      value - beside >= 0.01 && value > beside * 2 ? `▲ worse: ${writeShare(beside)} beside it` : '',
  },
  ...vitalRules.map(
    ({ name, title, bounds, write }): Measure => ({
      title: `${title}, p75`,
      read: (rows) => vitalOf(rows, name),
      write,
      remark: (value, beside) =>
        value > beside * worseBy && value - beside > bounds[0] / 20 ? `▲ worse by ${write(value - beside)}` : '',
      rating: (value) => ratingWords[rate(value, bounds)],
      limit: bounds[0],
    }),
  ),
  {
    title: 'Page views an hour',
    read: (rows, now) => (rows.length === 0 ? null : viewsAnHour(rows, now)),
    write: writeCount,
    remark: () => '',
  },
];

/** Whoever comes after a canary has ended wants to see why, for so long. */
const endedShown = 24 * 3_600_000;

/**
 * The live release, its canary, be it one that ended within the last day, and the one before. A release that is live again has its
 * views of both times.
 */
export function sidesOf({ state, visits }: Pick<RoomRemote, 'state' | 'visits'>): Side[] {
  if (!state) return [];
  const { live, canary, previous } = state;
  const rowsOf = (id: string, role?: 'live' | 'canary') =>
    visits.filter((row) => row.release === id && (role === undefined || row.role === role));
  const ended = canary ? undefined : endedCanaryIn(visits, live);
  const tried = canary?.id ?? ended;
  return [
    { role: 'live', id: live, rows: rowsOf(live) },
    ...(tried ? [{ role: 'canary', id: tried, rows: rowsOf(tried, 'canary'), isOver: !canary } as const] : []),
    ...(previous === null ? [] : [{ role: 'before', id: previous, rows: rowsOf(previous) } as const]),
  ];
}

function endedCanaryIn(visits: readonly ReleaseVisits[], live: string): string | undefined {
  const newest = Math.max(...visits.map(({ start }) => start));
  const tried = visits.filter(({ role, release }) => role === 'canary' && release !== live);
  return tried.findLast(({ start }) => start > newest - endedShown)?.release;
}

/** What the charts say, in a sentence to read first. */
export function sayBeside(sides: readonly Side[], now: number): string {
  const [watched, other] = pairOf(sides);
  if (!watched || watched.rows.length === 0) return 'Nothing was measured of the live release yet.';
  const failed = failedShareOf(watched.rows);
  const base = other && failedShareOf(other.rows);
  const { role, isOver } = watched;
  // Their hashes alone tell two builds of one version apart.
  const nameOf = ({ id }: Side) => (other && versionOf(watched.id) === versionOf(other.id) ? id : versionOf(id));
  const name = `${role === 'canary' ? 'The canary' : 'The live release'} ${nameOf(watched)}${isOver ? ', which has ended,' : ''}`;
  const fails = isOver ? 'failed' : 'fails';
  const own = failed === null ? 'has no page views yet' : `${fails} for ${writeShare(failed)} of its page views`;
  const beside =
    other && base != null
      ? `, ${nameOf(other)} ${other.role === 'live' ? 'beside it' : 'before it'} for ${writeShare(base)}`
      : '';
  const slower = measures.flatMap(({ title, read, write, limit }) => {
    const [value, of] = [read(watched.rows, now), other ? read(other.rows, now) : null];
    if (limit === undefined || value === null || of === null || value <= of * worseBy || value - of <= limit / 20)
      return [];
    return [`${title.replace(', p75', '')} ${isOver ? 'was' : 'is'} ${write(value - of)} worse`];
  });
  return `${name} ${own}${beside}.${slower.length > 0 ? ` ${slower.join(', ')}.` : ''}`;
}

/** Which release is looked at, and beside which: a canary beside the live one, the live one beside the one before. */
function pairOf(sides: readonly Side[]): [Side | undefined, Side | undefined] {
  const of = (role: Side['role']) => sides.find((side) => side.role === role);
  return of('canary') ? [of('canary'), of('live')] : [of('live'), of('before')];
}

/** A figure for each measure: what each release has, and how that went over time. */
export function renderBeside(sides: readonly Side[], span: Span): Markup {
  const [watched, other] = pairOf(sides);
  const figures = measures.map(({ title, read, write, remark, rating, limit }) => {
    const bars = sides.map((side): Bar => {
      const value = read(side.rows, span.to);
      const beside = side === watched && other ? read(other.rows, span.to) : null;
      const worse = value !== null && beside !== null ? remark(value, beside) : '';
      return {
        role: side.role,
        name: side.isOver ? `${side.id}, ended` : side.id,
        value,
        words: value === null ? 'nothing measured' : write(value),
        remark: value !== null && rating ? rating(value) : '',
        worse,
      };
    });
    const series = sides.map(
      ({ role, rows }): LineSeries => ({
        role,
        points: pointsOf(rows, span, read),
      }),
    );
    const words = `${title} over time: ${bars.map(({ role, words: value }) => `${role} ${value}`).join(', ')}.`;
    return html`<figure class="card"><h3>${title}</h3>${renderBars(bars)}${renderLineChart({ span, series, limit, size: 'large', words })}</figure>`;
  });
  return html`<div class="pair">${figures}</div>${renderLineKey(sides)}`;
}

function renderLineKey(sides: readonly Side[]): Markup {
  const lines = sides.map(
    ({ role }) =>
      html`<li><svg width="32" height="8" aria-hidden="true"><path class="line ${role}" d="M0 4H32"/></svg>${{ live: 'live', canary: 'canary', before: 'the one before' }[role]}</li>`,
  );
  return html`<ul class="key" aria-label="Lines of the charts">${lines}<li><svg width="32" height="8" aria-hidden="true"><path class="limit" d="M0 4H32"/></svg>good up to here</li></ul>`;
}

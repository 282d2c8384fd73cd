import type { ReleaseVisits } from '../../../platform/index.ts';
import { html, type Markup } from '../../http/html.ts';
import { type LineSeries, renderLineChart } from './charts/line-chart.ts';
import type { Span } from './charts/scales.ts';
import {
  failedShareOf,
  pointsOf,
  rate,
  ratingWords,
  rowsIn,
  viewsAnHour,
  vitalOf,
  vitalRules,
  writeCount,
  writeShare,
} from './measures.ts';
import type { RoomRemote } from './room.ts';

interface Mini {
  title: string;
  /** Of what was measured; null where nothing was. */
  value: (rows: readonly ReleaseVisits[]) => string | null;
  remark: (rows: readonly ReleaseVisits[]) => string;
  read: (rows: readonly ReleaseVisits[], now: number) => number | null;
  limit?: number;
}

const minis: readonly Mini[] = [
  {
    title: 'Page views',
    value: (rows) => (rows.length === 0 ? null : writeCount(viewsOf(rows))),
    remark: () => '',
    read: viewsAnHour,
  },
  {
    title: 'Failed',
    value: (rows) => writeKnown(failedShareOf(rows), writeShare),
    remark: () => '',
    read: failedShareOf,
  },
  ...vitalRules.map(
    ({ name, title, bounds, write }): Mini => ({
      title: `${title}, p75`,
      value: (rows) => writeKnown(vitalOf(rows, name), write),
      remark: (rows) => writeKnown(vitalOf(rows, name), (value) => ratingWords[rate(value, bounds)]) ?? '',
      read: (rows) => vitalOf(rows, name),
      limit: bounds[0],
    }),
  ),
];

/** Page views, failures and the three Core Web Vitals of one remote, small and beside each other; a canary's below them. */
export function renderMinis({ name, visits, state, verdict }: RoomRemote, span: Span, words: string): Markup {
  const rows = rowsIn(visits, span);
  const live = rows.filter(({ role }) => role === 'live');
  const canary = rows.filter(({ role }) => role === 'canary');
  const running = canary.filter(({ release }) => release === state?.canary?.id);
  const guard = verdict?.live.health;
  const seen =
    guard && guard.views > 0
      ? html`<small>The guard has counted ${guard.failures} of ${guard.views} page views failed since it went live.</small>`
      : html``;
  if (rows.length === 0) return html`<p class="facts quiet">No visit was measured in this time.</p>${seen}`;
  const figures = minis.map(({ title, value, remark, read, limit }) => {
    const [own, beside] = [value(live) ?? '–', state?.canary ? (value(running) ?? '–') : null];
    const series: LineSeries[] = [
      { role: 'live', points: pointsOf(live, span, read) },
      { role: 'canary', points: pointsOf(canary, span, read) },
    ];
    const said = `${title} of ${name}, ${words}: ${own}${beside === null ? '' : `, its canary ${beside}`}`;
    const chart = renderLineChart({ span, series, limit, size: 'small', words: said });
    const ofCanary = beside === null ? html`` : html`<span class="beside">canary <b>${beside}</b></span>`;
    const isUnknown = value(live) === null;
    return html`<li><figure><figcaption>${title}</figcaption><strong>${own}</strong>${ofCanary}${chart}<small>${isUnknown ? 'nothing measured' : remark(live)}</small></figure></li>`;
  });
  return html`<ul class="minis">${figures}</ul>${seen}`;
}

/** The same figures in a line, for a remote that needs nobody. */
export function sayMinis({ visits }: Pick<RoomRemote, 'visits'>, span: Span): string {
  const live = rowsIn(visits, span).filter(({ role }) => role === 'live');
  const [views = null, failed = null, lcp = null] = minis.map(({ value }) => value(live));
  if (views === null) return 'no visit was measured';
  return `${views} page views, ${failed ?? 'none'} failed${lcp === null ? '' : `, LCP ${lcp}`}`;
}

function viewsOf(rows: readonly ReleaseVisits[]): number {
  return rows.reduce((sum, { views }) => sum + views, 0);
}

function writeKnown(value: number | null, write: (value: number) => string): string | null {
  return value === null ? null : write(value);
}

import type { ReleaseVisits } from '../../../platform/index.ts';
import { html, type Markup } from '../../http/html.ts';
import { type LineSeries, renderLineChart } from './charts/line-chart.ts';
import type { Span } from './charts/scales.ts';
import {
  failedShareOf,
  rate,
  ratingWords,
  stepsOf,
  viewsAnHour,
  vitalOf,
  vitalRules,
  writeCount,
  writeShare,
} from './measures.ts';
import type { RoomRemote } from './room.ts';

interface Mini {
  title: string;
  value: string;
  remark: string;
  read: (rows: readonly ReleaseVisits[]) => number | null;
  limit?: number;
}

/** Page views, failures and the three Core Web Vitals of one remote, small and beside each other. */
export function renderMinis({ name, visits, verdict }: RoomRemote, span: Span, words: string): Markup {
  const rows = visits.filter(({ start, length }) => start + length > span.from && start < span.to);
  const live = rows.filter(({ role }) => role === 'live');
  const canary = rows.filter(({ role }) => role === 'canary');
  const figures = minisOf(live).map(({ title, value, remark, read, limit }) => {
    const series: LineSeries[] = [
      { role: 'live', points: stepsOf(live).map(({ at, rows: ofStep }) => ({ at, value: read(ofStep) })) },
      { role: 'canary', points: stepsOf(canary).map(({ at, rows: ofStep }) => ({ at, value: read(ofStep) })) },
    ];
    const chart = renderLineChart({
      span,
      series,
      limit,
      size: 'small',
      words: `${title} of ${name}, ${words}: ${value}`,
    });
    return html`<li><figure><figcaption>${title}</figcaption><strong>${value}</strong>${chart}<small>${remark}</small></figure></li>`;
  });
  const guard = verdict?.live.health;
  const seen =
    guard && guard.views > 0
      ? html`<small>The guard has counted ${guard.failures} of ${guard.views} page views failed since it went live.</small>`
      : html``;
  return html`<ul class="minis">${figures}</ul>${seen}`;
}

function minisOf(live: readonly ReleaseVisits[]): Mini[] {
  const views = live.reduce((sum, row) => sum + row.views, 0);
  const failed = failedShareOf(live);
  return [
    { title: 'Page views', value: views === 0 ? 'none' : writeCount(views), remark: '', read: viewsAnHour },
    {
      title: 'Failed',
      value: failed === null ? '–' : writeShare(failed),
      remark: failed === null ? 'nothing measured' : '',
      read: failedShareOf,
    },
    ...vitalRules.map(({ name, title, bounds, write }): Mini => {
      const value = vitalOf(live, name);
      return {
        title: `${title}, p75`,
        value: value === null ? '–' : write(value),
        remark: value === null ? 'nothing measured' : ratingWords[rate(value, bounds)],
        read: (rows) => vitalOf(rows, name),
        limit: bounds[0],
      };
    }),
  ];
}

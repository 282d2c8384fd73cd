import { max } from 'd3-array';
import { scaleLinear, scaleTime } from 'd3-scale';
import { line } from 'd3-shape';
import { html, type Markup } from '../../../http/html.ts';
import { round, type Span } from './scales.ts';
import { renderTicks } from './track-chart.ts';

/** A value over time; null where nothing is known, which leaves a gap. */
export interface LinePoint {
  at: number;
  value: number | null;
}

/** Told apart by the line itself: live is solid, a canary dashed, what was before dotted. */
export interface LineSeries {
  role: 'live' | 'canary' | 'before';
  points: readonly LinePoint[];
}

interface LineChartParts {
  span: Span;
  series: readonly LineSeries[];
  /** A value from which on it is no longer good, drawn as a line across. */
  limit?: number | undefined;
  /** What the chart shows, in a sentence. */
  words: string;
  size: 'small' | 'large';
}

const heights = { small: 36, large: 96 } as const;

/** Lines over time. Drawn in a box of 100 by 100 that is stretched; strokes keep their width. */
export function renderLineChart({ span, series, limit, words, size }: LineChartParts): Markup {
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
  const top = Math.max(max(values) ?? 0, limit ?? 0) * 1.08 || 1;
  const y = scaleLinear().domain([0, top]).range([100, 2]);
  const x = scaleTime().domain([span.from, span.to]).range([0, 100]);
  const draw = line<LinePoint>()
    .defined(({ value }) => value !== null)
    .x(({ at }) => x(at))
    .y(({ value }) => y(value ?? 0))
    .digits(2);
  const height = heights[size];
  const lines = series.map(
    ({ role, points }) =>
      html`<path class="line ${role}" d="${draw([...points]) ?? ''}" vector-effect="non-scaling-stroke"/>`,
  );
  const across =
    limit === undefined
      ? html``
      : html`<path class="limit" d="M0 ${round(y(limit))}H100" vector-effect="non-scaling-stroke"/>`;
  // A single moment makes no line: it is a dot, which would be stretched in the box.
  const dots = series.flatMap(({ role, points }) =>
    points.flatMap(({ at, value }, index) => {
      const isAlone = (points[index - 1]?.value ?? null) === null && (points[index + 1]?.value ?? null) === null;
      if (value === null || !isAlone) return [];
      return [
        html`<circle class="dot ${role}" cx="${round(x(at))}%" cy="${round((y(value) * height) / 100)}" r="2.5"/>`,
      ];
    }),
  );
  const axis = size === 'large' ? renderTicks(span, height + 2) : html``;
  return html`<svg class="lines" width="100%" height="${size === 'large' ? height + 18 : height}" role="img" aria-label="${words}">
<svg width="100%" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none">${across}${lines}</svg>
<line class="axis" x1="0" x2="100%" y1="${height}" y2="${height}"/>${dots}${axis}</svg>`;
}

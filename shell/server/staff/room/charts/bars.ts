import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { html, type Markup } from '../../../http/html.ts';
import { round } from './scales.ts';

/** One of the releases that are held beside each other. */
export interface Bar {
  role: 'live' | 'canary' | 'before';
  /** `live 1.5.0`. */
  name: string;
  value: number | null;
  /** The value as it is written: `1.8 s`. */
  words: string;
  /** What is thought of it by itself; empty where there is nothing to say. */
  remark: string;
  /** How it is worse than the one that it is held beside; empty where it is not. */
  worse: string;
}

const roleWords = { live: 'live', canary: 'canary', before: 'before' } as const;

/** Releases beside each other by one measure: a bar each, its value written at its end. */
export function renderBars(bars: readonly Bar[]): Markup {
  const scale = scaleLinear()
    .domain([0, max(bars, ({ value }) => value ?? 0) || 1])
    .range([0, 100]);
  const rows = bars.map(({ role, name, value, words, remark, worse }) => {
    const width = round(value === null ? 0 : Math.max(scale(value), 0.5));
    return html`<li><span class="who"><strong>${roleWords[role]}</strong> ${name}</span><span class="value">${words}</span>
<svg width="100%" height="10" aria-hidden="true"><rect class="ground" width="100%" height="10" rx="2"/><rect class="bar ${role}${worse === '' ? '' : ' worse'}" width="${width}%" height="10" rx="2"/></svg>${remark === '' && worse === '' ? html`` : html`<small>${remark} ${worse === '' ? html`` : html`<span class="worse">${worse}</span>`}</small>`}</li>`;
  });
  return html`<ul class="bars">${rows}</ul>`;
}

import { scaleTime, scaleUtc } from 'd3-scale';

/** A stretch of time, in milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

/** From a moment to the part of the width that it lies at, in percent, within the span. */
export function timeScale({ from, to }: Span): (moment: number) => number {
  const scale = scaleTime().domain([from, to]).range([0, 100]).clamp(true);
  return (moment) => round(scale(moment));
}

/** Few round moments of a span, each with what stands below it; all times are UTC. */
export function timeTicks(span: Span, most = 5): { at: number; words: string }[] {
  const scale = scaleUtc().domain([span.from, span.to]);
  const isShort = span.to - span.from <= 36 * 3_600_000;
  return scale.ticks(most).map((at) => {
    const iso = at.toISOString();
    const isMidnight = iso.slice(11, 16) === '00:00';
    return { at: at.getTime(), words: isShort && !isMidnight ? iso.slice(11, 16) : dayOf(at) };
  });
}

function dayOf(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(at);
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

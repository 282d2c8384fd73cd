import type { Track, TrackEvent, TrackSpan } from '../../../../platform/index.ts';
import { html, type Markup } from '../../../http/html.ts';
import { round, type Span, timeScale, timeTicks } from './scales.ts';

/** Everything is placed in percent of the width, so that letters keep their size at any width. In pixels: */
const liveTop = 14;
const liveHeight = 24;
const canaryTop = liveTop + liveHeight + 3;
const canaryHeight = 10;
const freezeTop = canaryTop + canaryHeight + 3;
const freezeHeight = 6;
const axisTop = freezeTop + freezeHeight + 4;
const height = axisTop + 16;
/** Parts of the width, in percent, below which a bar has no room for its words. */
const leastForWords = 14;
/** And below which it is not seen. */
const leastDrawn = 0.4;

/** A remote's line in time: what was live, canaries below, freezes hatched, and a mark for each change. */
export function renderTrackChart(name: string, track: Track, span: Span): Markup {
  const at = timeScale(span);
  const endOf = ({ to, until }: TrackSpan) => to ?? Math.min(until ?? span.to, span.to);
  const bar = (one: TrackSpan) => {
    const width = round(Math.max(at(endOf(one)) - at(one.from), leastDrawn));
    return { x: Math.min(at(one.from), round(100 - width)), width };
  };
  // What nobody can see is not drawn: of hundreds of changes a chart stays a chart.
  const within = (one: TrackSpan) =>
    one.from <= span.to && endOf(one) >= span.from && (one.to === null || at(endOf(one)) - at(one.from) >= leastDrawn);
  const live = track.live.filter(within).map((one, index) => {
    const { x, width } = bar(one);
    const earlier = index % 2 === 0 ? 'even' : 'odd';
    const look = one.to === null ? 'now' : earlier;
    return html`<g><title>${one.id} was live</title><rect class="live ${look}" x="${x}%" y="${liveTop}" width="${width}%" height="${liveHeight}" rx="3"/>${width < leastForWords ? html`` : html`<svg x="${x}%" width="${width}%" height="${height}"><text class="on ${look}" x="8" y="${liveTop + 17}">${versionOf(one.id)}</text></svg>`}</g>`;
  });
  const canaries = track.canaries.filter(within).map((one) => {
    const { x, width } = bar(one);
    return html`<rect class="canary" x="${x}%" y="${canaryTop}" width="${width}%" height="${canaryHeight}" rx="2"><title>${one.id} was a canary for ${one.percent ?? ''} %</title></rect>`;
  });
  const closed = [...track.freezes, ...track.withdrawn].filter(within).map((one) => {
    const { x, width } = bar(one);
    return html`<rect fill="url(#hatch-${name})" class="frozen" x="${x}%" y="${freezeTop}" width="${width}%" height="${freezeHeight}"/>`;
  });
  const lately = track.events.filter((event) => event.at >= span.from);
  const marks = [...Map.groupBy(lately, (event) => Math.round(at(event.at)))].map(([, together]) => {
    const event = together.find(({ action }) => isBack(action)) ?? together.at(-1);
    return event ? renderMark(event, at(event.at)) : html``;
  });
  return html`<svg class="track" width="100%" height="${height}" role="img" aria-label="${describeTrack(name, track, span)}">
<defs><pattern id="hatch-${name}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch" width="3" height="6"/></pattern></defs>
<line class="axis" x1="0" x2="100%" y1="${axisTop}" y2="${axisTop}"/>${live}${canaries}${closed}${marks}${renderTicks(span, axisTop)}</svg>`;
}

/** Told apart by their shape: steps forward point up, steps back to the left, what stops or ends something is a square. */
function renderMark({ action }: TrackEvent, x: number): Markup {
  if (isBack(action)) return html`<svg x="${x}%" overflow="visible"><path class="mark back" d="M-8 6L1 0V12Z"/></svg>`;
  if (action === 'activate' || action === 'promote' || action === 'restore') {
    return html`<svg x="${x}%" overflow="visible"><path class="mark forth" d="M0 1L5 11H-5Z"/></svg>`;
  }
  if (action === 'canary' || action === 'advance' || action === 'resume')
    return html`<svg x="${x}%" overflow="visible"><circle class="mark try" cy="6" r="4"/></svg>`;
  return html`<svg x="${x}%" overflow="visible"><rect class="mark stop" x="-4" y="2" width="8" height="8"/></svg>`;
}

/** The round moments of a span, below an axis. */
export function renderTicks(span: Span, top: number): Markup {
  const at = timeScale(span);
  return html`${timeTicks(span).flatMap(({ at: moment, words }) => {
    const x = at(moment);
    if (x < 4 || x > 94) return [];
    return [
      html`<line class="axis" x1="${x}%" x2="${x}%" y1="${top}" y2="${top + 4}"/><text class="tick" x="${x}%" y="${top + 15}" text-anchor="middle">${words}</text>`,
    ];
  })}`;
}

export function isBack(action: TrackEvent['action']): boolean {
  return action === 'rollback' || action === 'abort' || action === 'undo' || action === 'withdraw';
}

/** The release's version, without its hash: in a chart it is told by that. */
export function versionOf(id: string): string {
  return id.replace(/-[0-9a-f]{8}$/, '');
}

function isNow(one: TrackSpan | undefined, now: number): boolean {
  return one?.to === null && (one.until ?? now) >= now;
}

/** The chart in a sentence, for whoever does not see it. */
function describeTrack(name: string, { events, live, canaries, freezes }: Track, { from, to }: Span): string {
  const lately = events.filter(({ at }) => at >= from);
  const now = live.at(-1);
  const back = lately.filter(({ action }) => isBack(action)).length;
  const parts = [
    now ? `${now.id} is live` : 'nothing is live',
    `${lately.length} changes in this time`,
    ...(back > 0 ? [`${back} of them steps back`] : []),
    ...(canaries.at(-1)?.to === null ? [`${canaries.at(-1)?.id} is a canary`] : []),
    ...(isNow(freezes.at(-1), to) ? ['frozen now'] : []),
  ];
  return `${name} in time: ${parts.join(', ')}.`;
}

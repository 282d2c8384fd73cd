import type { ReleaseFigures } from '../../health/site-metrics.ts';
import { html, type Markup, type Part } from '../../http/html.ts';
import { minute } from '../staff-document.ts';
import type { Room, RoomRemote, RoomServer } from './room.ts';
import { howLong } from './room-frame.ts';

const seconds = (value: number) => (value < 1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(1)} s`);

/** A value is good up to the first bound, and poor above the second: the bounds of web.dev/articles/vitals. */
const vitalRules = [
  { name: 'lcp', title: 'LCP', bounds: [2.5, 4], write: seconds },
  { name: 'inp', title: 'INP', bounds: [0.2, 0.5], write: seconds },
  { name: 'cls', title: 'CLS', bounds: [0.1, 0.25], write: (value: number) => value.toFixed(2) },
] as const;

function rate(value: number, [good, fair]: readonly [number, number]): string {
  if (value <= good) return '● good';
  return value <= fair ? '◆ needs work' : '▲ poor';
}

/** Gives the figures of the live release, its canary and the previous release on this server. */
function figuresOf({ state, figures }: Pick<RoomRemote, 'state' | 'figures'>) {
  const roles = { live: state?.live, canary: state?.canary?.id, previous: state?.previous };
  return Object.entries(roles).flatMap(([role, id]) => {
    const found = figures.find(({ release }) => release === id);
    return id ? [{ role, id, found: found && found.views > 0 ? found : null }] : [];
  });
}

/** One figure of the live release on this server; how it is rated is said only where it is not good. */
export function renderVital(remote: Pick<RoomRemote, 'state' | 'figures'>, name: 'lcp' | 'inp'): Markup {
  const rule = vitalRules.find((one) => one.name === name);
  const value = figuresOf(remote).find(({ role }) => role === 'live')?.found?.p75[name] ?? null;
  if (!rule || value === null) return html`–`;
  const [mark, ...words] = rate(value, rule.bounds).split(' ');
  const isGood = value <= rule.bounds[0];
  return html`${rule.write(value)}${!isGood && html` ${mark ?? ''}<span class="hidden"> ${words.join(' ')}</span>`}`;
}

/** A table of page views, failures and p75 with a row for the live release, its canary and the previous one. */
export function renderFigures(remote: RoomRemote): Markup {
  const releases = figuresOf(remote);
  if (releases.every(({ found }) => found === null)) return html`<p class="facts">No data yet.</p>`;
  const rows = releases.map(({ role, id, found }) => {
    const vitals = vitalRules.map(({ name, title, bounds, write }) => {
      const value = found?.p75[name] ?? null;
      const shown = value === null ? html`–` : html`${write(value)}<small>${rate(value, bounds)}</small>`;
      return html`<td data-label="${title}, p75">${shown}</td>`;
    });
    return html`<tr><th scope="row">${role}<small><code>${id}</code></small></th><td data-label="Page views">${found ? writeCount(found.views) : '–'}</td><td data-label="Failed">${found ? writeShare(found) : '–'}</td>${vitals}</tr>`;
  });
  const titles = vitalRules.map(({ title }) => html`<th scope="col">${title}, p75</th>`);
  return html`<div class="scroll"><table><caption class="hidden">Figures of ${remote.name} on this server</caption><thead><tr><th scope="col">Release</th><th scope="col">Page views</th><th scope="col">Failed</th>${titles}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

export function writeShare({ views, failures }: Pick<ReleaseFigures, 'views' | 'failures'>): string {
  const percent = (100 * failures) / views;
  if (percent === 0) return '0 %';
  return percent < 0.1 ? '< 0.1 %' : `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}

export function writeCount(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}

/** In the order of the table. */
const looks = { lags: 'bad', silent: 'warn', loads: 'calm', serves: 'good' } as const;

/** A table of the servers with the revision that each serves and since when. Servers that are behind come first. */
export function renderServers({ servers, at, revision }: Pick<Room, 'servers' | 'at' | 'revision'>): Markup {
  if (servers.length === 0) {
    return html`<p class="empty">No server has sent a heartbeat for a day. Servers send one every few seconds: check that they reach the release store.</p>`;
  }
  const order = Object.keys(looks);
  const sorted = servers.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  const rows = sorted.map((server) => {
    const { name, since, version, state } = server;
    return html`<tr><th scope="row"><bdi>${name}</bdi></th><td data-label="Status"><span class="is ${looks[state]}">${wordsOf(server, { at, revision })}</span>${renderFallbacks(server)}</td>
<td data-label="Serves revision">${server.revision}</td><td data-label="Since">${since === null ? 'unknown' : minute(since)}</td><td data-label="Program">${version ?? 'unknown'}</td></tr>`;
  });
  return html`<div class="scroll"><table><caption class="hidden">Servers, and the revision that each serves</caption><thead><tr><th scope="col">Server</th><th scope="col">Status</th><th scope="col">Serves revision</th><th scope="col">Since</th><th scope="col">Program</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function wordsOf({ state, heardAt }: RoomServer, { at, revision }: { at: number; revision: number }): string {
  if (state === 'lags') return `▲ lags behind ${revision}`;
  if (state === 'silent') return `◆ no heartbeat for ${howLong(at - heardAt)}`;
  return state === 'loads' ? `○ updating to ${revision}` : '● up to date';
}

function renderFallbacks({ fallbacks }: RoomServer): Part {
  return Object.entries(fallbacks).map(
    ([remote, id]) =>
      html`<small>serves <code>${id}</code> of ${remote}, because it cannot read the live release</small>`,
  );
}

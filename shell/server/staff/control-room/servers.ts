import { html, type Markup, type Part } from '../../http/html.ts';
import { minute } from '../staff-document.ts';
import type { Room, RoomServer } from './room.ts';
import { howLong } from './room-frame.ts';

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

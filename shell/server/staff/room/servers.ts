import { html, type Markup } from '../../http/html.ts';
import { minute } from '../staff-document.ts';
import type { Room, RoomServer } from './room.ts';
import { howLong } from './room-frame.ts';

const order = ['lags', 'silent', 'loads', 'serves'] as const;

const looks = { lags: 'bad', silent: 'warn', loads: 'calm', serves: 'good' } as const;

/** Which revision each server really serves, and since when; those behind come first. */
export function renderServers({ servers, at, revision }: Pick<Room, 'servers' | 'at' | 'revision'>): Markup {
  if (servers.length === 0) {
    return html`<p class="empty">No server has said anything of itself for a day. A server does so every few seconds: does it reach the store?</p>`;
  }
  const sorted = servers.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  const rows = sorted.map((server) => {
    const { name, since, version, state } = server;
    return html`<tr><th scope="row"><bdi>${name}</bdi></th><td data-label="How it is"><span class="is ${looks[state]}">${wordsOf(server, { at, revision })}</span>${renderFallbacks(server)}</td>
<td data-label="Serves revision">${server.revision}</td><td data-label="Since">${minute(since)}</td><td data-label="Program">${version}</td></tr>`;
  });
  return html`<div class="scroll"><table><caption class="hidden">Servers, and the revision that each serves</caption><thead><tr><th scope="col">Server</th><th scope="col">How it is</th><th scope="col">Serves revision</th><th scope="col">Since</th><th scope="col">Program</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function wordsOf({ state, heardAt }: RoomServer, { at, revision }: { at: number; revision: number }): string {
  if (state === 'lags') return `▲ lags behind ${revision}`;
  if (state === 'silent') return `◆ silent for ${howLong(at - heardAt)}`;
  return state === 'loads' ? `○ on its way to ${revision}` : '● up to date';
}

function renderFallbacks({ fallbacks }: RoomServer): Markup {
  return html`${Object.entries(fallbacks).map(
    ([remote, id]) =>
      html`<small>serves <code>${id}</code> of ${remote}, since the live release cannot be read there</small>`,
  )}`;
}

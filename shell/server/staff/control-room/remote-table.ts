import { html, type Markup } from '../../http/html.ts';
import type { StaffSession } from '../staff-session.ts';
import { describeFigures } from './figures.ts';
import { mayChange } from './may-change.ts';
import type { RoomRemote } from './room.ts';
import { remoteHref, roomHref } from './room-address.ts';
import { liveFor } from './room-frame.ts';
import { statusOf } from './status-of.ts';

/** A table with one row for each remote that needs no attention. */
export function renderRemoteTable(
  session: StaffSession,
  remotes: readonly RoomRemote[],
  { isRest }: { isRest: boolean },
): Markup {
  if (remotes.length === 0) return html``;
  const rows = remotes.map((remote) => {
    const { name, state, switched } = remote;
    const { kind, words } = statusOf(remote);
    const live = state
      ? html`<code>${state.live}</code><small>${liveFor(state.since ?? switched?.at ?? '')}</small>`
      : html`nothing`;
    const back =
      state?.previous && mayChange(session.role, [name])
        ? html`<a class="button" href="${roomHref('/act/rollback', { remote: name })}">Roll back<span class="hidden"> ${name}</span></a>`
        : html``;
    return html`<tr><th scope="row"><a href="${remoteHref(name)}">${name}</a></th><td><span class="is ${kind}">${words}</span></td><td data-label="Live">${live}</td><td>${describeFigures(remote)}</td><td>${back}</td></tr>`;
  });
  const title = isRest ? html`<h3>${remotes.length} ${remotes.length === 1 ? 'other' : 'others'}</h3>` : html``;
  return html`${title}<div class="scroll"><table class="lines"><caption class="hidden">Remotes that need no attention</caption><thead><tr><th scope="col">Remote</th><th scope="col">Status</th><th scope="col">Live</th><th scope="col">Figures</th><th scope="col">Rollback</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

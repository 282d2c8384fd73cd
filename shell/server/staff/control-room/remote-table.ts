import { Site } from '../../../platform/index.ts';
import { html, type Markup } from '../../http/html.ts';
import { renderTime } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { renderVital, writeCount, writeShare } from './figures.ts';
import { mayChange } from './may-change.ts';
import { renderOrigin } from './remote-facts.ts';
import type { RoomRemote } from './room.ts';
import { remoteHref, roomHref } from './room-address.ts';
import { howLong } from './room-frame.ts';
import { isLiveFailing, statusOf } from './status-of.ts';

const columns = ['Remote', 'Status', 'Live release', 'Live for', 'LCP, p75', 'INP, p75', 'Failed', 'Canary, freeze'];

/** A table with one row for each remote and the shell, and the act that takes back what fails. */
export function renderRemoteTable(session: StaffSession, remotes: readonly RoomRemote[], at: number): Markup {
  const heads = columns.map((words) => html`<th scope="col">${words}</th>`);
  return html`<div class="scroll"><table class="site"><caption class="hidden">Remotes and the shell, those that need attention first</caption><thead><tr>${heads}<th scope="col"><span class="hidden">Act</span></th></tr></thead><tbody>${remotes.map((remote) => renderRow(session, remote, at))}</tbody></table></div>`;
}

function renderRow(session: StaffSession, remote: RoomRemote, at: number): Markup {
  const { name, state, switched, origin } = remote;
  const { kind, words } = statusOf(remote);
  const live = state ? html`<code>${state.live}</code>${renderOrigin(origin)}` : html`nothing`;
  const since = state?.since ?? switched?.at ?? '';
  const ago = since === '' ? html`` : html`${howLong(at - Date.parse(since))}<small>${renderTime(since)}</small>`;
  return html`<tr class="${kind}"><th scope="row"><a href="${remoteHref(name)}">${name}</a></th><td><span class="is ${kind}">${words}</span></td><td>${live}</td><td data-label="Live for">${ago}</td>
<td data-label="LCP, p75">${renderVital(remote, 'lcp')}</td><td data-label="INP, p75">${renderVital(remote, 'inp')}</td><td data-label="Failed">${renderFailed(remote)}</td><td>${renderLimits(remote)}</td><td>${renderAct(session, remote)}</td></tr>`;
}

/** The counts of the guard for the live release, which are the sum of all servers. */
function renderFailed({ verdict }: RoomRemote): Markup {
  const { views = 0, failures = 0 } = verdict?.live.health ?? {};
  if (views === 0) return html`–`;
  return html`${writeShare({ views, failures })}<small>${writeCount(failures)} of ${writeCount(views)}</small>`;
}

/** The canary with its share and the next step of its plan, and the freeze. */
function renderLimits({ state, freeze }: RoomRemote): Markup {
  const frozen = freeze
    ? html`<p>${freeze.isOfSite ? 'Site frozen' : 'Frozen'}${freeze.until ? html`<small>until ${renderTime(freeze.until)}</small>` : html``}</p>`
    : html``;
  if (!state?.canary) return frozen;
  const { id, percent, plan } = state.canary;
  const next = plan?.paused ? null : Site.nextStepOf(state.canary);
  const due = Site.dueAt(state.canary);
  const then =
    next === null || next.kind === 'end' || due === null
      ? html``
      : html`<small>${next.kind === 'advance' ? `${next.percent} %` : 'live'} at ${renderTime(new Date(due).toISOString())}</small>`;
  return html`<p>${percent} %: <code>${id}</code></p>${then}${frozen}`;
}

/**
 * The act that takes back what fails, for roles that may use it. Beside a canary it ends the canary, unless the live
 * release is what fails: a rollback would then take a good release from everybody.
 */
function renderAct({ role }: StaffSession, remote: RoomRemote): Markup {
  const { name, state } = remote;
  if (!state || !mayChange(role, [name])) return html``;
  const link = (act: 'abort' | 'rollback', words: string) =>
    html`<a class="button${statusOf(remote).kind === 'bad' ? ' go' : ''}" href="${roomHref(`/act/${act}`, { remote: name })}">${words}<span class="hidden"> ${name}</span></a>`;
  if (state.canary && !isLiveFailing(remote)) return link('abort', 'End canary');
  return state.previous ? link('rollback', 'Roll back') : html``;
}

import { Acts, History } from '../../platform/index.ts';
import { html, type Markup, type Part } from '../../server/http/html.ts';
import { renderTime } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { renderServers, renderVital, writeCount, writeShare } from './figures.ts';
import { openIncidents, renderIncidentList } from './incidents.ts';
import { inOrderOfNeed, isLiveFailing, renderOrigin, sayFreeze, statusOf } from './remote-status.ts';
import { approvalHref, mayChange, type Room, type RoomRemote, remoteHref, revisionHref, roomHref } from './room.ts';
import { clock, howLong, renderRoomPage } from './room-frame.ts';

const changesShown = 3;
const reasonsShown = 3;
const incidentsShown = 5;
const refreshEvery = 15;

/**
 * The overview: what is live, whether it is healthy, who changed it, and the rollback. Staff open it first in an
 * incident. It has no field to fill in, so that it can be refreshed at any time.
 */
export function renderOverview(session: StaffSession, room: Room, { isRefreshed = true } = {}): string {
  const told = new Set(openIncidents(room).map(({ about }) => about));
  const sorted = inOrderOfNeed(room.remotes, { told, at: room.at });
  // The faults are above the table, so that its rows stay short.
  const faults = sorted
    .map((remote) => ({ name: remote.name, ...statusOf(remote) }))
    .filter(({ kind }) => kind === 'bad');
  const reasons = faults
    .slice(0, reasonsShown)
    .map(
      ({ name, sentence }) =>
        html`<p class="facts" role="alert"><a href="${remoteHref(name)}">${name}</a>: <strong>${sentence}</strong></p>`,
    );
  const body = html`<p class="lead" role="status">${summarise(room)}</p>${reasons}${renderRequests(room)}${renderLatest(room)}
<h2 class="hidden">Remotes</h2>${sorted.length === 0 ? html`<p class="empty">No remote has a path on this site yet. Publish a release: it is listed here then.</p>` : renderRemoteTable(session, sorted, room.at)}
${renderIncidents(room)}${renderWholeSite(session, room)}${renderServerList(room)}${renderAge(room, isRefreshed)}`;
  return renderRoomPage(session, { title: 'Control room', current: 'Overview', room, body });
}

function summarise({ remotes, servers, knownSince }: Room): string {
  const statuses = remotes.map((remote) => ({ name: remote.name, ...statusOf(remote) }));
  const bad = statuses.filter(({ kind }) => kind === 'bad').map(({ name }) => name);
  const lagging = servers.filter(({ state }) => state === 'lags').length;
  const behind =
    lagging === 0 ? '' : ` ${lagging} of ${servers.length} servers ${lagging === 1 ? 'lags' : 'lag'} behind.`;
  if (bad.length > 0)
    return `▲ ${bad.length} of ${remotes.length} remotes ${bad.length === 1 ? 'needs' : 'need'} attention: ${bad.join(', ')}.${behind}`;
  if (remotes.length === 0) return 'Nothing is live yet.';
  if (knownSince !== null) return `◆ The health of the site is unknown. No remote was failing at ${clock(knownSince)}.`;
  return `${behind === '' ? '●' : '◆'} No remote is failing.${behind}`;
}

function renderRequests({ requests, at }: Room): Part {
  return requests.map(({ name, act, by, at: asked }) => {
    const title = Acts.actNamed(act)?.title ?? act;
    return html`<p class="notice" role="status"><bdi>${by}</bdi> asked for approval ${howLong(at - asked)} ago: <a href="${approvalHref(name)}">${title}</a></p>`;
  });
}

function renderLatest({ log, at }: Room): Markup {
  if (log.length === 0) return html`<p class="latest">No changes yet.</p>`;
  const lines = log.slice(0, changesShown).map((entry) => {
    const { revision, action, by, reason } = entry;
    const what = `${action}${'remote' in entry ? ` ${entry.remote}` : ''}`;
    const link = 'subjects' in entry ? html`${what}` : html`<a href="${revisionHref(revision)}">${what}</a>`;
    return html`<li>${howLong(at - Date.parse(entry.at))} ago: ${link} <bdi>${History.changesOf(entry).join('; ')}</bdi>, by <bdi>${by}</bdi>${reason !== '' && html`: <bdi>${reason}</bdi>`}</li>`;
  });
  return html`<ol class="latest">${lines}</ol>`;
}

function renderIncidents(room: Room): Part {
  const open = openIncidents(room);
  if (open.length === 0) return null;
  const more = open.length > incidentsShown ? `All ${open.length} open incidents` : 'All incidents';
  return html`<h2>Incidents</h2>${renderIncidentList(open.slice(0, incidentsShown))}<p><a href="${roomHref('/incidents')}">${more}</a></p>`;
}

function renderWholeSite(session: StaffSession, { siteFreeze, revision }: Room): Part {
  const frozen = siteFreeze && html`<p class="message" role="status">${sayFreeze(siteFreeze)}</p>`;
  if (session.role.kind !== 'operate') return frozen;
  const act = (name: Acts.ActName) =>
    html`<a class="button" href="${roomHref(`/act/${name}`)}">${Acts.acts[name].title}</a>`;
  return html`${frozen}<p class="acts">${act('rollback-several')}${revision > 0 && act('undo')}${act(siteFreeze ? 'unfreeze-site' : 'freeze-site')}</p>`;
}

/** The servers in one line, and the table of them, which is open when one of them needs attention. */
function renderServerList(room: Room): Markup {
  const { servers } = room;
  const current = servers.filter(({ state }) => state === 'serves').length;
  const isFine = servers.length > 0 && servers.every(({ state }) => state === 'serves' || state === 'loads');
  return html`<details${!isFine && html` open`}><summary>Servers: ${current} of ${servers.length} up to date</summary>${renderServers(room)}</details>`;
}

/** Renders the time of the page, and a link that stops the refresh (WCAG 2.2.2). */
function renderAge({ knownSince, at, revision, figuresSince }: Room, isRefreshed: boolean): Markup {
  const change = isRefreshed
    ? html`<span data-refresh="${refreshEvery}">With scripts it is refreshed every ${refreshEvery} seconds.</span> <a href="${roomHref('', { refresh: 'off' })}">Stop refreshing</a>.`
    : html`<a href="${roomHref('')}">Refresh it by itself</a>.`;
  return html`<p class="facts">As of ${clock(knownSince ?? at)}, composition revision ${revision}. <a href="${roomHref('', { refresh: isRefreshed ? null : 'off' })}">Reload</a>. ${change}</p>
<p class="facts">LCP and INP are those of this server since ${renderTime(new Date(figuresSince).toISOString())}. Failures are counted on all servers since the release went live. Prometheus has the figures of all servers over time.</p>`;
}

const columns = ['Remote', 'Status', 'Live release', 'Live for', 'LCP, p75', 'INP, p75', 'Failed', 'Canary, freeze'];

/** A table with one row for each remote and the shell, and the act that takes back what fails. */
function renderRemoteTable(session: StaffSession, remotes: readonly RoomRemote[], at: number): Markup {
  const heads = columns.map((words) => html`<th scope="col">${words}</th>`);
  return html`<div class="scroll"><table class="site"><caption class="hidden">Remotes and the shell, those that need attention first</caption><thead><tr>${heads}<th scope="col"><span class="hidden">Act</span></th></tr></thead><tbody>${remotes.map((remote) => renderRow(session, remote, at))}</tbody></table></div>`;
}

function renderRow(session: StaffSession, remote: RoomRemote, at: number): Markup {
  const { name, state, switched, origin } = remote;
  const { kind, words } = statusOf(remote);
  const live = state ? html`<code>${state.live}</code>${renderOrigin(origin)}` : html`nothing`;
  const since = state?.since ?? switched?.at ?? '';
  const ago = since !== '' && html`${howLong(at - Date.parse(since))}<small>${renderTime(since)}</small>`;
  return html`<tr class="${kind}"><th scope="row"><a href="${remoteHref(name)}">${name}</a></th><td><span class="is ${kind}">${words}</span></td><td>${live}</td><td data-label="Live for">${ago}</td>
<td data-label="LCP, p75">${renderVital(remote, 'lcp')}</td><td data-label="INP, p75">${renderVital(remote, 'inp')}</td><td data-label="Failed">${renderFailed(remote)}</td><td>${renderLimits(remote)}</td><td>${renderAct(session, remote)}</td></tr>`;
}

/** The counts of the guard for the live release, which are the sum of all servers. */
function renderFailed({ verdict }: RoomRemote): Markup {
  const { views = 0, failures = 0 } = verdict?.live.health ?? {};
  if (views === 0) return html`–`;
  return html`${writeShare({ views, failures })}<small>${writeCount(failures)} of ${writeCount(views)}</small>`;
}

function renderLimits({ state, freeze, nextStep }: RoomRemote): Part {
  const frozen =
    freeze &&
    html`<p>${freeze.isOfSite ? 'Site frozen' : 'Frozen'}${freeze.until && html`<small>until ${renderTime(freeze.until)}</small>`}</p>`;
  if (!state?.canary) return frozen;
  const { id, percent } = state.canary;
  const then =
    nextStep &&
    html`<small>${nextStep.percent === null ? 'live' : `${nextStep.percent} %`} at ${renderTime(nextStep.at)}</small>`;
  return html`<p>${percent} %: <code>${id}</code></p>${then}${frozen}`;
}

/**
 * The act that takes back a failing release, for roles that may use it. With a canary, it ends the canary, unless the live
 * release is what fails: a rollback would then take a good release from everybody.
 */
function renderAct({ role }: StaffSession, remote: RoomRemote): Part {
  const { name, state } = remote;
  if (!state || !mayChange(role, [name])) return null;
  const link = (act: 'abort' | 'rollback', words: string) =>
    html`<a class="button${statusOf(remote).kind === 'bad' ? ' go' : ''}" href="${roomHref(`/act/${act}`, { remote: name })}">${words}<span class="hidden"> ${name}</span></a>`;
  if (state.canary && !isLiveFailing(remote)) return link('abort', 'End canary');
  return state.previous && link('rollback', 'Roll back');
}

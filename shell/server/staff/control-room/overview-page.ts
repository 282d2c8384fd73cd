import { describePlan } from 'kit/contracts/canary-plan';
import { type Acts, Site } from '../../../platform/index.ts';
import { html, type Markup } from '../../http/html.ts';
import { minute, renderCsrf } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { renderFigures, renderFiguresNote } from './figures.ts';
import { openIncidents, renderIncidentList } from './incident-page.ts';
import { renderLog } from './log-list.ts';
import { mayChange } from './may-change.ts';
import { renderRemoteTable } from './remote-table.ts';
import { rollbackReason } from './rollback-reason.ts';
import type { Room, RoomRemote } from './room.ts';
import { remoteHref, roomHref } from './room-address.ts';
import { clock, liveFor, renderRoomPage } from './room-frame.ts';
import { renderServers } from './servers.ts';
import { inOrderOfNeed, isLiveFailing, statusOf } from './status-of.ts';

const changesShown = 8;
/**
 * Up to this many remotes have a card each. With more, those that need attention have a card, and the others a row of a
 * table.
 */
const mostCards = 12;

/**
 * The overview: what is live, whether it is healthy, who changed it, and the rollback. Staff open it first in an
 * incident.
 */
export function renderOverview(session: StaffSession, room: Room): string {
  const told = new Set(openIncidents(room).map(({ about }) => about));
  const sorted = inOrderOfNeed(room.remotes, { told, at: room.at });
  const shown =
    sorted.length <= mostCards ? sorted : sorted.filter((remote) => needsCard(remote, told)).slice(0, mostCards);
  const others = sorted.filter((remote) => !shown.includes(remote));
  const cards = shown.map((remote) => renderCard(session, remote, room));
  // The rollback comes first, so that it is on the first screen of a phone.
  const body = html`<p class="lead" role="status">${summarise(room)}</p><p>As of ${clock(room.knownSince ?? room.at)}, <a href="${roomHref('')}">reload</a>. Composition revision ${room.revision}${room.revisedAt === '' ? '' : `, ${minute(room.revisedAt)}`}</p>
<h2>Remotes</h2>${room.remotes.length === 0 ? html`<p class="empty">No remote has a path on this site yet. Publish a release: it is listed here then.</p>` : html`${cards.length === 0 ? html`` : html`<ul class="cards">${cards}</ul>`}${renderRemoteTable(session, others, { isRest: cards.length > 0 })}${renderFiguresNote(room)}`}
<h2>The whole site</h2>${renderWholeSite(session, room)}${renderIncidents(room)}
<h2>Servers</h2>${renderServers(room)}
<h2>Recent changes</h2>${renderLog(room.log.slice(0, changesShown))}<p><a href="${roomHref('/log')}">All changes</a></p>`;
  return renderRoomPage(session, {
    title: 'Control room',
    current: 'Overview',
    room,
    message: null,
    body,
  });
}

/** Whether a remote has a problem, a canary, or an open incident. */
function needsCard(remote: RoomRemote, told: ReadonlySet<string | null>): boolean {
  return statusOf(remote).kind === 'bad' || remote.state?.canary !== undefined || told.has(remote.name);
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

function renderWholeSite(session: StaffSession, { siteFreeze, revision }: Room): Markup {
  const frozen = siteFreeze ? html`<p class="message" role="status">${sayFreeze(siteFreeze)}</p>` : html``;
  if (session.role.kind !== 'operate') return frozen;
  const freeze = siteFreeze
    ? { act: 'unfreeze-site', words: 'End the freeze of the site' }
    : { act: 'freeze-site', words: 'Freeze the whole site' };
  const undo = revision > 0 ? html`<a class="button" href="${roomHref('/act/undo')}">Undo the last change</a>` : html``;
  return html`${frozen}<p class="acts"><a class="button" href="${roomHref('/act/rollback-several')}">Roll back several</a>${undo}<a class="button" href="${roomHref(`/act/${freeze.act}`)}">${freeze.words}</a></p>`;
}

const incidentsShown = 5;

/** The open incidents. */
function renderIncidents(room: Room): Markup {
  const open = openIncidents(room);
  if (open.length === 0) return html``;
  const more = open.length > incidentsShown ? `All ${open.length} open incidents` : 'All incidents';
  return html`<h2>Incidents</h2>${renderIncidentList(open.slice(0, incidentsShown))}<p><a href="${roomHref('/incidents')}">${more}</a></p>`;
}

function renderCard(session: StaffSession, remote: RoomRemote, room: Room): Markup {
  const { name, state } = remote;
  const { kind, words } = statusOf(remote);
  const title = html`<div class="head"><h3 id="card-${name}"><a href="${remoteHref(name)}">${name}</a></h3><span class="is ${kind}">${words}</span></div>`;
  if (!state) {
    return html`<li><section class="card" aria-labelledby="card-${name}">${title}<p class="facts">No release is live. <a href="${remoteHref(name)}">See what it has published.</a></p></section></li>`;
  }
  return html`<li><section class="card ${kind}" aria-labelledby="card-${name}">${title}${renderWayBack(session, remote, room)}${renderSentence(remote)}${renderFacts(remote)}
${renderFigures(remote)}${renderSeen(remote)}</section></li>`;
}

function renderSentence(remote: RoomRemote): Markup {
  const { kind, sentence } = statusOf(remote);
  if (sentence === '') return html``;
  if (kind === 'calm') return html`<p class="facts">${sentence}</p>`;
  return html`<p class="facts"${kind === 'bad' ? html` role="alert"` : html``}><strong>${sentence}</strong></p>`;
}

/** The counts of the guard for the live release, which are the sum of all servers. */
function renderSeen({ verdict }: RoomRemote): Markup {
  const { views = 0, failures = 0 } = verdict?.live.health ?? {};
  if (views === 0) return html``;
  return html`<small>${failures} of ${views} page views failed since it went live, on all servers.</small>`;
}

/** Says where a release was built from: `commit 0a1b2c3d4e by Anna, #42`. */
export function renderOrigin(origin: RoomRemote['origin']): Markup {
  if (!origin) return html``;
  const { commit, author, pullRequest } = origin;
  const words = [
    ...(commit === null ? [] : [html`commit <code>${shorten(commit)}</code>`]),
    ...(author === undefined ? [] : [html`by <bdi>${author}</bdi>`]),
    ...(pullRequest === undefined ? [] : [html`(<bdi>${pullRequest}</bdi>)`]),
  ];
  return words.length === 0 ? html`` : html`<small>${words.map((word) => html`${word} `)}</small>`;
}

/** Gives ten digits of a commit, and whether the working tree differed from it. */
function shorten(commit: string): string {
  return commit.slice(0, 10) + (commit.endsWith('-dirty') ? ' and local changes' : '');
}

/** The facts about a remote: its live release, since when, by whom and why, and its canary. */
export function renderFacts({ state, switched, freeze, origin }: RoomRemote): Markup {
  if (!state) return html``;
  const by = switched ? sayBy(switched) : html``;
  const guard = state.guard === 'off' ? html`<small>automatic rollback is off</small>` : html``;
  const canary = state.canary ? renderCanary(state.canary) : html``;
  const frozen = freeze ? html`<p class="facts">${sayFreeze(freeze)}</p>` : html``;
  return html`<p class="facts"><code>${state.live}</code> ${liveFor(state.since ?? switched?.at ?? '')}${by}</p>${renderOrigin(origin)}${canary}${frozen}${guard}`;
}

/** The reason of a rollback is about the release that was left, not about the live one. */
function sayBy({ action, from, by, reason }: NonNullable<RoomRemote['switched']>): Markup {
  const why = reason === '' ? html`` : html`: <bdi>${reason}</bdi>`;
  return action === 'rollback' && from !== null
    ? html`: <bdi>${by}</bdi> rolled <code>${from}</code> back${why}`
    : html`, by <bdi>${by}</bdi>${why}`;
}

type RunningCanary = NonNullable<NonNullable<RoomRemote['state']>['canary']>;

/** The canary with its share and the next step of its plan. */
function renderCanary(canary: RunningCanary): Markup {
  const { id, percent, since, plan } = canary;
  const planned = plan ? html`<p class="facts">Plan: ${describePlan(plan)}. ${sayPlan(canary)}</p>` : html``;
  return html`<p class="facts">Canary <code>${id}</code> for ${percent} % of the visitors${since ? `, since ${minute(since)}` : ''}</p>${planned}`;
}

/** Describes the next step of a plan, and when it is due. */
function sayPlan(canary: RunningCanary): Markup {
  const paused = canary.plan?.paused;
  if (paused) return html`<strong>Paused since ${minute(paused.since)}: <bdi>${paused.reason}</bdi></strong>`;
  const next = Site.nextStepOf(canary);
  const due = Site.dueAt(canary);
  if (next === null || next.kind === 'end' || due === null) return html`The share stays as it is.`;
  const what = next.kind === 'advance' ? `grows to ${next.percent} %` : 'goes live';
  return html`It ${what} at ${minute(new Date(due).toISOString())}, as long as it is no worse than the live release.`;
}

/** Describes a freeze in one sentence. */
export function sayFreeze({ since, until, reason, isOfSite }: Site.Freeze): Markup {
  const what = isOfSite ? 'The whole site is frozen' : 'Frozen';
  return html`${what} since ${minute(since)}${until ? ` until ${minute(until)}` : ', until somebody ends it'}: no new release goes live, rollbacks still work.${reason ? html` Reason: <bdi>${reason}</bdi>` : html``}`;
}

/**
 * The rollback of a remote in one form, for roles that may use it, because an incident leaves no time for a second
 * page. Beside a canary the form ends the canary, unless the live release is what fails: a rollback would then take a
 * good release from everybody.
 */
function renderWayBack(session: StaffSession, remote: RoomRemote, { revision, log }: Room): Markup {
  const { name, state } = remote;
  const all = html`<a class="button" href="${remoteHref(name)}">All releases<span class="hidden"> of ${name}</span></a>`;
  if (!mayChange(session.role, [name])) return html`<p class="acts">${all}</p>`;
  const form = (act: Acts.ActName, why: string, button: Markup) =>
    html`<form class="row" method="post" action="${roomHref(`/act/${act}`)}">${renderCsrf(session)}<input type="hidden" name="remote" value="${name}"><input type="hidden" name="expect" value="${revision}">
<label class="hidden" for="reason-${name}">${why}</label><input id="reason-${name}" name="reason" placeholder="Reason" maxlength="500" required autocomplete="off">
<button>${button}</button></form>`;
  if (state?.canary && !isLiveFailing(remote)) {
    const end = html`End the canary<span class="hidden"> of ${name},</span> ${state.canary.id}`;
    const back = state.previous
      ? html`<a class="button" href="${roomHref('/act/rollback', { remote: name })}">Roll back<span class="hidden"> ${name}</span></a>`
      : html``;
    return html`<div class="acts">${form('abort', `Why the canary of ${name} ends`, end)}${back}${all}</div>`;
  }
  if (!state?.previous)
    return html`<p class="acts">${all}<span>There is no earlier release to roll back to.</span></p>`;
  if (rollbackReason(log, name, state.previous) !== null) {
    return html`<p class="acts"><a class="button" href="${roomHref('/act/rollback', { remote: name })}">Roll back<span class="hidden"> ${name}</span>…</a>${all}<span>${state.previous}, the previous release, was itself rolled back.</span></p>`;
  }
  const back = html`Roll back<span class="hidden"> ${name}</span> to ${state.previous}`;
  return html`<div class="acts">${form('rollback', `Why ${name} is rolled back`, back)}${all}</div>`;
}

import { shellName } from 'kit/contracts/shell-name';
import { Acts, type History, Site } from '../../platform/index.ts';
import { html, type Markup, type Part } from '../../server/http/html.ts';
import { minute, paginate, renderMessage, renderTime } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { renderFigures } from './figures.ts';
import type { ListedRelease, ReleaseList, ReleaseOrigin } from './load-room.ts';
import { isLiveFailing, renderFacts, renderOrigin, statusOf } from './remote-status.ts';
import { mayChange, type Room, type RoomRemote, roomHref, wasLive } from './room.ts';
import { renderRoomPage } from './room-frame.ts';

export const releasesShown = 20;

interface RemotePageParts {
  room: Room;
  remote: RoomRemote;
  list: ReleaseList;
  /** Where the releases of this page were built from, by id. */
  origins?: ReadonlyMap<string, ReleaseOrigin | null>;
  /** The page of the list of releases, from 1. */
  page: number;
  changes: Markup;
}

/** The page of one remote: its health, and all its releases with their actions. */
export function renderRemotePage(session: StaffSession, parts: RemotePageParts): string {
  const { room, remote, list, changes } = parts;
  const { name } = remote;
  const { kind, words, sentence } = statusOf(remote);
  const body = html`<div class="head"><span class="is ${kind}">${words}</span>${sentence !== '' && html`<strong>${sentence}</strong>`}</div>
${renderFacts(remote)}${renderActs(session, remote, list.releases)}
<h2>Health of its releases</h2>${renderFigures(remote)}<p class="facts">Page views, failures and p75 of this server since ${renderTime(new Date(room.figuresSince).toISOString())}. Prometheus has the figures of all servers over time.</p>
<p><a href="${roomHref('/failures', { remote: name })}">Failures of ${name}</a></p>
${renderReleases(session, parts)}<h2>Recent changes</h2>${changes}<p><a href="${roomHref('/log', { remote: name })}">All changes of ${name}</a></p>`;
  return renderRoomPage(session, { title: name, room, problem: list.problem, body });
}

/**
 * The actions for the remote in its present state. The shell cannot be withdrawn, because every page is made with it.
 */
function renderActs({ role }: StaffSession, remote: RoomRemote, releases: readonly ListedRelease[]): Part {
  const { name, state } = remote;
  if (!state || !mayChange(role, [name])) return null;
  const act = (act: Acts.ActName, look = 'button') =>
    html`<a class="${look}" href="${roomHref(`/act/${act}`, { remote: name })}">${Acts.acts[act].title}</a>`;
  const plan = state.canary?.plan;
  const ofPlan = plan && act(plan.paused ? 'resume' : 'pause');
  // One button is highlighted: the same rollback as on the overview.
  const endsCanary = state.canary !== undefined && !isLiveFailing(remote);
  const end = act('abort', endsCanary ? 'button go' : 'button');
  const hasFormer = state.previous !== null || releases.some(wasLive);
  const rollback = hasFormer && act('rollback', endsCanary ? 'button' : 'button go');
  const back = endsCanary ? [end, rollback] : [rollback, state.canary && end];
  const ofCanary = state.canary && [act('promote'), ofPlan];
  return html`<p class="acts">${back}${ofCanary}${act(state.frozen === undefined ? 'freeze' : 'unfreeze')}${name !== shellName && act(state.withdrawn ? 'restore' : 'withdraw')}</p>`;
}

function renderReleases(session: StaffSession, { room, remote, list, page, origins }: RemotePageParts): Markup {
  const { name } = remote;
  const title = html`<h2 id="releases">Releases</h2>`;
  if (list.problem !== null)
    return html`${title}${renderMessage('The releases cannot be listed: the release store is unavailable. Visitors still get the live release.')}`;
  if (list.releases.length === 0) {
    return html`${title}<p class="empty">${name} has published no release yet.</p>`;
  }
  const href = (number: number | null) => `${roomHref(`/remotes/${name}`, { page: number })}#releases`;
  const { shown, pager } = paginate(list.releases, { page, size: releasesShown, href });
  return html`${title}<p>${list.releases.length === 1 ? 'One release' : `${list.releases.length} releases, newest first`}.</p>
<ul class="releases">${shown.map((release) => html`<li>${renderRelease(session, remote, { ...release, left: release.is === 'live' ? null : rollbackReason(room.log, name, release.id), origin: origins?.get(release.id) ?? null })}</li>`)}</ul>${pager}`;
}

const marks = {
  live: ['good', '● live'],
  canary: ['warn', '◆ canary'],
  previous: ['calm', 'previous'],
  'was live': ['calm', 'was live'],
  'never live': ['calm', 'never live'],
} as const;

function renderRelease(
  { role }: StaffSession,
  { name, state }: RoomRemote,
  { origin, left, ...release }: ListedRelease & { origin: ReleaseOrigin | null; left: string | null },
): Markup {
  const { id, publishedAt, is } = release;
  const [look, mark] = marks[is];
  const act = (words: string, act: string) =>
    html`<a class="button" href="${roomHref(`/act/${act}`, { remote: name, id })}">${words}<span class="hidden"> ${id}</span></a>`;
  const acts = mayChange(role, [name]) && [
    wasLive(release) && act('Roll back to it', 'rollback'),
    is !== 'live' && act('Make it live', 'activate'),
    is !== 'live' && state && act(is === 'canary' ? 'Change its share' : 'Canary', 'canary'),
    act('Preview', 'preview'),
  ];
  return html`<div class="head"><code>${id}</code><span class="is ${look}">${mark}</span></div><small>published ${publishedAt === '' ? 'at an unknown time' : renderTime(publishedAt)}</small>${renderOrigin(origin)}${left !== null && html`<p class="facts"><strong>▲ <bdi>${left}</bdi></strong></p>`}
<p class="acts">${acts}</p>`;
}

/**
 * Gives the reason why a release was taken back: its rollback or the end of its canary, by whom and why. It is null
 * when that never happened, or when the release was made live again. `log` is sorted newest first.
 */
export function rollbackReason(log: readonly History.AuditEntry[], remote: string, id: string): string | null {
  for (const entry of log) {
    if (!('to' in entry)) continue;
    const { action, at, by, reason } = entry;
    const move = Site.movesOf(entry).find((one) => one.remote === remote);
    if (!move || move.from === move.to) continue;
    if (move.to === id && action !== 'canary' && action !== 'advance') return null;
    const what = { rollback: 'was rolled back', abort: 'was ended as a canary' }[String(action)];
    if (move.from === id && what) return `It ${what} at ${minute(at)}, by ${by}${reason === '' ? '' : `: ${reason}`}`;
  }
  return null;
}

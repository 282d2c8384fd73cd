import type { Composition } from 'kit/contracts/composition';
import { Acts, Site } from '../../../platform/index.ts';
import { html, type Part } from '../../http/html.ts';
import { minute, renderDone } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { renderServers } from './figures.ts';
import { mayChange, type Room, remoteHref, roomHref } from './room.ts';
import { renderRoomPage } from './room-frame.ts';

interface RevisionPageParts {
  room: Room;
  /** Null when there is no such revision, or it is not valid. */
  revision: Composition | null;
  number: number;
  key: string | null;
  /** Whether the reader has just made it. */
  isDone: boolean;
}

const done: Readonly<Record<Composition['action'], string>> = {
  activate: 'is live',
  rollback: 'was rolled back',
  canary: 'has a canary',
  promote: 'canary is live for everybody',
  abort: 'canary was ended',
  advance: 'canary has a larger share',
  pause: 'canary plan is paused',
  resume: 'canary plan was resumed',
  freeze: 'is frozen',
  unfreeze: 'is no longer frozen',
  'freeze-site': 'The whole site is frozen',
  'unfreeze-site': 'The site is no longer frozen',
  withdraw: 'is withdrawn',
  restore: 'is served again',
  undo: 'is as it was before',
};

/** The page of a revision: what it changed, and which servers serve it. */
export function renderRevisionPage(
  session: StaffSession,
  { room, revision, number, key, isDone }: RevisionPageParts,
): string {
  const title = `Revision ${number}`;
  if (!revision) {
    const body = html`<p class="empty">There is no valid revision ${number}.</p>`;
    return renderRoomPage(session, { title, current: 'Log', room, body });
  }
  const said = sayDone(revision);
  const names = Site.isAboutSite(revision) ? [] : Site.movesOf(revision).map(({ remote }) => remote);
  const isLast = room.revision === revision.revision && revision.action !== 'undo';
  const undo =
    isLast && mayChange(session.role, names) && html`<a class="button" href="${roomHref('/act/undo')}">Undo it</a>`;
  const body = html`${isDone ? renderDone(`Done: ${said}`) : html`<p class="lead">${said}</p>`}
<dl><div><dt>What</dt><dd>${revision.action}${revision.undoes ? ` of revision ${revision.undoes.revision} (${revision.undoes.action})` : ''}</dd></div>
<div><dt>When</dt><dd>${minute(revision.at)}</dd></div><div><dt>Who</dt><dd><bdi>${revision.by}</bdi>${key === null ? '' : `, signed with the key ${key}`}</dd></div><div><dt>Why</dt><dd dir="auto">${revision.reason === '' ? 'no reason given' : revision.reason}</dd></div>
${renderMoves(revision)}${renderEvidence(revision)}</dl>
<p class="acts">${undo}${names.map((name) => html`<a class="button" href="${remoteHref(name)}">${name}</a>`)}<a class="button" href="${roomHref('')}">Overview</a></p>
${room.revision === revision.revision ? html`<h2>Servers</h2>${renderServers(room)}` : html`<p>Revision ${room.revision} is in effect now.</p>`}`;
  return renderRoomPage(session, { title, before: isDone ? 'Done' : '', current: 'Log', room, body });
}

/** Describes a revision in one sentence. */
function sayDone(revision: Composition): string {
  const { action, revision: number } = revision;
  if (Site.isAboutSite(revision))
    return `${action === 'undo' ? 'the site is as it was before' : done[action]} (revision ${number}).`;
  const moves = Site.movesOf(revision).map(({ remote, from, to }) => {
    const canary = isShare(revision) ? revision.remotes[remote]?.canary : undefined;
    if (canary) return `${remote} ${done[action]}: ${Acts.describeShare({ ...canary, plan: canary.plan })}`;
    const way = from === to || from === null ? to : `${from} → ${to}`;
    return `${remote} ${done[action]}: ${way}`;
  });
  return `${moves.join('; ')} (revision ${number}).`;
}

/** A canary switches no page view to another release: only new visitors get it. */
function isShare({ action }: Composition): boolean {
  return action === 'canary' || action === 'advance';
}

function renderMoves(revision: Composition): Part {
  if (Site.isAboutSite(revision)) return null;
  return Site.movesOf(revision).map(({ remote, from, to }) => {
    const hasMoved = from !== to && !isShare(revision);
    return html`<div><dt>${remote}</dt><dd>${hasMoved && html`<code>${from ?? 'nothing'}</code> → `}<code>${to}</code></dd></div>`;
  });
}

function renderEvidence({ evidence }: Composition): Part {
  if (!evidence) return null;
  const { views, failures, networks, failedNetworks } = evidence;
  const where = networks === undefined ? '' : `, in ${failedNetworks} of ${networks} networks`;
  return html`<div><dt>Evidence</dt><dd>${failures} of ${views} page views failed${where}</dd></div>`;
}

import { History } from '../../../platform/index.ts';
import { html, type Markup, type Part } from '../../http/html.ts';
import type { Refusal } from '../refusals.ts';
import { minute, paginate, renderSelect, renderTime } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { pageIn, type Room, remoteHref, revisionHref, roomHref } from './room.ts';
import { renderRoomPage } from './room-frame.ts';

type LogFilter = ReturnType<typeof logFilterOf>;

export function logFilterOf(query: URLSearchParams) {
  const text = (name: string) => (query.get(name) ?? '').trim().slice(0, 100);
  const [remote, action, by] = [text('remote'), text('action'), text('by')];
  // The reason contains these words.
  return { remote, action, by, words: text('words'), page: pageIn(query) };
}

export function filterLog(
  log: readonly History.AuditEntry[],
  { remote, action, by, words }: LogFilter,
): History.AuditEntry[] {
  const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
  return log.filter(
    (entry) =>
      (remote === '' || History.concerns(entry, remote)) &&
      (action === '' || entry.action === action) &&
      (by === '' || entry.by === by) &&
      (words === '' || has(entry.reason, words)),
  );
}

export function renderLogPage(
  session: StaffSession,
  room: Room,
  filter: LogFilter,
  refused: readonly Refusal[] = [],
): string {
  const { remote, action, by, words, page } = filter;
  const entries = filterLog(room.log, filter);
  const href = (number: number | null) => roomHref('/log', { remote, action, by, words, page: number });
  const { shown, pager } = paginate(entries, { page, size: 50, href });
  const selects = [
    { name: 'remote', label: 'Remote', chosen: remote, values: room.remotes.map(({ name }) => name) },
    { name: 'action', label: 'What', chosen: action, values: room.log.map((entry) => entry.action) },
    { name: 'by', label: 'Who', chosen: by, values: room.log.map((entry) => entry.by) },
  ].map(({ values, ...select }) => {
    const all = [...new Set([...values, ...(select.chosen === '' ? [] : [select.chosen])])].sort();
    return renderSelect({ ...select, options: [['', 'all'], ...all.map((value) => [value, value] as const)] });
  });
  const isFiltered = [remote, action, by, words].some((value) => value !== '');
  const found = html`<p>${entries.length === 1 ? 'One change' : `${entries.length} changes`}${isFiltered ? html`, of ${room.log.length} in all. <a href="${roomHref('/log')}">Show all</a>` : html`, newest first.`}</p>`;
  const list =
    entries.length === 0 && isFiltered
      ? html`<p class="empty">No change matches. <a href="${roomHref('/log')}">Show all</a></p>`
      : html`${found}${renderLog(shown)}${pager}`;
  const body = html`<form class="filter" method="get" action="${roomHref('/log')}">${selects}
<div><label for="words">Reason contains</label><input id="words" name="words" value="${words}" maxlength="100" autocomplete="off"></div><button class="quiet">Filter</button></form>${list}${page === 1 && !isFiltered && renderRefused(refused)}`;
  return renderRoomPage(session, { title: 'Log', current: 'Log', room, body });
}

function renderRefused(refused: readonly Refusal[]): Part {
  if (refused.length === 0) return null;
  const rows = refused.map(
    ({ at, who, sentence }) =>
      html`<li><p><bdi>${sentence}</bdi></p><small>${minute(new Date(at).toISOString())}, <bdi>${who}</bdi></small></li>`,
  );
  return html`<h2>Refused</h2><p>Refused on this server since it started, newest first. Other servers have their own list.</p><ol class="log">${rows}</ol>`;
}

/** A list of changes. Changes of the composition link to a page of their own. */
export function renderLog(entries: readonly History.AuditEntry[]): Markup {
  if (entries.length === 0) return html`<p class="empty">No changes yet.</p>`;
  return html`<ol class="log">${entries.map((entry) => html`<li>${renderEntry(entry)}</li>`)}</ol>`;
}

function renderEntry(entry: History.AuditEntry): Markup {
  const { revision, at, by, action, reason } = entry;
  const remote = 'remote' in entry ? entry.remote : '';
  // Only switches have a page of their own.
  const isSwitch = !('subjects' in entry);
  const what = isSwitch
    ? html`<a href="${revisionHref(revision)}">Revision ${revision}</a>: <strong>${action}</strong>`
    : html`<strong>${action}</strong>`;
  return html`<p>${what} ${remote !== '' && html`<a href="${remoteHref(remote)}">${remote}</a>`}</p>
<p>${History.changesOf(entry).map((line, index) => html`${index === 0 ? '' : '; '}<bdi>${line}</bdi>`)}</p>${reason !== '' && html`<p><bdi>${reason}</bdi></p>`}
<small>${renderTime(at)}, by <bdi>${by}</bdi></small>`;
}

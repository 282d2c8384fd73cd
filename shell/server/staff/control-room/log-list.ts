import { History } from '../../../platform/index.ts';
import { html, type Markup } from '../../http/html.ts';
import { renderTime } from '../staff-document.ts';
import { remoteHref, revisionHref } from './room-address.ts';

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
  return html`<p>${what} ${remote === '' ? html`` : html`<a href="${remoteHref(remote)}">${remote}</a>`}</p>
<p>${History.changesOf(entry).map((line, index) => html`${index === 0 ? '' : '; '}<bdi>${line}</bdi>`)}</p>${reason === '' ? html`` : html`<p><bdi>${reason}</bdi></p>`}
<small>${renderTime(at)}, by <bdi>${by}</bdi></small>`;
}

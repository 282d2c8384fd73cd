import type { AuditAnswer } from 'kit/contracts/office';
import { html, type Markup } from '../../server/http/html.ts';
import { renderStaffPage, renderTime } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';

const acts: Readonly<Record<string, string>> = {
  list: 'viewed a list',
  look: 'opened',
  save: 'updated',
  undo: 'undid a change of',
  resend: 'sent again',
  release: 'released from quarantine',
  person: 'looked up a customer',
  'export-person': 'exported a customer',
  'erase-person': 'erased a customer',
  erase: 'erased',
  export: 'exported',
  audit: 'read this log',
  return: 'returned to its partner',
  retry: 'retried deliveries',
  partners: 'viewed the partners',
  'partner-add': 'added a partner',
  'partner-key': 'made a key for a partner',
  'partner-revoke': 'revoked a key',
  'partner-limit': 'changed what a partner may send',
  'webhook-add': 'added a webhook',
  'webhook-rotate': 'changed the secret of a webhook',
  'webhook-remove': 'removed a webhook',
};

export function renderAuditPage(
  session: StaffSession,
  { answer, message, isFirst }: { answer: AuditAnswer | null; message: string | null; isFirst: boolean },
): string {
  const body = html`
<p>Every view and every action, on these pages and by commands. It records neither the contents of forms nor search terms.</p>
${answer && renderEntries(answer, isFirst)}`;
  return renderStaffPage(session, { title: 'Audit log', message, body });
}

function renderEntries({ entries, next }: AuditAnswer, isFirst: boolean): Markup {
  if (entries.length === 0) return html`<p class="empty">No entries yet.</p>`;
  const rows = entries.map(
    ({ at, by, role, act, reference, details }) =>
      html`<tr><td data-label="When">${renderTime(at)}</td><th scope="row">${by}<small>${role}</small></th>
<td data-label="What">${acts[act] ?? act} ${reference !== null && html`<a href="/_ops/inbox/${reference}">${reference}</a>`}</td><td data-label="How">${details}</td></tr>`,
  );
  return html`<table class="audit"><thead><tr><th>When</th><th>Who</th><th>What</th><th>How</th></tr></thead><tbody>${rows}</tbody></table>
<p class="row">${!isFirst && html`<a class="button" href="/_ops/inbox/audit">Back to the newest</a>`}${next !== null && html`<a class="button" rel="next" href="/_ops/inbox/audit?after=${next}">Show more</a>`}</p>`;
}

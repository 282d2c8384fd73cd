import type { NewKeysAnswer, PartnersAnswer } from 'kit/contracts/office';
import { html, type Markup } from '../../server/http/html.ts';
import { renderDone, renderForm, renderStaffPage, renderTime } from '../staff-document.ts';
import { StaffRefusal, sendPage } from '../staff-http.ts';
import type { StaffSession } from '../staff-session.ts';
import { inboxPlace } from './inbox-address.ts';
import { type InboxForm, type InboxVisit, refusalIn, showAnswer } from './inbox-visit.ts';
import type { OfficeClient } from './office-client.ts';

interface ShownPartners {
  refusal?: StaffRefusal;
  done?: string;
  /** The name that was typed when no partner could be made. */
  typed?: string;
}

export function showPartners(client: OfficeClient, visit: InboxVisit, shown: ShownPartners = {}): Promise<void> {
  return showAnswer(
    visit,
    () => client.ask(visit.who, { act: 'partners' }),
    (answer, message) => renderPartners(visit.session, answer, { message, ...shown }),
    shown.refusal,
  );
}

export async function actOnPartners(client: OfficeClient, visit: InboxForm, act: string): Promise<void> {
  const { who, session, form } = visit;
  const name = (form.get('name') ?? '').trim().slice(0, 61);
  try {
    if (act === 'add' || act === 'key') {
      const isTest = form.get('mode') === 'test';
      const request =
        act === 'add' ? ({ act: 'partner-add', name } as const) : ({ act: 'partner-key', name, isTest } as const);
      return sendPage(visit, 200, renderNewKeys(session, await client.ask(who, request)));
    }
    if (act !== 'revoke') throw new StaffRefusal(404, 'There is no such page of the inbox.');
    if (form.get('sure') !== 'yes') throw new StaffRefusal(422, 'Nothing was revoked: tick the box to confirm.');
    const { said } = await client.ask(who, { act: 'partner-revoke', key: form.get('key') ?? '' });
    return showPartners(client, visit, { done: said });
  } catch (error) {
    return showPartners(client, visit, { refusal: refusalIn(error), typed: act === 'add' ? name : '' });
  }
}

const title = 'Partners';
const place = `${inboxPlace}/partners`;

type Partner = PartnersAnswer['partners'][number];

/** Partners with their keys. A new partner gets a live key and a test key. */
function renderPartners(
  session: StaffSession,
  answer: PartnersAnswer | null,
  { message, done, typed = '' }: Omit<ShownPartners, 'refusal'> & { message: string | null },
): string {
  const fields = html`<label for="name">Name of a new partner</label>
<p id="name-help">Lower case letters, digits and dashes, like <code>acme-leads</code>. The partner gets a live key and a test key.</p>
<div class="row"><input id="name" name="name" value="${typed}" maxlength="60" required pattern="[a-z0-9]+(-[a-z0-9]+)*" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="name-help"><button>Make two keys</button></div>`;
  const body = html`${renderDone(done ?? null)}
<p>Partners send leads from their own systems, with keys of their own. The <a href="/api/guide">partner guide</a> tells them how.</p>
${renderForm(session, { action: `${place}/add`, look: 'aside', body: fields })}
${answer?.partners.length === 0 ? html`<p class="empty">No partners yet.</p>` : answer?.partners.map((partner) => renderPartner(session, partner))}`;
  return renderStaffPage(session, { title, message, body });
}

function renderPartner(session: StaffSession, { name, postsPerMinute, keys }: Partner): Markup {
  const rows = keys.map(
    ({ id, mode, createdAt, createdBy, lastUsedAt, revoked }) => html`<tr><th scope="row"><code>${id}</code></th>
<td data-label="Kind">${mode}</td><td data-label="Made">${renderTime(createdAt)} by ${createdBy}</td>
<td data-label="Last used">${lastUsedAt === null ? 'never' : renderTime(lastUsedAt)}</td>
<td data-label="State">${revoked === null ? renderRevoke(session, id) : html`revoked ${renderTime(revoked.at)} by ${revoked.by}`}</td></tr>`,
  );
  const buttons = html`
<button class="quiet" name="mode" value="live">Another live key for ${name}</button><button class="quiet" name="mode" value="test">Another test key for ${name}</button>`;
  return html`<h2>${name}</h2><p>At most ${postsPerMinute} posts a minute.</p>
${rows.length > 0 && html`<table class="audit"><caption class="hidden">Keys of ${name}</caption><thead><tr><th>Key</th><th>Kind</th><th>Made</th><th>Last used</th><th>State</th></tr></thead><tbody>${rows}</tbody></table>`}
${renderForm(session, { action: `${place}/key`, look: 'row', hidden: [['name', name]], body: buttons })}`;
}

function renderRevoke(session: StaffSession, id: string): Markup {
  const fields = html`
<label class="check"><input type="checkbox" name="sure" value="yes" required> Refuse everything that is sent with this key from now on</label> <button class="quiet">Revoke ${id}</button>`;
  return html`valid<details><summary>Revoke<span class="hidden"> ${id}</span></summary>${renderForm(session, { action: `${place}/revoke`, hidden: [['key', id]], body: fields })}</details>`;
}

/** The text of new keys. They are shown this once, because only their hashes are kept. */
function renderNewKeys(session: StaffSession, { name, keys }: NewKeysAnswer): string {
  const [these, them] = keys.length === 1 ? ['this key', 'it'] : ['these keys', 'them'];
  const body = html`${renderDone(`Copy ${these} now: nobody can show ${them} again.`)}
<dl>${keys.map(({ mode, secret }) => html`<div><dt>${mode === 'test' ? 'Test key: what is sent with it is a test' : 'Live key'}</dt><dd><code>${secret}</code></dd></div>`)}</dl>
<p>Send ${them} to the partner in a safe way, with the address of the <a href="/api/guide">partner guide</a>.</p>
<p><a href="${place}">Back to the partners</a></p>`;
  return renderStaffPage(session, { title, heading: `Keys of ${name}`, body });
}

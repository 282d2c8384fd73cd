import {
  kindNames,
  type LeadState,
  type ListAnswer,
  type ListedForm,
  leadStates,
  officeLimits,
} from 'kit/contracts/office';
import { html, type Markup } from '../../http/html.ts';
import { renderCsrf, renderDocument, renderHeader, renderMessage } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { addressOf, type Listing } from './inbox-address.ts';
import { oneOf, renderMarks, renderPhone, renderState, renderTime, shorten, stateNames } from './marks.ts';

/** The inbox or the quarantine; without an answer, only its frame with the message. */
export function renderList(
  session: StaffSession,
  listing: Listing,
  { answer, message, hide }: { answer: ListAnswer | null; message: string | null; hide: (text: string) => string },
): string {
  const title = listing.place === 'quarantine' ? 'Quarantine' : 'Inbox';
  const href = (change: Partial<Listing>) => addressOf({ ...listing, after: null, ...change }, hide);
  return renderDocument(
    title,
    html`${renderHeader(session, title)}<main>${renderMessage(message)}
${listing.place === 'quarantine' ? html`<p>A machine seems to have sent these, so they were not delivered. If one is from a person, open it and release it.</p>` : html``}
${renderSearch(session, listing, href({ search: '' }))}${renderFilters(listing, href)}
${answer === null ? html`` : renderForms(answer, listing, href)}${answer === null ? html`` : renderExport(session, listing)}</main>`,
  );
}

function renderSearch(session: StaffSession, listing: Listing, withoutSearch: string): Markup {
  const { search, kind, state, place } = listing;
  return html`<form method="post" action="/_ops/inbox/search" role="search">${renderCsrf(session)}
<input type="hidden" name="place" value="${place}"><input type="hidden" name="kind" value="${kind ?? ''}"><input type="hidden" name="state" value="${state ?? ''}">
<label for="q">Name, phone, mail, reference or page</label>
<div class="row"><input id="q" name="q" type="search" value="${search}" maxlength="${officeLimits.search}" autocomplete="off" autocapitalize="off" spellcheck="false" dir="auto">
<button>Search</button>${search === '' ? html`` : html`<a class="button" href="${withoutSearch}">Clear the search</a>`}</div></form>`;
}

function renderFilters({ kind, state, place }: Listing, href: (change: Partial<Listing>) => string): Markup {
  const choice = (words: string, isChosen: boolean, address: string) =>
    html`<li><a href="${address}"${isChosen ? html` aria-current="true"` : html``}>${words}</a></li>`;
  const states: readonly (LeadState | null)[] = [null, ...leadStates];
  const kinds = [null, ...(Object.keys(kindNames) as (keyof typeof kindNames)[])]; // Its own keys.
  const ofState = html`<nav aria-label="State"><ul class="choices">${states.map((each) => choice(each === null ? 'All states' : stateNames[each], each === state, href({ state: each })))}</ul></nav>`;
  return html`<div class="filters">${place === 'inbox' ? ofState : html``}
<nav aria-label="Kind"><ul class="choices">${kinds.map((each) => choice(each === null ? 'All kinds' : kindNames[each], each === kind, href({ kind: each })))}</ul></nav></div>`;
}

function renderForms(
  { forms, next }: ListAnswer,
  listing: Listing,
  href: (change: Partial<Listing>) => string,
): Markup {
  if (forms.length === 0) return html`<p class="empty">${whyEmpty(listing)}</p>`;
  const first =
    listing.after === null ? html`` : html`<a class="button" href="${href({ after: null })}">Back to the first</a>`;
  const more =
    next === null ? html`` : html`<a class="button" rel="next" href="${href({ after: next })}">Show more</a>`;
  return html`<div class="scroll"><table class="forms"><thead><tr><th>Who</th><th>Phone and mail</th><th>About</th><th>When</th><th>State</th></tr></thead>
<tbody>${forms.map(renderForm)}</tbody></table></div><p class="row">${first}${more}</p>`;
}

function whyEmpty({ search, kind, state, place, after }: Listing): string {
  if (after !== null) return 'There are no more forms.';
  if (search !== '') return `No results for “${search}”. Try fewer words; three digits of a phone number are enough.`;
  if (kind !== null || state !== null) return 'No forms match these filters.';
  return place === 'quarantine'
    ? 'The quarantine is empty.'
    : 'No forms yet. What visitors and partners send appears here.';
}

function renderForm(form: ListedForm): Markup {
  const { reference, kind, name, phone, email, about, page, createdAt, state } = form;
  const called = name === '' ? 'No name' : shorten(name);
  return html`<tr><th scope="row"><a href="/_ops/inbox/${reference}"><bdi>${called}</bdi></a><small>${oneOf[kind]}, ${reference}</small>${renderMarks(form)}</th>
<td data-label="Reach">${renderPhone(phone)}<small><bdi>${shorten(email)}</bdi></small></td>
<td data-label="About"><bdi>${shorten(about)}</bdi>${page === null ? html`` : html`<small><bdi>${shorten(page)}</bdi></small>`}</td>
<td data-label="When">${renderTime(createdAt)}</td><td data-label="State">${renderState(state)}</td></tr>`;
}

/** The export of all forms of one kind, as the command makes it. */
function renderExport(session: StaffSession, { kind, place }: Listing): Markup {
  if (place !== 'inbox') return html``;
  const options = Object.entries(kindNames).map(
    ([each, words]) => html`<option value="${each}"${each === kind ? html` selected` : html``}>${words}</option>`,
  );
  return html`<form class="aside" method="post" action="/_ops/inbox/export">${renderCsrf(session)}
<label for="export-kind">Export all forms of one kind (CSV)</label>
<div class="row"><select id="export-kind" name="kind">${options}</select><button class="quiet">Download</button></div></form>`;
}

import {
  kindNames,
  type LeadState,
  type ListAnswer,
  type ListedForm,
  leadStates,
  officeLimits,
} from 'kit/contracts/office';
import { industriesWithPages } from 'kit/contracts/submission-origin';
import { html, type Markup } from '../../http/html.ts';
import { renderCsrf, renderDocument, renderHeader, renderMessage } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import {
  addressOf,
  backOf,
  formAddress,
  inboxPlace,
  type Listing,
  type Period,
  periods,
  queryOf,
  type Work,
  works,
} from './inbox-address.ts';
import { oneOf, renderMarks, renderPhone, renderState, renderTime, shorten, stateNames } from './marks.ts';

interface ListPageParts {
  /** Null where there is only a message. */
  answer: ListAnswer | null;
  message: string | null;
  hide: (text: string) => string;
  /** The time zone whose days the filters name. */
  zone: string;
  /** Whom a form can be assigned to. */
  people: readonly string[];
  /** What was done from here. */
  outcome: Outcome | null;
}

export interface Outcome {
  done: string;
  /** A sentence for each form that was left alone. */
  missed: readonly string[];
  /** One of the forms that an undo changes back; null where there is nothing to undo. */
  undo: string | null;
}

type Href = (change: Partial<Listing>) => string;

/** The inbox or the quarantine; without an answer, only its frame with the message. */
export function renderList(session: StaffSession, listing: Listing, parts: ListPageParts): string {
  const { answer, message, hide, zone, people, outcome } = parts;
  const title = listing.place === 'quarantine' ? 'Quarantine' : 'Inbox';
  const href: Href = (change) => addressOf({ ...listing, after: null, ...change }, hide);
  return renderDocument(
    title,
    html`${renderHeader(session, title)}<main>${renderMessage(message)}${outcome === null ? html`` : renderOutcome(session, outcome, { listing, hide })}
${listing.place === 'quarantine' ? html`<p>A machine seems to have sent these, so they were not delivered. If one is from a person, open it and release it.</p>` : html``}
${renderSearch(session, listing, { href, hide })}${renderChoices(listing, answer?.counts ?? null, href)}
${renderMoreFilters(listing, answer?.partners ?? [], { hide, zone })}
${answer === null ? html`` : renderForms(session, answer, { listing, href, hide, people })}${answer === null ? html`` : renderExport(session, answer, { listing, hide })}</main>`,
  );
}

function renderOutcome(
  session: StaffSession,
  { done, missed, undo: reference }: Outcome,
  { listing, hide }: { listing: Listing; hide: ListPageParts['hide'] },
): Markup {
  const left = html`<ul>${missed.map((why) => html`<li>${why}</li>`)}</ul>`;
  const undo = html`<form method="post" action="${inboxPlace}/undo">${renderCsrf(session)}<input type="hidden" name="reference" value="${reference ?? ''}"><input type="hidden" name="place" value="${listing.place}">${renderHidden(listing, hide)}<button class="quiet">Undo</button></form>`;
  return html`<div class="done" role="status"><p>${done}</p>${missed.length === 0 ? html`` : html`<p>Left alone:</p>${left}`}</div>${reference === null ? html`` : undo}`;
}

/** The filters as fields of a form, without those that the form itself asks for. */
function renderHidden(listing: Listing, hide: (text: string) => string): Markup {
  const fields = [...queryOf({ ...listing, after: null }, hide)];
  return html`${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}

interface Links {
  href: Href;
  hide: (text: string) => string;
}

function renderSearch(session: StaffSession, listing: Listing, { href, hide }: Links): Markup {
  const { search, place } = listing;
  return html`<form method="post" action="${inboxPlace}/search" role="search">${renderCsrf(session)}
<input type="hidden" name="place" value="${place}">${renderHidden({ ...listing, search: '' }, hide)}
<label for="q">Name, phone, mail, city, reference, page or note</label>
<div class="row"><input id="q" name="q" type="search" value="${search}" maxlength="${officeLimits.search}" autocomplete="off" autocapitalize="off" spellcheck="false" dir="auto">
<button>Search</button>${search === '' ? html`` : html`<a class="button" href="${href({ search: '' })}">Clear the search</a>`}</div></form>`;
}

const workNames = { mine: 'Mine', unassigned: 'Unassigned', due: 'Reminder due' } as const satisfies Record<
  Work,
  string
>;
const periodNames = { today: 'Today', week: 'This week' } as const satisfies Record<Period, string>;

function renderChoices(listing: Listing, counts: ListAnswer['counts'], href: Href): Markup {
  const { kind, state, place, period, from, to, work } = listing;
  const nav = (label: string, choices: readonly Markup[]) =>
    html`<nav aria-label="${label}"><ul class="choices">${choices}</ul></nav>`;
  const choice = (words: string | Markup, isChosen: boolean, address: string) =>
    html`<li><a href="${address}"${isChosen ? html` aria-current="true"` : html``}>${words}</a></li>`;
  const counted = (words: string, count: number | undefined) =>
    count === undefined ? words : html`${words} <span class="count">${countOf(count)}</span>`;
  const all = counts === null ? undefined : totalOf(counts);
  const anyTime = choice('Any time', period === null && from === null && to === null, href({ ...noPeriod }));
  const ofPeriod = periods.map((each) =>
    choice(periodNames[each], each === period, href({ ...noPeriod, period: each })),
  );
  const ofState = leadStates.map((each) =>
    choice(counted(stateNames[each], counts?.[each]), each === state, href({ state: each })),
  );
  const kinds = Object.keys(kindNames) as (keyof typeof kindNames)[]; // Its own keys.
  const ofKind = kinds.map((each) => choice(kindNames[each], each === kind, href({ kind: each })));
  const ofWork = works.map((each) => choice(workNames[each], each === work, href({ work: each })));
  return html`<div class="filters">${nav('Period', [anyTime, ...ofPeriod])}
${place === 'inbox' ? nav('State', [choice(counted('All states', all), state === null, href({ state: null })), ...ofState]) : html``}
${place === 'inbox' ? nav('Assigned to', [choice('Everybody', work === null, href({ work: null })), ...ofWork]) : html``}
${nav('Kind', [choice('All kinds', kind === null, href({ kind: null })), ...ofKind])}</div>`;
}

const noPeriod = { period: null, from: null, to: null };
const noFilters = {
  ...noPeriod,
  kind: null,
  state: null,
  search: '',
  industry: null,
  source: null,
  tests: false,
  work: null,
};

function totalOf(counts: Record<LeadState, number>): number {
  return leadStates.reduce((sum, state) => sum + counts[state], 0);
}

/** States are counted to a limit. */
function countOf(count: number): string {
  const { counted } = officeLimits;
  return count < counted ? String(count) : `${count - (count % counted)}+`;
}

/** The filters that are used less often are in one form, which is open while it filters. */
function renderMoreFilters(
  listing: Listing,
  partners: readonly string[],
  { hide, zone }: Pick<ListPageParts, 'hide' | 'zone'>,
): Markup {
  const { from, to, industry, source, tests, place } = listing;
  const isUsed = from !== null || to !== null || industry !== null || source !== null || tests;
  const option = (value: string, words: string, chosen: string | null) =>
    html`<option value="${value}"${value === (chosen ?? '') ? html` selected` : html``}>${words}</option>`;
  const rest = { ...listing, from: null, to: null, industry: null, source: null, tests: false };
  const action = place === 'quarantine' ? `${inboxPlace}/quarantine` : inboxPlace;
  return html`<details${isUsed ? html` open` : html``}><summary>Dates, industry, source, tests</summary>
<form method="get" action="${action}">${renderHidden(rest, hide)}<div class="fields">
<div><label for="from">From</label><input id="from" name="from" type="date" value="${from ?? ''}" aria-describedby="days"></div>
<div><label for="to">To</label><input id="to" name="to" type="date" value="${to ?? ''}" aria-describedby="days"></div>
<div><label for="industry">Industry</label><select id="industry" name="industry">${option('', 'Every industry', industry)}${industriesWithPages.map((each) => option(each, industryName(each), industry))}</select></div>
<div><label for="source">Source</label><select id="source" name="source">${option('', 'Every source', source)}${option('website', 'This website', source)}${partners.map((each) => option(`partner:${each}`, `Partner ${each}`, source))}</select></div>
</div><p id="days"><small>Both days are included. Days begin at midnight, ${zone}.</small></p>
<p class="row"><label class="check"><input type="checkbox" name="tests" value="yes"${tests ? html` checked` : html``}> Show tests, too</label><button class="quiet">Apply</button></p></form></details>`;
}

/** `hvac` becomes `HVAC`, `debt-relief` becomes `Debt relief`. */
function industryName(slug: string): string {
  if (slug.length < 5) return slug.toUpperCase();
  return slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');
}

function renderForms(
  session: StaffSession,
  { forms, next }: ListAnswer,
  { listing, href, hide, people }: Links & { listing: Listing; people: readonly string[] },
): Markup {
  const clear = isFiltered(listing) ? html` <a class="button" href="${href(noFilters)}">Show all forms</a>` : html``;
  if (forms.length === 0) return html`<p class="empty">${whyEmpty(listing)}</p><p class="row">${clear}</p>`;
  const first =
    listing.after === null ? html`` : html`<a class="button" href="${href({ after: null })}">Back to the first</a>`;
  const more =
    next === null ? html`` : html`<a class="button" rel="next" href="${href({ after: next })}">Show more</a>`;
  const back = backOf(listing, hide);
  return html`<form method="post" action="${inboxPlace}/${listing.place === 'inbox' ? 'change' : 'spam'}">${renderCsrf(session)}<input type="hidden" name="place" value="${listing.place}">${renderHidden(listing, hide)}
<table class="forms"><thead><tr><th>Who</th><th>Phone and mail</th><th>About</th><th>When</th><th>State</th></tr></thead>
<tbody>${forms.map((form) => renderForm(form, back))}</tbody></table>${listing.place === 'inbox' ? renderChange(session, forms, people) : renderDelete(forms)}</form>
<p class="row">${first}${more}${clear}</p>`;
}

/** What can be done with the selected forms of a page. Without a script nothing can tick all boxes, so one stands for them. */
function renderChange({ name }: StaffSession, forms: readonly ListedForm[], people: readonly string[]): Markup {
  const all = forms.map((form) => html`<input type="hidden" name="shown" value="${pickOf(form)}">`);
  const states = leadStates.map((state) => html`<option value="${state}">${stateNames[state]}</option>`);
  const others = people
    .filter((person) => person !== name)
    .map((person) => html`<option value="${person}">${person}</option>`);
  return html`${all}<fieldset class="aside"><legend>Change the selected forms</legend><div class="fields">
<div><label for="new-state">State</label><select id="new-state" name="new-state"><option value="">As it is</option>${states}</select></div>
<div><label for="new-assignee">Assigned to</label><select id="new-assignee" name="new-assignee"><option value="">As it is</option><option value="${name}">Me (${name})</option>${others}<option value="-">Nobody</option></select></div>
<div><label for="new-reminder">Reminder on</label><input id="new-reminder" name="new-reminder" type="date"></div></div>
<p class="row"><label class="check"><input type="checkbox" name="all" value="yes"> All ${forms.length} on this page</label><button>Change</button></p></fieldset>`;
}

function renderDelete(forms: readonly ListedForm[]): Markup {
  const all = forms.map((form) => html`<input type="hidden" name="shown" value="${pickOf(form)}">`);
  return html`${all}<fieldset class="aside"><legend>What no person sent</legend><p class="row"><label class="check"><input type="checkbox" name="all" value="yes"> All ${forms.length} on this page</label>
<button class="quiet">Delete the selected forms as spam</button></p></fieldset>`;
}

/** A form of a list, with the version that was shown. */
function pickOf({ reference, version }: ListedForm): string {
  return `${reference}.${version}`;
}

function isFiltered(listing: Listing): boolean {
  return JSON.stringify({ ...listing, ...noFilters }) !== JSON.stringify(listing);
}

function whyEmpty(listing: Listing): string {
  const { search, place, after, tests } = listing;
  if (after !== null) return 'There are no more forms.';
  const hidden = tests ? '' : ' Tests are hidden.';
  if (search !== '') {
    return `No results for “${search}”. Try fewer words; three digits of a phone number are enough.${hidden}`;
  }
  if (isFiltered(listing)) return `No forms match these filters.${hidden}`;
  return place === 'quarantine'
    ? 'The quarantine is empty.'
    : `No forms yet. What visitors and partners send appears here.${hidden}`;
}

function renderForm(form: ListedForm, back: string): Markup {
  const { reference, kind, name, phone, email, about, page, createdAt, state } = form;
  const called = name === '' ? 'No name' : shorten(name);
  const pick = html`<input type="checkbox" name="pick" value="${pickOf(form)}" aria-label="Select ${called}, ${reference}"> `;
  const work = [
    ...(form.assignee === null ? [] : [`For ${form.assignee}`]),
    ...(form.remindOn === null ? [] : [`Reminder ${form.remindOn}`]),
  ].join(', ');
  return html`<tr><th scope="row">${form.isErased ? html`` : pick}<a href="${formAddress(reference, { back })}"><bdi>${called}</bdi></a><small>${oneOf[kind]}, ${reference}</small>${renderMarks(form)}</th>
<td data-label="Reach">${renderPhone(phone)}<small><bdi>${shorten(email)}</bdi></small></td>
<td data-label="About"><bdi>${shorten(about)}</bdi>${page === null ? html`` : html`<small><bdi>${shorten(page)}</bdi></small>`}</td>
<td data-label="When">${renderTime(createdAt)}</td><td data-label="State">${renderState(state)}${work === '' ? html`` : html`<small>${work}</small>`}</td></tr>`;
}

/** The export of what is listed, all of its pages. */
function renderExport(
  session: StaffSession,
  { forms, counts }: ListAnswer,
  { listing, hide }: { listing: Listing; hide: ListPageParts['hide'] },
): Markup {
  if (forms.length === 0) return html``;
  const shown = listing.state === null ? counts && totalOf(counts) : (counts?.[listing.state] ?? null);
  const count = shown === null ? 'these' : `these ${countOf(shown)}`;
  return html`<form class="aside" method="post" action="${inboxPlace}/export">${renderCsrf(session)}<input type="hidden" name="place" value="${listing.place}">${renderHidden(listing, hide)}
<p>Download ${count} forms, all pages of this list, with every field. Times are in UTC.</p>
<p><button class="quiet" name="format" value="xlsx">Download for Excel</button> <button class="quiet" name="format" value="csv">Download as CSV</button></p></form>`;
}

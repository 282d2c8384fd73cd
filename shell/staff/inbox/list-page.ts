import {
  kindNames,
  type LeadState,
  type ListAnswer,
  type ListedForm,
  leadStates,
  officeLimits,
} from 'kit/contracts/office';
import { industriesWithPages } from 'kit/contracts/submission-origin';
import * as z from 'zod/mini';
import { html, type Markup, type Part } from '../../server/http/html.ts';
import { renderForm, renderNav, renderSelect, renderStaffPage, renderTime } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import {
  addressOf,
  backOf,
  formAddress,
  inboxPlace,
  type Listing,
  noFilters,
  periodNames,
  placeOf,
  queryOf,
  workNames,
} from './inbox-address.ts';
import type { InboxParts } from './inbox-visit.ts';
import { oneOf, renderMarks, renderPhone, renderState, shorten, stateNames } from './marks.ts';

interface ListPageParts extends Pick<InboxParts, 'hide' | 'zone' | 'people'> {
  /** Null where there is only a message. */
  answer: ListAnswer | null;
  message: string | null;
  outcome: Outcome | null;
}

export const outcomeSchema = z.object({
  done: z.string(),
  /** A sentence for each form that was left alone. */
  missed: z.array(z.string()),
  /** One of the forms that an undo changes back; null where there is nothing to undo. */
  undo: z.nullable(z.string()),
});
export type Outcome = z.infer<typeof outcomeSchema>;

type Href = (change: Partial<Listing>) => string;

/** The inbox or the quarantine; without an answer, only its frame with the message. */
export function renderList(session: StaffSession, listing: Listing, parts: ListPageParts): string {
  const { answer, message, hide, zone, people, outcome } = parts;
  const title = listing.place === 'quarantine' ? 'Quarantine' : 'Inbox';
  const href: Href = (change) => addressOf({ ...listing, after: '', ...change }, hide);
  const isQuarantine = listing.place === 'quarantine';
  const body = html`${outcome && renderOutcome(session, outcome, { listing, hide })}
${isQuarantine && html`<p>A machine seems to have sent these, so they were not delivered. If one is from a person, open it and release it.</p>`}
${renderSearch(session, listing, { href, hide })}${renderChoices(listing, answer?.counts ?? null, href)}
${renderMoreFilters(listing, answer?.partners ?? [], { hide, zone })}
${answer && renderForms(session, answer, { listing, href, hide, people })}${answer && renderExport(session, answer, { listing, hide })}`;
  return renderStaffPage(session, { title, message, body });
}

interface Listed {
  listing: Listing;
  hide: ListPageParts['hide'];
}

function renderOutcome(session: StaffSession, { done, missed, undo: reference }: Outcome, listed: Listed): Markup {
  const left = html`<p>Left alone:</p><ul>${missed.map((why) => html`<li>${why}</li>`)}</ul>`;
  const undo =
    reference !== null &&
    renderForm(session, {
      action: `${inboxPlace}/undo`,
      hidden: [['reference', reference], ...hiddenOf(listed)],
      body: html`<button class="quiet">Undo</button>`,
    });
  return html`<div class="done" role="status"><p>${done}</p>${missed.length > 0 && left}</div>${undo}`;
}

function hiddenOf({ listing, hide }: Listed): (readonly [name: string, value: string])[] {
  return [['place', listing.place], ...queryOf({ ...listing, after: '' }, hide)];
}

function renderSearch(
  session: StaffSession,
  listing: Listing,
  { href, hide }: { href: Href; hide: Listed['hide'] },
): Markup {
  const { search } = listing;
  const body = html`
<label for="q">Name, phone, mail, city, reference, page or note</label>
<div class="row"><input id="q" name="q" type="search" value="${search}" maxlength="${officeLimits.search}" autocomplete="off" autocapitalize="off" spellcheck="false" dir="auto">
<button>Search</button>${search !== '' && html`<a class="button" href="${href({ search: '' })}">Clear the search</a>`}</div>`;
  const hidden = hiddenOf({ listing: { ...listing, search: '' }, hide });
  return html`<div role="search">${renderForm(session, { action: `${inboxPlace}/search`, hidden, body })}</div>`;
}

function renderChoices(listing: Listing, counts: ListAnswer['counts'], href: Href): Markup {
  const counted = (words: string, count: number | undefined) =>
    count === undefined ? words : html`${words} <span class="count">${formatCount(count)}</span>`;
  const nav = (label: string, name: 'period' | 'state' | 'work' | 'kind', choices: readonly [string, Part][]) => {
    const hasDays = name === 'period' && (listing.from !== '' || listing.to !== '');
    const links = choices.map(([value, words]) => ({
      words,
      href: href({ ...(name === 'period' && noPeriod), [name]: value }),
      isCurrent: listing[name] === value && !hasDays,
    }));
    return renderNav(label, links, { look: 'choices', current: 'true' });
  };
  const states = leadStates.map((state): [string, Part] => [state, counted(stateNames[state], counts?.[state])]);
  const all = counted('All states', counts === null ? undefined : totalOf(counts));
  return html`<div class="filters">${nav('Period', 'period', [['', 'Any time'], ...Object.entries(periodNames)])}
${listing.place === 'inbox' && [nav('State', 'state', [['', all], ...states]), nav('Assigned to', 'work', [['', 'Everybody'], ...Object.entries(workNames)])]}
${nav('Kind', 'kind', [['', 'All kinds'], ...Object.entries(kindNames)])}</div>`;
}

const noPeriod = { period: '', from: '', to: '' } as const;

function totalOf(counts: Record<LeadState, number>): number {
  return leadStates.reduce((sum, state) => sum + counts[state], 0);
}

/** States are counted to a limit. */
function formatCount(count: number): string {
  const { counted } = officeLimits;
  return count < counted ? String(count) : `${count - (count % counted)}+`;
}

/** The filters that are used less often are in one form, which is open while it filters. */
function renderMoreFilters(
  listing: Listing,
  partners: readonly string[],
  { hide, zone }: Pick<ListPageParts, 'hide' | 'zone'>,
): Markup {
  const { from, to, industry, source, tests } = listing;
  const rest = { ...listing, from: '', to: '', industry: '', source: '', tests: '', after: '' } as const;
  const isUsed = [from, to, industry, source, tests].some((value) => value !== '');
  const hidden = [...queryOf(rest, hide)].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const industryOptions = industriesWithPages.map((each) => [each, industryName(each)] as const);
  const sourceOptions = partners.map((each) => [`partner:${each}`, `Partner ${each}`] as const);
  const industries = [['', 'Every industry'] as const, ...industryOptions];
  const sources = [['', 'Every source'] as const, ['website', 'This website'] as const, ...sourceOptions];
  return html`<details${isUsed && html` open`}><summary>Dates, industry, source, tests</summary>
<form method="get" action="${placeOf(listing)}">${hidden}<div class="fields">
<div><label for="from">From</label><input id="from" name="from" type="date" value="${from}" aria-describedby="days"></div>
<div><label for="to">To</label><input id="to" name="to" type="date" value="${to}" aria-describedby="days"></div>
${renderSelect({ name: 'industry', label: 'Industry', options: industries, chosen: industry })}
${renderSelect({ name: 'source', label: 'Source', options: sources, chosen: source })}
</div><p id="days"><small>Both days are included. Days begin at midnight, ${zone}.</small></p>
<p class="row"><label class="check"><input type="checkbox" name="tests" value="yes"${tests !== '' && html` checked`}> Show tests, too</label><button class="quiet">Apply</button></p></form></details>`;
}

/** `hvac` becomes `HVAC`, `debt-relief` becomes `Debt relief`. */
function industryName(slug: string): string {
  if (slug.length < 5) return slug.toUpperCase();
  return slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');
}

function renderForms(
  session: StaffSession,
  { forms, next }: ListAnswer,
  { listing, href, hide, people }: Listed & { href: Href; people: readonly string[] },
): Markup {
  const clear = isFiltered(listing) && html` <a class="button" href="${href(noFilters)}">Show all forms</a>`;
  if (forms.length === 0) return html`<p class="empty">${whyEmpty(listing)}</p><p class="row">${clear}</p>`;
  const first = listing.after !== '' && html`<a class="button" href="${href({ after: '' })}">Back to the first</a>`;
  const more = next !== null && html`<a class="button" rel="next" href="${href({ after: next })}">Show more</a>`;
  const back = backOf(listing, hide);
  const isInbox = listing.place === 'inbox';
  const shown = forms.map((form) => ['shown', pickOf(form)] as const);
  const body = html`
<table class="forms"><thead><tr><th>Who</th><th>Phone and mail</th><th>About</th><th>When</th><th>State</th></tr></thead>
<tbody>${forms.map((form) => renderRow(form, back))}</tbody></table>${isInbox ? renderChange(session, forms.length, people) : renderDelete(forms.length)}`;
  const action = `${inboxPlace}/${isInbox ? 'change' : 'spam'}`;
  return html`${renderForm(session, { action, hidden: [...hiddenOf({ listing, hide }), ...shown], body })}
<p class="row">${first}${more}${clear}</p>`;
}

function renderChange({ name }: StaffSession, count: number, people: readonly string[]): Markup {
  const others = people.filter((person) => person !== name).map((person) => [person, person] as const);
  const states = [['', 'As it is'] as const, ...leadStates.map((state) => [state, stateNames[state]] as const)];
  const whom = [['', 'As it is'] as const, [name, `Me (${name})`] as const, ...others, ['-', 'Nobody'] as const];
  return html`<fieldset class="aside"><legend>Change the selected forms</legend><div class="fields">
${renderSelect({ name: 'new-state', label: 'State', options: states, chosen: '' })}
${renderSelect({ name: 'new-assignee', label: 'Assigned to', options: whom, chosen: '' })}
<div><label for="new-reminder">Reminder on</label><input id="new-reminder" name="new-reminder" type="date"></div></div>
<p class="row">${renderAll(count)}<button>Change</button></p></fieldset>`;
}

function renderDelete(count: number): Markup {
  return html`<fieldset class="aside"><legend>What no person sent</legend><p class="row">${renderAll(count)}
<button class="quiet">Delete the selected forms as spam</button></p></fieldset>`;
}

/** Without a script nothing can tick all boxes, so one stands for them. */
function renderAll(count: number): Markup {
  return html`<label class="check"><input type="checkbox" name="all" value="yes"> All ${count} on this page</label>`;
}

function pickOf({ reference, version }: ListedForm): string {
  return `${reference}.${version}`;
}

function isFiltered(listing: Listing): boolean {
  return queryOf({ ...listing, after: '' }, (search) => search).size > 0;
}

function whyEmpty(listing: Listing): string {
  const { search, place, after, tests } = listing;
  if (after !== '') return 'There are no more forms.';
  const hidden = tests === '' ? ' Tests are hidden.' : '';
  if (search !== '') {
    return `No results for “${search}”. Try fewer words; three digits of a phone number are enough.${hidden}`;
  }
  if (isFiltered(listing)) return `No forms match these filters.${hidden}`;
  return place === 'quarantine'
    ? 'The quarantine is empty.'
    : `No forms yet. What visitors and partners send appears here.${hidden}`;
}

function renderRow(form: ListedForm, back: string): Markup {
  const { reference, kind, name, phone, email, about, page, createdAt, state } = form;
  const called = name === '' ? 'No name' : shorten(name);
  const pick = html`<input type="checkbox" name="pick" value="${pickOf(form)}" aria-label="Select ${called}, ${reference}"> `;
  const work = [
    ...(form.assignee === null ? [] : [`For ${form.assignee}`]),
    ...(form.remindOn === null ? [] : [`Reminder ${form.remindOn}`]),
  ].join(', ');
  return html`<tr><th scope="row">${!form.isErased && pick}<a href="${formAddress(reference, { back })}"><bdi>${called}</bdi></a><small>${oneOf[kind]}, ${reference}</small>${renderMarks(form)}</th>
<td data-label="Reach">${renderPhone(phone)}<small><bdi>${shorten(email)}</bdi></small></td>
<td data-label="About"><bdi>${shorten(about)}</bdi>${page !== null && html`<small><bdi>${shorten(page)}</bdi></small>`}</td>
<td data-label="When">${renderTime(createdAt)}</td><td data-label="State">${renderState(state)}${work !== '' && html`<small>${work}</small>`}</td></tr>`;
}

function renderExport(session: StaffSession, { forms, counts }: ListAnswer, { listing, hide }: Listed): Part {
  if (forms.length === 0) return null;
  const shown = counts && (listing.state === '' ? totalOf(counts) : counts[listing.state]);
  const count = shown === null ? 'these' : `these ${formatCount(shown)}`;
  const body = html`
<p>Download ${count} forms, all pages of this list, with every field. Times are in UTC.</p>
<p><button class="quiet" name="format" value="xlsx">Download for Excel</button> <button class="quiet" name="format" value="csv">Download as CSV</button></p>`;
  return renderForm(session, {
    action: `${inboxPlace}/export`,
    look: 'aside',
    hidden: hiddenOf({ listing, hide }),
    body,
  });
}

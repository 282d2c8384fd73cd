import { kindNames, type LeadState, leadStates, type OfficeFilters, type OfficeKind } from 'kit/contracts/office';
import { industriesWithPages } from 'kit/contracts/submission-origin';
import { addressWith, filledIn } from '../staff-http.ts';

export const periods = ['today', 'week'] as const;
export type Period = (typeof periods)[number];

export const works = ['mine', 'unassigned', 'due'] as const;
export type Work = (typeof works)[number];

/** The filters of a list as its address has them. */
export interface Listing {
  place: 'inbox' | 'quarantine';
  kind: OfficeKind | null;
  state: LeadState | null;
  search: string;
  /** In place of days, so that a bookmark of today's leads stays one. A week begins on Monday. */
  period: Period | null;
  /** The first and the last day, `2026-11-22`. */
  from: string | null;
  to: string | null;
  industry: string | null;
  /** `website`, or `partner:` and its name. */
  source: string | null;
  tests: boolean;
  /** What is assigned to who looks, what is nobody's, or what has a reminder that is due. */
  work: Work | null;
  after: string | null;
}

export const inboxPlace = '/_ops/inbox';

/** Gives the address of a list. The search text in it is encrypted. */
export function addressOf(listing: Listing, hide: (text: string) => string): string {
  const path = listing.place === 'quarantine' ? `${inboxPlace}/quarantine` : inboxPlace;
  return addressWith(path, queryOf(listing, hide));
}

/** The filters as parameters of an address, or as hidden fields of a form. */
export function queryOf(listing: Listing, hide: (text: string) => string): URLSearchParams {
  const { kind, state, search, period, from, to, industry, source, tests, work, after } = listing;
  const filters = { kind, state, period, from, to, industry, source, tests: tests && 'yes', work };
  return filledIn({ ...filters, s: search && hide(search), after });
}

/** The address of a form's page, with the list that it was opened from (`back`) and what was done (`done`). */
export function formAddress(reference: string, { back = '', done = '' }: { back?: string; done?: string }): string {
  return addressWith(`${inboxPlace}/${reference}`, filledIn({ done, back }));
}

/** What stands in `back`: the address of a list, below the inbox. */
export function backOf(listing: Listing, hide: (text: string) => string): string {
  return addressOf(listing, hide).slice(inboxPlace.length);
}

/** The list that `back` names, read like any other address; null for what names none. */
export function listingOfBack(back: string, show: (hidden: string) => string | null): Listing | null {
  const [, place, query] = /^(\/quarantine)?(?:\?([\w.=&%+:|-]{0,2000}))?$/.exec(back) ?? [];
  if (place === undefined && query === undefined) return null;
  return listingOf(place === undefined ? 'inbox' : 'quarantine', new URLSearchParams(query), show);
}

/** Reads the filters of an address and ignores unknown values; of days and sources what is wrong is said by {@link filtersOf}. */
export function listingOf(
  place: Listing['place'],
  query: URLSearchParams,
  show: (hidden: string) => string | null,
): Listing {
  const text = (name: string) => query.get(name)?.trim().slice(0, 100) || null;
  const [from, to] = [text('from'), text('to')];
  const hasDays = from !== null || to !== null;
  return {
    place,
    kind: kindOf(query.get('kind')),
    state: stateOf(query.get('state')),
    search: show(query.get('s') ?? '') ?? '',
    period: hasDays ? null : (periods.find((period) => period === query.get('period')) ?? null),
    from,
    to,
    industry: industriesWithPages.find((industry) => industry === query.get('industry')) ?? null,
    source: text('source'),
    tests: query.get('tests') === 'yes',
    work: works.find((work) => work === query.get('work')) ?? null,
    after: query.get('after')?.slice(0, 100) || null,
  };
}

/**
 * The filters as the API takes them, with days as moments; a sentence for a day that there is not.
 *
 * @param zone the time zone whose days they are
 * @param by who looks
 */
export function filtersOf(
  listing: Listing,
  { zone, by, now = new Date() }: { zone: string; by: string; now?: Date },
): OfficeFilters | string {
  const { place, kind, state, search, period, industry, source, tests, work } = listing;
  for (const [name, day] of Object.entries({ From: listing.from, To: listing.to })) {
    if (day !== null && !isDay(day)) return `“${name}” must be a day of the years 1900 to 2199, like 2026-11-22.`;
  }
  if (source !== null && !/^(website|partner:[a-z0-9-]{1,90})$/.test(source)) return 'There is no such source.';
  const [from, to] = period === null ? [listing.from, listing.to] : [firstDayOf(period, zone, now), null];
  if (from !== null && to !== null && from > to) return '“From” must not be after “To”.';
  return {
    ...{ place, kind, state, search, industry, source, tests },
    assignee: work === null ? null : { mine: by, unassigned: '', due: null }[work],
    remindBy: work === 'due' ? clockIn(zone, now).slice(0, 10) : null,
    since: from === null ? null : startOfDay(from, zone),
    until: to === null ? null : startOfDay(nextDay(to, 1), zone),
  };
}

export function isDay(text: string): boolean {
  const moment = Date.parse(`${text}T00:00:00Z`);
  return /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(moment) && nextDay(text, 0) === text;
}

function firstDayOf(period: Period, zone: string, now: Date): string {
  const today = clockIn(zone, now).slice(0, 10);
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return period === 'today' ? today : nextDay(today, -sinceMonday);
}

function nextDay(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** The first moment of a day in a time zone, in UTC. */
function startOfDay(day: string, zone: string): string {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  let moment = wanted;
  // Twice, because the zone may have another offset at midnight than at the moment that was tried first.
  for (let tries = 0; tries < 2; tries++) {
    moment += wanted - Date.parse(`${clockIn(zone, new Date(moment)).replace(' ', 'T')}Z`);
  }
  return new Date(moment).toISOString();
}

/** What a clock in the zone shows: `2026-11-22 09:30:00`, as Swedes write it. */
function clockIn(zone: string, moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(moment);
}

export function kindOf(text: string | null): OfficeKind | null {
  return text !== null && Object.hasOwn(kindNames, text) ? (text as OfficeKind) : null; // It is one of the keys.
}

export function stateOf(text: string | null): LeadState | null {
  return leadStates.find((state) => state === text) ?? null;
}

import { kindNames, type OfficeFilters } from 'kit/contracts/office';
import { industriesWithPages } from 'kit/contracts/submission-origin';
import * as z from 'zod/mini';
import { addressWith, filledIn, StaffRefusal } from '../staff-http.ts';
import type { InboxVisit } from './inbox-visit.ts';
import { stateNames } from './marks.tsx';

export const periodNames = { today: 'Today', week: 'This week' } as const;
export const workNames = { mine: 'Mine', unassigned: 'Unassigned', due: 'Reminder due' } as const;

/** One of these values, or an empty text. */
const choiceOf = <Value extends string>(values: readonly Value[]) => z.catch(z.literal(['', ...values]), '');
const keyOf = <Key extends string>(names: Readonly<Record<Key, string>>) => choiceOf(Object.keys(names) as Key[]); // Its own keys.
const cut = z.overwrite<string>((typed) => typed.trim().slice(0, 100));
const text = z._default(z.string().check(cut), '');

/** The filters of a list as its address has them; an empty text does not filter. */
const filtersSchema = z.object({
  kind: keyOf(kindNames),
  state: keyOf(stateNames),
  /** In place of days, so that a bookmark of today's leads stays one. A week begins on Monday. */
  period: keyOf(periodNames),
  /** The first and the last day, `2026-11-22`. */
  from: text,
  to: text,
  industry: choiceOf(industriesWithPages),
  /** `website`, or `partner:` and its name. */
  source: text,
  tests: choiceOf(['yes']),
  /** What is assigned to who looks, what is nobody's, or what has a reminder that is due. */
  work: keyOf(workNames),
  after: text,
});

export interface Listing extends z.infer<typeof filtersSchema> {
  place: 'inbox' | 'quarantine';
  search: string;
  /** The search as addresses have it: encrypted. */
  s: string;
}

export const noFilters = { ...filtersSchema.parse({}), search: '', s: '' };
export const inboxPlace = '/_ops/inbox';

export function addressOf(listing: Listing): string {
  return addressWith(placeOf(listing), queryOf(listing));
}

export function placeOf({ place }: Pick<Listing, 'place'>): string {
  return place === 'quarantine' ? `${inboxPlace}/quarantine` : inboxPlace;
}

/** Gives the address of the list with other filters, from its first page. */
export function hrefWith(listing: Listing, change: Partial<Listing>): string {
  return addressOf({ ...listing, after: '', ...change });
}

/** The filters as parameters of an address, or as hidden fields of a form. */
export function queryOf({ place, search, s, after, ...filters }: Listing): URLSearchParams {
  return filledIn({ ...filters, s, after });
}

export function hiddenOf(listing: Listing): (readonly [name: string, value: string])[] {
  return [['place', listing.place], ...queryOf({ ...listing, after: '' })];
}

/** The address of a form's page, with the list that it was opened from (`back`) and what was done (`done`). */
export function formAddress(reference: string, { back = '', done = '' }: { back?: string; done?: string }): string {
  return addressWith(`${inboxPlace}/${reference}`, filledIn({ done, back }));
}

/** What stands in `back`: the address of a list, below the inbox. */
export function backOf(listing: Listing): string {
  return addressOf(listing).slice(inboxPlace.length);
}

/** Builds the address in `back` anew, so that no foreign text is repeated; empty for what names no list. */
export function readBack(back: string, show: ShowText): string {
  const [, place, query] = /^(\/quarantine)?(?:\?([\w.=&%+:|-]{0,2000}))?$/.exec(back) ?? [];
  if (place === undefined && query === undefined) return '';
  return backOf(listingOf(place === undefined ? 'inbox' : 'quarantine', new URLSearchParams(query), show));
}

/** Decrypts text of an address; null for a text that this server did not encrypt. */
type ShowText = (hidden: string) => string | null;

/** Reads the filters of an address and ignores unknown values; {@link filtersOf} refuses wrong days and sources. */
export function listingOf(place: Listing['place'], query: URLSearchParams, show: ShowText): Listing {
  const filters = filtersSchema.parse(Object.fromEntries(query));
  const hasDays = filters.from !== '' || filters.to !== '';
  const hidden = query.get('s') ?? '';
  const search = show(hidden) ?? '';
  return { ...filters, period: hasDays ? '' : filters.period, place, search, s: search && hidden };
}

/** The filters as the API takes them. @throws StaffRefusal for a day or a source that there is not */
export function filtersOf(listing: Listing, { zone, who }: Pick<InboxVisit, 'zone' | 'who'>): OfficeFilters {
  const { place, kind, state, search, period, industry, source, tests, work } = listing;
  const today = clockIn(zone, new Date()).slice(0, 10);
  for (const [name, day] of Object.entries({ From: listing.from, To: listing.to })) {
    if (day !== '' && !isDay(day))
      throw new StaffRefusal(400, `“${name}” must be a day of the years 1900 to 2199, like 2026-11-22.`);
  }
  if (source !== '' && !/^(website|partner:[a-z0-9-]{1,90})$/.test(source))
    throw new StaffRefusal(400, 'There is no such source.');
  const [from, to] = period === '' ? [listing.from, listing.to] : [firstDayOf(period, today), ''];
  if (from !== '' && to !== '' && from > to) throw new StaffRefusal(400, '“From” must not be after “To”.');
  return {
    ...{ place, search, kind: kind || null, state: state || null, industry: industry || null, source: source || null },
    tests: tests === 'yes',
    assignee: { mine: who.name, unassigned: '', due: null, '': null }[work],
    remindBy: work === 'due' ? today : null,
    since: from === '' ? null : startOfDay(from, zone),
    until: to === '' ? null : startOfDay(nextDay(to, 1), zone),
  };
}

const daySchema = z.iso.date().check(z.regex(/^(19|20|21)/));

export function isDay(text: string): boolean {
  return daySchema.safeParse(text).success;
}

function firstDayOf(period: keyof typeof periodNames, today: string): string {
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

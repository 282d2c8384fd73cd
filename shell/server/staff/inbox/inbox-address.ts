import { kindNames, type LeadState, leadStates, type OfficeKind } from 'kit/contracts/office';

/** The filters of a list. */
export interface Listing {
  place: 'inbox' | 'quarantine';
  kind: OfficeKind | null;
  state: LeadState | null;
  search: string;
  after: string | null;
}

export const inboxPlace = '/_ops/inbox';

/** Gives the address of a list. The search text in it is encrypted. */
export function addressOf({ place, kind, state, search, after }: Listing, hide: (text: string) => string): string {
  const query = new URLSearchParams({
    ...(kind && { kind }),
    ...(state && { state }),
    ...(search !== '' && { s: hide(search) }),
    ...(after && { after }),
  }).toString();
  const path = place === 'quarantine' ? `${inboxPlace}/quarantine` : inboxPlace;
  return query === '' ? path : `${path}?${query}`;
}

/** Reads the filters of an address and ignores unknown values. */
export function listingOf(
  place: Listing['place'],
  query: URLSearchParams,
  show: (hidden: string) => string | null,
): Listing {
  return {
    place,
    kind: kindOf(query.get('kind')),
    state: stateOf(query.get('state')),
    search: show(query.get('s') ?? '') ?? '',
    after: query.get('after')?.slice(0, 100) || null,
  };
}

export function kindOf(text: string | null): OfficeKind | null {
  return text !== null && Object.hasOwn(kindNames, text) ? (text as OfficeKind) : null; // It is one of the keys.
}

export function stateOf(text: string | null): LeadState | null {
  return leadStates.find((state) => state === text) ?? null;
}

import type { OfficeRequest } from 'kit/contracts/office';

/** The first query of the inbox. */
export const firstListing = {
  act: 'list',
  place: 'inbox',
  kind: null,
  state: null,
  search: '',
  after: null,
} as const satisfies OfficeRequest;

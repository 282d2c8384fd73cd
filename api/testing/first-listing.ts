import type { OfficeRequest } from 'kit/contracts/office';

/** The first query of the inbox. */
export const firstListing = {
  act: 'list',
  place: 'inbox',
  kind: null,
  state: null,
  search: '',
  since: null,
  until: null,
  industry: null,
  source: null,
  tests: false,
  assignee: null,
  remindBy: null,
  after: null,
} as const satisfies OfficeRequest;

/** The export of that list. */
export const firstExport = (({ after: _, ...filters }) => ({ ...filters, act: 'export' }) as const)(firstListing);

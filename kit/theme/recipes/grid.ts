/**
 * The one grid of the site: twelve columns, and whatever stands in two begins its second at the same place on every page,
 * after the fifth. On narrower windows the two stand one below the other.
 */
export const twoColumns = {
  display: 'grid',
  gridTemplateColumns: { lg: 'minmax(0, 5fr) minmax(0, 7fr)' },
  columnGap: { lg: '16' },
} as const;

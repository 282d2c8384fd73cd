/** The difference between the two ways to buy leads, on every industry page. */
export const waysToBuy = {
  title: 'Pack or campaign?',
  text: 'A lead pack is a fixed number of leads from an area where we already advertise, bought once. A managed campaign runs ads just for your business, month to month, so its leads cost more.',
  packs: 'See lead packs',
  /** For industries without packs. */
  none: 'Packs are on sale for six other trades today; yours starts with a managed campaign.',
} as const;

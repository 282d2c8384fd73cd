/** The basis of a figure that the specification does not give. */
export const ownFigure = 'An example: put your own figure here.';

/** The basis of a rate that the specification does not give. */
export const ownRate = 'At the rate above, an example: put your own there.';

/** The basis of the percentage of leads that become appointments (docs/specification.md#1). */
export const lowerEnd = 'Of 100 exclusive leads 70 to 90 become booked appointments; this is the lower end.';

export const calculatorWords = {
  title: 'What a month could bring',
  lead: 'Arithmetic with averages, not a promise. Change each figure to yours.',
  /** `visits` in the plural, with an s. */
  worth: (visits: string) => `What one ${visits.slice(0, -1)} is worth to you, in dollars`,
  rate: (visits: string, jobs: string) => `Of 100 ${visits}, how many become ${jobs}`,
  yours: 'With your figure above.',
  cost: 'After what the leads cost you.',
} as const;

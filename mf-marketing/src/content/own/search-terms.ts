/** PPC: the searches of one week, with what each cost and brought. An example, and says so. */
export const searchTerms = {
  id: 'search-terms',
  title: 'Every search that you paid for',
  lead: 'The report lists each one. What brings calls gets more of the budget, and what brings none is stopped.',
  name: 'Search terms report',
  about: 'Roof repair, Utah County, one week',
  rows: [
    { term: 'emergency roof repair near me', cost: 168, calls: 5, next: 'Bid raised' },
    { term: 'roof leak repair provo', cost: 84, calls: 4, next: 'Kept' },
    { term: 'metal roof cost', cost: 66, calls: 1, next: 'Gets a page of its own' },
    { term: 'how to patch a shingle', cost: 31, calls: 0, next: 'Stopped' },
    { term: 'roofing jobs hiring', cost: 22, calls: 0, next: 'Stopped' },
  ],
  columns: { term: 'Search', cost: 'Cost', calls: 'Calls', next: 'What we did' },
  total: 'All five',
  caption: 'An example of one account. The figures are made up; yours come from your own ad account.',
} as const;

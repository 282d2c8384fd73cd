import { type Column, DataTable } from 'kit/blocks';
import { Sheet } from '../sheet.tsx';

/** PPC: the searches of one week with their costs and results. It is labelled as an example. */
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
  total: 'All five',
  caption: 'An example of one account. The figures are made up; yours come from your own ad account.',
} as const;

type SearchTerm = Record<'term' | 'next', string> & Record<'cost' | 'calls', number>;

const columns: readonly Column<SearchTerm>[] = [
  { id: 'term', header: 'Search', rowHeader: true, cell: ({ term }) => term },
  { id: 'cost', header: 'Cost', align: 'end', answer: true, cell: ({ cost }) => `$${cost}` },
  { id: 'calls', header: 'Calls', align: 'end', cell: ({ calls }) => calls },
  { id: 'next', header: 'What we did', wide: true, cell: ({ next }) => next },
];

export function SearchTerms() {
  const { name, about, rows, total, caption } = searchTerms;
  const cost = rows.reduce((sum, row) => sum + row.cost, 0);
  const calls = rows.reduce((sum, row) => sum + row.calls, 0);
  const all = { term: total, cost, calls, next: `$${(cost / calls).toFixed(2)} a call` };
  return (
    <Sheet title={name} caption={caption}>
      <DataTable caption={about} columns={columns} rows={[...rows, all]} rowKey={({ term }) => term} />
    </Sheet>
  );
}

import { type Column, DataTable } from 'kit/blocks';
import { searchTerms } from '../../content/own/search-terms.ts';
import { Sheet } from '../sheet.tsx';

interface SearchTerm {
  term: string;
  cost: number;
  calls: number;
  next: string;
}

const { columns: names } = searchTerms;

const columns: readonly Column<SearchTerm>[] = [
  { id: 'term', header: names.term, rowHeader: true, cell: ({ term }) => term },
  { id: 'cost', header: names.cost, align: 'end', cell: ({ cost }) => `$${cost}` },
  { id: 'calls', header: names.calls, align: 'end', cell: ({ calls }) => calls },
  { id: 'next', header: names.next, wide: true, cell: ({ next }) => next },
];

/** What each search cost, what it brought, and what became of it. */
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

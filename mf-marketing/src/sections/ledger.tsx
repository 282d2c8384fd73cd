import { type Column, DataTable } from 'kit/blocks';
import { chakra } from 'kit/ui';

export interface LedgerRow {
  measure: string;
  figure: string;
  meaning: string;
}

const Figure = chakra('span', { base: { whiteSpace: 'nowrap', fontWeight: '600', fontSize: 'lg' } });

const columns: readonly Column<LedgerRow>[] = [
  { id: 'measure', header: 'Measure', rowHeader: true, cell: (row) => row.measure },
  { id: 'meaning', header: 'What it means', wide: true, cell: (row) => row.meaning },
  { id: 'figure', header: 'Figure', align: 'end', answer: true, cell: (row) => <Figure>{row.figure}</Figure> },
];

/** A table of figures: metric, meaning, amount. */
export function Ledger({ caption, rows }: { caption: string; rows: readonly LedgerRow[] }) {
  return <DataTable caption={caption} columns={columns} rows={rows} rowKey={(row) => row.measure} />;
}

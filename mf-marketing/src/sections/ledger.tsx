import { type Column, DataTable } from 'kit/ui';

export interface LedgerRow {
  measure: string;
  figure: string;
  /** What the figure means for the reader. */
  meaning: string;
}

const columns: readonly Column<LedgerRow>[] = [
  { id: 'measure', header: 'Measure', rowHeader: true, cell: (row) => row.measure },
  { id: 'meaning', header: 'What it means', cell: (row) => row.meaning },
  { id: 'figure', header: 'Figure', align: 'end', cell: (row) => row.figure },
];

/** Figures as a plain account: what is measured, what it means, how much. */
export function Ledger({ caption, rows }: { caption: string; rows: readonly LedgerRow[] }) {
  return <DataTable caption={caption} columns={columns} rows={rows} rowKey={(row) => row.measure} />;
}

import { type Column, DataTable } from 'kit/blocks';
import { Text } from 'kit/ui';
import { weeklyReport } from '../../content/own/weekly-report.ts';
import { Sheet } from '../sheet.tsx';

interface AdWeek {
  ad: string;
  spent: number;
  requests: number;
  booked: number;
}

const { columns: names } = weeklyReport;

const columns: readonly Column<AdWeek>[] = [
  { id: 'ad', header: names.ad, rowHeader: true, cell: ({ ad }) => ad },
  { id: 'spent', header: names.spent, align: 'end', cell: ({ spent }) => `$${spent}` },
  { id: 'requests', header: names.requests, align: 'end', cell: ({ requests }) => requests },
  { id: 'booked', header: names.booked, align: 'end', cell: ({ booked }) => booked },
];

/** What the ads of one week cost and brought, and what changes in the next. */
export function WeeklyReport() {
  const { name, about, rows, total, next, caption } = weeklyReport;
  const sumOf = (figure: 'spent' | 'requests' | 'booked') => rows.reduce((sum, row) => sum + row[figure], 0);
  const all = { ad: total, spent: sumOf('spent'), requests: sumOf('requests'), booked: sumOf('booked') };
  return (
    <Sheet title={name} caption={caption}>
      <DataTable caption={about} columns={columns} rows={[...rows, all]} rowKey={({ ad }) => ad} />
      <Text marginTop="5">{next}</Text>
    </Sheet>
  );
}

import { type Column, DataTable } from 'kit/blocks';
import { Text } from 'kit/ui';
import { Sheet } from '../sheet.tsx';

/** Social media: a client's weekly report about ads. It is labelled as an example. */
export const weeklyReport = {
  id: 'weekly-report',
  title: 'Your report on Monday',
  lead: 'One page, in requests and booked jobs. No impressions, no likes.',
  name: 'Weekly report',
  about: 'Roofing company, Oklahoma City, Monday to Sunday',
  rows: [
    { ad: 'Lead ad: hail check', spent: 210, requests: 6, booked: 5 },
    { ad: 'Story: before and after', spent: 120, requests: 3, booked: 2 },
    { ad: 'Short clip: a roof in 20 seconds', spent: 70, requests: 1, booked: 0 },
  ],
  total: 'The week',
  next: 'Next week: the short clip pauses, and its budget goes to the hail check.',
  caption: 'An example. The figures are made up; yours are counted from your own calls and forms.',
} as const;

type AdWeek = Record<'ad', string> & Record<'spent' | 'requests' | 'booked', number>;

const columns: readonly Column<AdWeek>[] = [
  { id: 'ad', header: 'Ad', rowHeader: true, cell: ({ ad }) => ad },
  { id: 'spent', header: 'Spent', align: 'end', cell: ({ spent }) => `$${spent}` },
  { id: 'requests', header: 'Requests', align: 'end', cell: ({ requests }) => requests },
  { id: 'booked', header: 'Booked', align: 'end', cell: ({ booked }) => booked },
];

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

import { chakra } from 'kit/ui';
import { sampleLeadDialog } from '../content/dialogs.ts';
import type { SampleLead } from '../content/industry.ts';
import { formatUsDate, sampleDate } from '../content/sample-date.ts';

const List = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: { base: '4', md: '6' },
    rowGap: '3',
    padding: { base: '4', md: '5' },
    background: 'surface',
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 'md',
    fontVariantNumeric: 'tabular-nums',
    '& dt': { color: 'muted', fontSize: 'sm', lineHeight: '1.6rem' },
  },
});

/** One lead as it arrives with a buyer, e-mail masked. */
export function SampleLeadCard({ lead }: { lead: SampleLead }) {
  const date = sampleDate(lead.daysAgo);
  return (
    <List>
      {sampleLeadDialog.fields.map(([field, label]) => (
        <div key={field} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{field === 'date' ? <time dateTime={date}>{formatUsDate(date)}</time> : lead[field]}</dd>
        </div>
      ))}
    </List>
  );
}

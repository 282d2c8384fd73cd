import { chakra } from 'kit/ui';
import { sampleLeadDialog } from '../content/dialogs.ts';
import type { SampleLead } from '../content/industry.ts';
import { sampleDate } from '../content/sample-date.ts';

const List = chakra('dl', {
  base: {
    display: 'grid',
    gap: '3',
    padding: { base: 'min({spacing.4}, 4.2vw)', md: '5' },
    background: 'surface',
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 'md',
    fontVariantNumeric: 'tabular-nums',
    // In one column if larger text leaves no space for two.
    '& > div': { display: 'flex', flexWrap: 'wrap', columnGap: { base: '3', md: '6' } },
    '& dt': { width: '4.75rem', color: 'muted', fontSize: 'sm', lineHeight: '1.6rem' },
    '& dd': { flex: '1 1 9rem' },
  },
});

/** One lead before a purchase. Phone number and e-mail address are masked. */
export function SampleLeadCard({ lead }: { lead: SampleLead }) {
  const date = sampleDate(lead.daysAgo);
  const shown = { ...lead, phone: lead.phone.replace(/\d{4}$/, '••••') };
  return (
    <List>
      {sampleLeadDialog.fields.map(([field, label]) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>{field === 'date' ? <time dateTime={date}>{date}</time> : shown[field]}</dd>
        </div>
      ))}
    </List>
  );
}

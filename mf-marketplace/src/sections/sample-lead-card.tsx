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
    // One below the other where larger text leaves no room side by side.
    '& > div': { display: 'flex', flexWrap: 'wrap', columnGap: { base: '3', md: '6' } },
    '& dt': { width: '4.75rem', color: 'muted', fontSize: 'sm', lineHeight: '1.6rem' },
    '& dd': { flex: '1 1 9rem' },
  },
});

/** One lead before it is bought: of the telephone number and the e-mail address there is too little to reach anybody. */
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

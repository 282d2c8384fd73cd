import { chakra } from 'kit/ui';
import type { ReactNode } from 'react';

const List = chakra('dl', {
  base: {
    borderTop: '1px solid',
    borderColor: 'line',
    '& > div': {
      display: 'grid',
      gridTemplateColumns: { md: 'minmax(0, 3fr) minmax(0, 7fr)' },
      columnGap: '8',
      rowGap: '1',
      paddingBlock: '3',
      borderBottom: '1px solid',
      borderColor: 'line',
    },
    '& dt': { fontWeight: '600', paddingTop: '2', paddingBottom: { md: '2' } },
    '& dd': { overflowWrap: 'anywhere', paddingBottom: '2', paddingTop: { md: '2' } },
    // High enough for a finger.
    '& dd > a': { display: 'inline-block', paddingBlock: '0.6rem', marginBlock: '-0.6rem' },
    '& [data-part=note]': { display: 'block', color: 'muted', fontSize: 'sm' },
  },
});

interface Detail {
  label: string;
  value: ReactNode;
  note?: string | undefined;
}

export function ContactDetails({ items }: { items: readonly Detail[] }) {
  return (
    <List>
      {items.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note && <span data-part="note">{note}</span>}
          </dd>
        </div>
      ))}
    </List>
  );
}

import { chakra, List, VisuallyHidden } from 'kit/ui';
import { appointmentBook } from '../../content/own/appointment-book.ts';

const Book = chakra('ul', {
  base: {
    '& > li': {
      display: { sm: 'grid' },
      gridTemplateColumns: '3.5em minmax(0, 1fr)',
      alignItems: 'center',
      paddingBlock: '3',
      borderTop: '1px solid',
      borderColor: 'line',
    },
    '& > li > b': { textStyle: 'h4' },
    '& ul': { display: 'flex', flexWrap: 'wrap', gap: '2' },
    '& i, & ul > li': {
      padding: '2',
      minWidth: 'min(100%, 4.6em)',
      textAlign: 'center',
      fontVariantNumeric: 'tabular-nums',
      border: '1px solid',
      borderColor: 'line',
      borderRadius: 'sm',
      color: 'muted',
    },
    '& [data-kind=filled]': { background: 'success', borderColor: 'success', color: 'white', fontWeight: '600' },
    '& [data-kind=open]': { borderStyle: 'dashed', borderColor: 'control', color: 'fg' },
    // The last line says what the looks mean.
    '& i': { fontStyle: 'normal', fontSize: 'sm' },
    '& > li:last-child': { display: 'flex', flexWrap: 'wrap', gap: '2' },
  },
});

const Caption = chakra('figcaption', { base: { color: 'muted', fontSize: 'sm' } });

function kindOf(slot: string) {
  if (slot.startsWith('+')) return 'filled';
  return slot.startsWith('-') ? 'open' : 'booked';
}

/** Five days and their appointments: those taken, those that a request filled, and those still open. */
export function AppointmentBook() {
  const { week, kinds, caption } = appointmentBook;
  return (
    <figure>
      <Book role="list">
        {week.map(([day, slots]) => (
          <li key={day}>
            <b>{day}</b>
            <List role="list">
              {slots.map((slot) => (
                <li key={slot} data-kind={kindOf(slot)}>
                  {slot.replace(/[+-]/, '')}
                  <VisuallyHidden> {kinds[kindOf(slot)]}</VisuallyHidden>
                </li>
              ))}
            </List>
          </li>
        ))}
        <li aria-hidden>
          {(['booked', 'filled', 'open'] as const).map((kind) => (
            <i key={kind} data-kind={kind}>
              {kinds[kind]}
            </i>
          ))}
        </li>
      </Book>
      <Caption>{caption}</Caption>
    </figure>
  );
}

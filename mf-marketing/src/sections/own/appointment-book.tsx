import { chakra, List, VisuallyHidden } from 'kit/ui';
import { useState } from 'react';

/** Healthcare: a practice's week. `+` is a slot that a new patient filled, `-` is still open. It is labelled as an example. */
export const appointmentBook = {
  title: 'A week in the appointment book',
  lead: 'A slot nobody takes at ten cannot be sold at eleven. Requests come with the times that suit the patient, so you can match them to your openings.',
  week: [
    ['Mon', ['8:00', '9:30', '+11:00', '2:00', '3:30']],
    ['Tue', ['8:00', '+9:30', '11:00', '+2:00', '3:30']],
    ['Wed', ['8:00', '9:30', '11:00', '2:00', '-3:30']],
    ['Thu', ['+8:00', '9:30', '+11:00', '2:00', '+3:30']],
    ['Fri', ['8:00', '9:30', '+11:00', '-2:00', '-3:30']],
  ],
  kinds: { booked: 'Booked before', filled: 'New patient', open: 'Still open' },
  left: (open: number) =>
    open === 0
      ? 'The week is full.'
      : `${open} ${open === 1 ? 'slot is' : 'slots are'} still open: press one to fill it.`,
  caption: 'An example week at one practice. No real patient appears in it.',
} as const;

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
    // A day is one row, as long as its times fit at the current text size.
    '& ul': {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 3.6rem), 1fr))',
      gap: { base: '1', sm: '2' },
    },
    '& ul > li:has(> button)': { display: 'block', border: '0' },
    '& button': { width: '100%' },
    '& i, & ul > li, & button': {
      minHeight: '2.75rem',
      display: 'grid',
      placeContent: 'center',
      fontVariantNumeric: 'tabular-nums',
      border: '1px solid transparent',
      borderRadius: 'sm',
      color: 'muted',
    },
    '& [data-kind=booked]': { background: 'color-mix(in srgb, var(--k-colors-fg) 6%, transparent)' },
    '& [data-kind=filled]': { background: 'success', borderColor: 'success', color: 'white', fontWeight: '600' },
    // Open appointments are buttons and look like those of the site.
    '& [data-kind=open]': { background: 'surface', borderColor: 'action', color: 'link', fontWeight: '600' },
    '& button[data-kind=open]:hover': { background: 'action', color: 'onAction' },
    // The last line is the legend.
    '& i': { fontStyle: 'normal', fontSize: 'sm', minHeight: '2.25rem', paddingInline: '2' },
    '& > li:last-child': { display: 'flex', flexWrap: 'wrap', gap: '2' },
  },
});

const Caption = chakra('figcaption', {
  base: {
    color: 'muted',
    fontSize: 'sm',
    '& b': { display: 'block', color: 'fg', fontSize: 'md', textWrap: 'balance', marginBlock: '2' },
  },
});

function kindOf(slot: string) {
  if (slot.startsWith('+')) return 'filled';
  return slot.startsWith('-') ? 'open' : 'booked';
}

const openSlots = appointmentBook.week.flatMap(([day, slots]) =>
  slots.filter((slot) => kindOf(slot) === 'open').map((slot) => day + slot),
);

export function AppointmentBook() {
  const { week, kinds, left, caption } = appointmentBook;
  const [filled, setFilled] = useState<readonly string[]>([]);
  const toggle = (key: string) =>
    setFilled(filled.includes(key) ? filled.filter((other) => other !== key) : [...filled, key]);
  return (
    <figure>
      <Book role="list">
        {week.map(([day, slots]) => (
          <li key={day}>
            <b>{day}</b>
            <List role="list">
              {slots.map((slot) =>
                kindOf(slot) === 'open' ? (
                  <li key={slot}>
                    <button
                      type="button"
                      aria-pressed={filled.includes(day + slot)}
                      data-kind={filled.includes(day + slot) ? 'filled' : 'open'}
                      onClick={() => toggle(day + slot)}
                    >
                      {slot.slice(1)}
                      <VisuallyHidden>
                        {' '}
                        {day}, {kinds.filled}
                      </VisuallyHidden>
                    </button>
                  </li>
                ) : (
                  <li key={slot} data-kind={kindOf(slot)}>
                    {slot.replace('+', '')}
                    <VisuallyHidden> {kinds[kindOf(slot)]}</VisuallyHidden>
                  </li>
                ),
              )}
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
      <Caption>
        <b role="status">{left(openSlots.length - filled.length)}</b> {caption}
      </Caption>
    </figure>
  );
}

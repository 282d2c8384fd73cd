import { chakra } from 'kit/ui';

/** Solar: the daily sun on three roofs, and the outcome of each request. It is labelled as an example. */
export const roofDays = {
  title: 'Three roofs, one sunny day',
  lead: 'Before an owner meets your closer, we ask which way the roof faces and what stands in its light.',
  roofs: [
    {
      name: 'Faces south',
      day: 'M0 80C40 80 60 6 120 6S200 80 240 80Z',
      text: 'Sun from breakfast to dinner. The owner gets a call while the electric bill is still on the table.',
      verdict: 'Delivered',
    },
    {
      name: 'Faces west',
      day: 'M0 80C90 80 120 66 150 24S210 26 240 80Z',
      text: 'Late sun, when power costs most. You see the hours and can bring up a battery.',
      verdict: 'Delivered, with the hours',
    },
    {
      name: 'Under the oaks',
      day: 'M0 80C70 80 84 62 112 62S130 74 150 72S190 80 240 80Z',
      text: 'An hour of sun at noon, then shade. An appointment here would waste two people’s evening.',
      verdict: 'Not delivered',
    },
  ],
  hours: ['6 AM', 'noon', '8 PM'],
  caption: 'Drawn, not measured: the shape of a clear June day on each roof.',
} as const;

const Roofs = chakra('ul', {
  base: {
    display: 'grid',
    gap: { base: '10', lg: '8' },
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 13rem), 1fr))',
    '& svg': { width: '100%', height: 'auto', fill: 'accent', borderBottom: '2px solid', borderColor: 'fg' },
    '& [data-part=hours]': {
      display: 'flex',
      justifyContent: 'space-between',
      color: 'muted',
      fontSize: 'sm',
      marginTop: '1',
    },
    '& h3': { textStyle: 'h3', marginTop: '5', marginBottom: '2' },
    '& b': { display: 'block', marginTop: '3', color: 'success' },
    '& li:last-child b': { color: 'muted' },
  },
});

const Caption = chakra('figcaption', { base: { color: 'muted', fontSize: 'sm', marginTop: '8' } });

export function RoofDays() {
  const { roofs, hours, caption } = roofDays;
  return (
    <figure>
      <Roofs role="list">
        {roofs.map(({ name, day, text, verdict }) => (
          <li key={name}>
            <svg aria-hidden="true" viewBox="0 0 240 80">
              <path d={day} />
            </svg>
            <p data-part="hours" aria-hidden>
              {hours.map((hour) => (
                <span key={hour}>{hour}</span>
              ))}
            </p>
            <h3>{name}</h3>
            <p>{text}</p>
            <b>{verdict}</b>
          </li>
        ))}
      </Roofs>
      <Caption>{caption}</Caption>
    </figure>
  );
}

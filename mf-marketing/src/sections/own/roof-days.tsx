import { chakra } from 'kit/ui';
import { roofDays } from '../../content/own/roof-days.ts';

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

/** One day's sun on three roofs, as three curves. */
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

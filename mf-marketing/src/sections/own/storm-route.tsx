import { Columns, chakra, List } from 'kit/ui';

/** Roofing: one storm, from the hail to the roofer's visit. It is labelled as an example. */
export const stormRoute = {
  title: 'One storm, hour by hour',
  lead: 'The first roofer on the street signs most of it. This is how you get there first.',
  stops: [
    { when: 'Sat 5:40 PM', what: 'Hail the size of golf balls crosses three ZIP codes west of town.' },
    { when: 'Sat 7:00 PM', what: 'Your ads go live in those three, and nowhere else.' },
    { when: 'Sun 8:10 AM', what: 'An owner finds granules in the gutter and asks for an inspection.' },
    { when: 'Sun 8:11 AM', what: 'Phone and email check out, so the request is on your phone and nobody else’s.' },
    { when: 'Sun 10:30 AM', what: 'You are on the roof.' },
  ],
  sheet: {
    title: 'What you know before you climb',
    items: [
      'Address and number of stories',
      'Age and kind of roof',
      'Day of the storm',
      'Water inside, or not yet',
      'Insurer, and whether a claim is open',
      'Who lets you in, and when',
    ],
  },
  caption: 'An example. Storms keep no schedule, but the order stays the same.',
} as const;

const Sheet = chakra('div', {
  base: {
    padding: { base: '6', md: '8' },
    background: 'surface',
    border: '1px solid',
    borderColor: 'line',
    borderTop: '6px solid {colors.accent}',
    borderRadius: 'sm',
    '& h3': { textStyle: 'h3', marginBottom: '3' },
    '& li': { paddingBlock: '2', borderTop: '1px dashed', borderColor: 'line' },
  },
});

const Route = chakra('ol', {
  base: {
    '& > li': {
      display: 'grid',
      gridTemplateColumns: { sm: '8.5em minmax(0, 1fr)' },
      columnGap: '5',
      paddingLeft: '8',
      paddingBottom: '8',
      marginLeft: '2',
      borderLeft: '2px solid',
      borderColor: 'control',
      position: 'relative',
      lineHeight: '1.4',
    },
    '& > li:last-child': { borderColor: 'transparent', paddingBottom: '0' },
    '& > li::before': {
      content: '""',
      position: 'absolute',
      left: '-0.5625rem',
      top: '0.1em',
      width: '1rem',
      height: '1rem',
      borderRadius: 'full',
      border: '3px solid',
      borderColor: 'fg',
      background: 'bg',
    },
    // The owner's request and everything after it are highlighted.
    '& > li:nth-child(n + 3)::before': { background: 'accent', forcedColorAdjust: 'none' },
    '& b': { textStyle: 'h4', fontVariantNumeric: 'tabular-nums' },
  },
});

export function StormRoute() {
  const { stops, sheet, caption } = stormRoute;
  return (
    <figure>
      <Columns>
        <Sheet>
          <h3>{sheet.title}</h3>
          <List role="list">
            {sheet.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </List>
        </Sheet>
        <div>
          <Route role="list">
            {stops.map(({ when, what }) => (
              <li key={when}>
                <b>{when}</b>
                <span>{what}</span>
              </li>
            ))}
          </Route>
          <Small>{caption}</Small>
        </div>
      </Columns>
    </figure>
  );
}

const Small = chakra('figcaption', { base: { color: 'muted', fontSize: 'sm', marginTop: '8' } });

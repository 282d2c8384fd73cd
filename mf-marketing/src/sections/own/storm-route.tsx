import { Columns, chakra, List } from 'kit/ui';
import { stormRoute } from '../../content/own/storm-route.ts';

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

/** A storm as a timeline, beside the sheet that the roofer takes along. */
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

import { chakra, TextLink } from 'kit/ui';

interface Row {
  title: string;
  text: string;
  /** The link of the title. */
  to?: string;
}

const List = chakra('ul', {
  base: { display: 'grid', '& h3': { textStyle: 'h3' }, '& p': { color: 'muted', marginTop: '1' } },
  variants: {
    look: {
      /** Two beside each other, over the whole width. */
      pairs: {
        gridTemplateColumns: { lg: '1fr 1fr' },
        columnGap: '16',
        '& > li': { paddingBlock: '5', borderTop: '1px solid', borderColor: 'line' },
      },
      /** Three panels from one edge of the window to the other; the words of the first begin where the page does. */
      panels: {
        gridTemplateColumns: { lg: '1fr min(23.5rem, 32vw) 1fr' },
        '& > li': { padding: { base: '5', md: '8', lg: '10' } },
        '& > li:first-child': { background: 'accent', paddingLeft: { lg: 'max(2rem, 50vw - 35.5rem)' } },
        '& > li:first-child :is(h3, p)': { color: 'ink' },
        '& > li:last-child': { background: 'surface' },
      },
    },
  },
});

/** Names, some of them links, each with a sentence. */
export function RowList({ items, look }: { items: readonly Row[]; look: 'panels' | 'pairs' }) {
  return (
    <List role="list" look={look}>
      {items.map(({ title, text, to }) => (
        <li key={title}>
          <h3>
            {to ? (
              <TextLink variant="onward" to={to}>
                {title}
              </TextLink>
            ) : (
              title
            )}
          </h3>
          <p>{text}</p>
        </li>
      ))}
    </List>
  );
}

import { chakra, TextLink } from 'kit/ui';

interface Row {
  title: string;
  text: string;
  /** The link of the title. */
  to?: string;
}

const List = chakra('ul', {
  base: {
    borderTop: '1px solid',
    borderColor: 'line',
    '& > li': {
      display: 'grid',
      gridTemplateColumns: { md: 'minmax(0, 1fr) minmax(0, 1fr)' },
      columnGap: '8',
      rowGap: '1',
      alignItems: 'baseline',
      paddingBlock: '5',
      borderBottom: '1px solid',
      borderColor: 'line',
    },
    '& h3': { textStyle: 'h3' },
    '& p': { color: 'muted' },
  },
  variants: {
    look: {
      rows: {},
      /** Side by side, for a few. */
      columns: {
        display: 'grid',
        gridTemplateColumns: { lg: 'repeat(3, minmax(0, 1fr))' },
        columnGap: '10',
        '& > li': { display: 'block !important', borderBottomWidth: { lg: '0 !important' } },
      },
    },
  },
});

/** Things one under the other: what it is on the left, what there is to say on the right. */
export function RowList({ items, look }: { items: readonly Row[]; look?: 'rows' | 'columns' }) {
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

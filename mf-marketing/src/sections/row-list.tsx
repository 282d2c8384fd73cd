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
});

/** Rows with a title on the left and a text on the right. */
export function RowList({ items }: { items: readonly Row[] }) {
  return (
    <List role="list">
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

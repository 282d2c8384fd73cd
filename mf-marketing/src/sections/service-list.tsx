import { chakra, TextLink } from 'kit/ui';

interface ServiceLine {
  name: string;
  path: string;
  description: string;
}

const List = chakra('ul', {
  base: {
    borderTop: '1px solid',
    borderColor: 'line',
    '& > li': {
      display: 'grid',
      gridTemplateColumns: { md: 'minmax(0, 5fr) minmax(0, 7fr)' },
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

/** The services one under the other, each name a link. */
export function ServiceList({ items }: { items: readonly ServiceLine[] }) {
  return (
    <List role="list">
      {items.map(({ name, path, description }) => (
        <li key={path}>
          <h3>
            <TextLink variant="onward" to={path}>
              {name}
            </TextLink>
          </h3>
          <p>{description}</p>
        </li>
      ))}
    </List>
  );
}

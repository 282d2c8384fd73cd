import { Points } from 'kit/blocks';
import { chakra } from 'kit/ui';

export interface CatalogItem {
  title: string;
  text: string;
  points: readonly string[];
}

const List = chakra('ul', {
  base: {
    display: 'grid',
    '& h3': { textStyle: 'h3' },
    '& [data-part=text]': { color: 'muted', marginTop: '2', maxWidth: 'measure' },
  },
  variants: {
    look: {
      /** One per row: name and description on the left, parts on the right. */
      rows: {
        '& > li': {
          display: 'grid',
          gridTemplateColumns: { md: 'minmax(0, 1fr) minmax(0, 1fr)' },
          columnGap: '16',
          rowGap: '5',
          borderTop: '1px solid',
          borderColor: 'line',
          paddingBlock: { base: '6', md: '8' },
        },
      },
      columns: {
        gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
        '&:has(> :nth-child(3):last-child)': { gridTemplateColumns: { md: 'repeat(3, minmax(0, 1fr))' } },
        columnGap: { base: '6', lg: '10' },
        rowGap: { base: '8', md: '12' },
        '& > li': {
          display: 'flex',
          flexDirection: 'column',
          gap: '5',
          borderLeft: '2px solid',
          borderColor: 'accent',
          paddingLeft: '5',
        },
      },
    },
  },
});

export function Catalog({ items, look }: { items: readonly CatalogItem[]; look: 'rows' | 'columns' }) {
  return (
    <List role="list" look={look}>
      {items.map(({ title, text, points }) => (
        <li key={title}>
          <div>
            <h3>{title}</h3>
            <p data-part="text">{text}</p>
          </div>
          <Points items={points} />
        </li>
      ))}
    </List>
  );
}

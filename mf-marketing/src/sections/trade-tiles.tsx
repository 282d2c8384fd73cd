import { chakra, Picture, TextLink } from 'kit/ui';
import type { DrawingFile } from './drawing.tsx';

interface Trade {
  name: string;
  path: string;
  picture: DrawingFile;
}

const Grid = chakra('ul', {
  base: {
    display: 'grid',
    columnGap: { base: '4', md: '6' },
    rowGap: { base: '4', md: '8' },
    // The columns follow the text size: larger text has fewer.
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, max(9.5rem, 22%)), 1fr))',
    '& > li': { position: 'relative' },
    '& img': { width: '100%', borderRadius: 'md' },
    '& a': { textStyle: 'h4' },
    '& a::after': { content: '""', position: 'absolute', inset: '0' },
  },
});

/** Industries as pictures with names; each tile is one link. */
export function TradeTiles({ items }: { items: readonly Trade[] }) {
  return (
    <Grid role="list">
      {items.map(({ name, path, picture }) => (
        <li key={path}>
          <Picture {...picture} />
          <TextLink variant="onward" to={path}>
            {name}
          </TextLink>
        </li>
      ))}
    </Grid>
  );
}

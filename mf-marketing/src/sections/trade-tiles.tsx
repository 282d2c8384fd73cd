import { chakra, Picture, SceneLink } from 'kit/ui';
import type { trades } from '../content/trades.ts';

const Grid = chakra('ul', {
  base: {
    display: 'grid',
    columnGap: { base: '4', md: '6' },
    rowGap: { base: '4', md: '8' },
    // The columns follow the text size: larger text has fewer.
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, max(9.5rem, 22%)), 1fr))',
    '& > li': { position: 'relative' },
    '& img': { width: '100%', borderRadius: 'md' },
    '& :has(> .transitioning) img': { viewTransitionName: 'scene' },
    '& a': { textStyle: 'h4' },
    '& a::after': { content: '""', position: 'absolute', inset: '0' },
  },
  variants: {
    look: {
      plain: {},
      /**
       * Pictures in a row, up to the right edge of the window. The left margin of a wide window stays free for the link to the
       * top.
       */
      bleed: {
        gap: '0 !important',
        paddingLeft: { md: 'max(2rem, 50% - 35.5rem)' },
        '& img': { borderRadius: '0 !important' },
        '& a': { color: 'fg', paddingBlock: '3', paddingInline: { base: '1.25rem .25rem', md: '0' } },
      },
    },
  },
});

export function TradeTiles({ items, look }: { items: typeof trades; look?: 'bleed' }) {
  return (
    <Grid role="list" look={look}>
      {items.map(({ name, path, picture }) => (
        <li key={path}>
          <Picture {...picture} />
          <SceneLink to={path}>{name}</SceneLink>
        </li>
      ))}
    </Grid>
  );
}

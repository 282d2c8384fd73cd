import { chakra, SceneLink, VisuallyHidden } from 'kit/ui';
import { Drawing, type DrawingFile } from './drawing.tsx';

interface IndustryCard {
  name: string;
  path: string;
  description: string;
  picture: DrawingFile;
}

const Grid = chakra('ul', {
  base: {
    display: 'grid',
    columnGap: { base: '5', md: '8' },
    rowGap: { base: '8', md: '12' },
    // On phones the columns follow the text size: larger text has one column.
    gridTemplateColumns: {
      base: 'repeat(auto-fill, minmax(min(100%, 9.5rem), 1fr))',
      md: 'repeat(3, minmax(0, 1fr))',
    },
    '& :has(> .transitioning) img': { viewTransitionName: 'scene' },
    '& > li': { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '2' },
    '& h3': { textStyle: 'h3', marginTop: '3' },
    '& p': { color: 'muted', marginBottom: 'auto' },
  },
});

/** The industries as pictures with captions, without boxes. */
export function IndustryCards({ items }: { items: readonly IndustryCard[] }) {
  return (
    <Grid role="list">
      {items.map(({ name, path, description, picture }) => (
        <li key={path}>
          <Drawing file={picture} />
          <h3>{name} Leads</h3>
          <p>{description}</p>
          <SceneLink to={path}>
            <span>Learn More</span>
            <VisuallyHidden> about leads for {name}</VisuallyHidden>
          </SceneLink>
        </li>
      ))}
    </Grid>
  );
}

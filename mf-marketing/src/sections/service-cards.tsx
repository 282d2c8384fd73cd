import { Card, chakra, Heading, SceneLink, Text, VisuallyHidden } from 'kit/ui';
import { Drawing, type DrawingFile } from './drawing.tsx';

interface ServiceCard {
  name: string;
  /** A paraphrase for the link, because the name is only on the page once. */
  topic: string;
  path: string;
  fullDescription: string;
  picture: DrawingFile;
}

const Grid = chakra('ul', {
  base: {
    display: 'grid',
    gap: { base: '5', md: '6' },
    gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
    '& > li': { display: 'flex' },
    '& > li:has(.transitioning) img': { viewTransitionName: 'scene' },
    // On a phone the picture stands beside the name, unless large text leaves no room for both.
    '& > li > div': {
      width: '100%',
      display: { base: 'grid', md: 'flex' },
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9rem), 1fr))',
      alignItems: { base: 'center', md: 'flex-start' },
    },
    '& h3': { paddingBlock: { base: '4', md: '0' }, paddingInline: { base: '3', md: '0' } },
    '& p': { gridColumn: '1 / -1', paddingInline: { base: '4', md: '0' }, paddingTop: { base: '4', md: '0' } },
    '& [data-part=body] > a': { gridColumn: '1 / -1', margin: { base: '4', md: '0' } },
    '& [data-part=body]': {
      display: { base: 'contents', md: 'flex' },
      flexDirection: 'column',
      alignItems: 'flex-start',
      gap: '3',
      flex: '1',
      padding: '6',
    },
    '& [data-part=body] > :last-child': { marginTop: 'auto' },
    // Without it the card would be as wide as the picture, which is 0 until it loads.
    '& [data-part=picture]': { width: '100%' },
    '& [data-part=picture] > div': { borderRadius: '0' },
    /** The odd card at the end spans the grid. */
    '& > li:last-child': { gridColumn: { md: '1 / -1' } },
    '& > li:last-child > div': { flexDirection: { md: 'row' }, alignItems: { md: 'center' } },
    // Framed, so that it need not be as high as the words beside it.
    '& > li:last-child [data-part=picture]': { flex: { md: '0 0 44%' }, padding: { md: '6' } },
    '& > li:last-child [data-part=picture] > div': { borderRadius: { md: 'md' } },
    '& > li:last-child [data-part=body]': { justifyContent: 'center', padding: { md: '6 2rem 1.5rem 0', lg: '10' } },
    '& > li:last-child [data-part=body] > :last-child': { marginTop: { md: '2' } },
  },
});

/** The services as cards: picture, name, description and link. */
export function ServiceCards({ items }: { items: readonly ServiceCard[] }) {
  return (
    <Grid role="list">
      {items.map(({ name, topic, path, fullDescription, picture }) => (
        <li key={path}>
          <Card padding="none" linked data-tone="paper">
            <div data-part="picture">
              <Drawing file={picture} />
            </div>
            <div data-part="body">
              <Heading as="h3" size="h3">
                {name}
              </Heading>
              <Text tone="muted">{fullDescription}</Text>
              <SceneLink to={path} data-cover="">
                <span>Learn More</span>
                <VisuallyHidden> about {topic}</VisuallyHidden>
              </SceneLink>
            </div>
          </Card>
        </li>
      ))}
    </Grid>
  );
}

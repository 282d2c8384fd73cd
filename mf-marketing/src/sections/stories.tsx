import { Testimonial } from 'kit/blocks';
import { chakra } from 'kit/ui';

interface Story {
  quote: string;
  name: string;
  position: string;
  mark: { src: string; alt: string };
}

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '12', lg: '16' },
    gridTemplateColumns: { lg: 'minmax(0, 7fr) minmax(0, 5fr)' },
    '& > div': { display: 'grid', gap: '12', alignContent: 'start' },
  },
});

/** Success stories: the first one large, the others beside it. */
export function Stories({ items }: { items: readonly Story[] }) {
  const [first, ...others] = items;
  return (
    <Columns>
      {first && <Testimonial look="large" {...first} />}
      <div>
        {others.map((story) => (
          <Testimonial key={story.name} {...story} />
        ))}
      </div>
    </Columns>
  );
}

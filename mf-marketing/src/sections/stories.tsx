import { Testimonial } from 'kit/blocks';
import type { Story } from 'kit/contracts/site-config';
import { chakra } from 'kit/ui';
import { clientMarks } from '../content/drawings.ts';

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '12', lg: '16' },
    gridTemplateColumns: { lg: 'minmax(0, 5fr) minmax(0, 7fr)' },
    '& > div': { display: 'grid', gap: '12', alignContent: 'start' },
  },
});

/** Success stories: the first one is large. Only example stories have drawn portraits. */
export function Stories({ items, isExample }: { items: readonly Story[]; isExample: boolean }) {
  const [first, ...others] = items;
  return (
    <Columns>
      {first && <StoryQuote story={first} look="large" isExample={isExample} />}
      <div>
        {others.map((story) => (
          <StoryQuote key={story.name} story={story} isExample={isExample} />
        ))}
      </div>
    </Columns>
  );
}

interface StoryQuoteProps {
  story: Story;
  isExample: boolean;
  look?: 'large' | undefined;
}

/** One client's quote with place, result and period. */
export function StoryQuote({ story, isExample, look }: StoryQuoteProps) {
  const { quote, name, position, town, figure, period, industry } = story;
  return (
    <Testimonial
      look={look}
      name={name}
      position={`${position}, ${town}`}
      mark={isExample ? clientMarks[industry] : undefined}
      quote={quote}
      result={
        <>
          <b>{figure.value}</b>
          {` ${figure.label}, ${period}`}
        </>
      }
    />
  );
}

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

/** Success stories: the first one is large with the others next to it. Examples are small, in a row. */
export function Stories({ items, isExample }: { items: readonly Story[]; isExample: boolean }) {
  const [first, ...others] = items;
  if (isExample) {
    return (
      <Examples>
        {items.map((story) => (
          <StoryQuote key={story.name} story={story} isExample />
        ))}
      </Examples>
    );
  }
  return (
    <Columns>
      {first && <StoryQuote story={first} look="large" />}
      <div>
        {others.map((story) => (
          <StoryQuote key={story.name} story={story} />
        ))}
      </div>
    </Columns>
  );
}

interface StoryQuoteProps {
  story: Story;
  /** True for an invented story, which is labelled as an example and has a drawing of the client. */
  isExample?: boolean;
  look?: 'large' | undefined;
}

const Examples = chakra('div', {
  base: { display: 'grid', gap: { base: '12', lg: '10' }, gridTemplateColumns: { lg: 'repeat(3, minmax(0, 1fr))' } },
});

export function StoryQuote({ story, isExample, look }: StoryQuoteProps) {
  const { quote, name, position, town, figure, period, industry } = story;
  return (
    <Testimonial
      look={look}
      name={name}
      position={isExample ? `Example: ${position}, ${town}` : `${position}, ${town}`}
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

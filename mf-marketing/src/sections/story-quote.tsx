import { Testimonial } from 'kit/blocks';
import type { Story } from 'kit/contracts/site-config';

/** The note next to example stories, until the site configuration names real clients. */
export const exampleNote = 'Examples of how clients work with us. The people and their figures are made up.';

export interface ToldStory extends Story {
  /** A drawing of an invented client. */
  mark?: { src: string; alt: string };
}

interface StoryQuoteProps {
  story: ToldStory;
  /** True for an invented story, which is labelled as an example. */
  isExample?: boolean;
  look?: 'large' | undefined;
}

export function StoryQuote({ story, isExample, look }: StoryQuoteProps) {
  const { quote, name, position, town, figure, period, mark } = story;
  return (
    <Testimonial
      look={look}
      name={name}
      position={isExample ? `Example: ${position}, ${town}` : `${position}, ${town}`}
      mark={mark}
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

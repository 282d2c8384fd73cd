import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { testimonialRecipe } from '../theme/recipes/blocks.ts';

const Figure = chakra('figure', testimonialRecipe);

interface TestimonialProps {
  quote: ReactNode;
  name: string;
  /** The client's business and place. */
  position: string;
  /** The result for the client. */
  result?: ReactNode | undefined;
  /** Out of five. */
  stars?: 1 | 2 | 3 | 4 | 5 | undefined;
  look?: 'plain' | 'large' | undefined;
  /** A square drawing as portrait; the default is the initials. */
  mark?: { src: string; alt: string } | undefined;
}

/** A client's quote, with stars that have an accessible name and a drawing in place of a photo. */
export function Testimonial({ quote, name, position, result, stars = 5, look, mark }: TestimonialProps) {
  return (
    <Figure look={look}>
      <span data-part="stars" role="img" aria-label={`${stars} out of 5 stars`}>
        <Stars count={stars} />
      </span>
      <blockquote>{quote}</blockquote>
      {result && <p data-part="result">{result}</p>}
      <figcaption>
        {mark ? (
          <img src={mark.src} alt={mark.alt} width="160" height="160" loading="lazy" />
        ) : (
          <span data-part="mark" aria-hidden>
            {initialsOf(name)}
          </span>
        )}
        <span>
          <span data-part="name">{name}</span>
          <span data-part="role">{position}</span>
        </span>
      </figcaption>
    </Figure>
  );
}

/** The path of one star, relative to the end of the previous star. */
const star = 'm24 0 2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5-4.8-4.6 6.6-.9z';

/** Five stars in one drawing: `count` of them filled, the others outlined. */
function Stars({ count }: { count: number }) {
  return (
    <svg
      aria-hidden="true"
      width="100"
      height="20"
      viewBox="0 0 120 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d={`M-12 2.6${star.repeat(count)}`} fill="currentColor" />
      {count < 5 && <path d={`M${count * 24 - 12} 2.6${star.repeat(5 - count)}`} />}
    </svg>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.charAt(0) ?? '').join('');
}

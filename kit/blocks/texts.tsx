import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon, type IconShape } from '../ui/picture.tsx';

const List = chakra('ul', {
  base: {
    display: 'grid',
    columnGap: { base: '6', lg: '10' },
    rowGap: { base: '8', md: '12' },
    '& > li': { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '2', position: 'relative' },
    '& > li > :is(h3, h4)': { textStyle: 'h3' },
    '& > li > p': { color: 'muted', maxWidth: 'measure' },
    '& > li > [data-part=icon]': { color: 'action', marginBottom: '2' },
  },
  variants: {
    columns: {
      2: { gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' } },
      3: { gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' } },
      4: { gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(4, minmax(0, 1fr))' } },
    },
    look: {
      /** A line above each item. */
      ruled: { '& > li': { borderTop: '1px solid', borderColor: 'line', paddingTop: '6' } },
      plain: {},
      /** One item per row with the title on the left and the text on the right, for few items with longer texts. */
      rows: {
        gridTemplateColumns: '1fr !important',
        rowGap: '0 !important',
        '& > li': {
          borderTop: '1px solid',
          borderColor: 'line',
          paddingBlock: '6',
          display: { base: 'flex', md: 'grid' },
          gridTemplateColumns: { md: 'auto minmax(0, 5fr) minmax(0, 7fr)' },
          columnGap: '8',
          alignItems: 'start',
        },
        '& > li:last-child': { borderBottom: '1px solid', borderBottomColor: 'line' },
        '& > li > [data-part=icon]': { marginBottom: '0' },
        '& > li > :is(h3, h4)': { gridColumn: '2' },
        '& > li > :not(h3, h4, [data-part=icon])': { gridColumn: '3' },
        '& > li:not(:has(> [data-part=icon]))': {
          gridTemplateColumns: { md: 'minmax(0, 5fr) minmax(0, 7fr)' },
          '& > :is(h3, h4)': { gridColumn: '1' },
          '& > :not(h3, h4)': { gridColumn: '2' },
        },
      },
    },
  },
  defaultVariants: { columns: 3, look: 'ruled' },
});
const PointList = chakra('ul', {
  base: {
    display: 'grid',
    gap: '3',
    '& > li': { position: 'relative', paddingLeft: '2.25rem' },
    // Two sides of a rotated box, because forced colours keep borders.
    '& > li::before': {
      content: '""',
      position: 'absolute',
      left: '0.5rem',
      top: '0.2em',
      width: '0.5rem',
      height: '0.9rem',
      border: 'solid',
      borderColor: 'success',
      borderWidth: '0 2px 2px 0',
      rotate: '45deg',
    },
  },
  variants: { columns: { 1: {}, 2: { gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' }, columnGap: '10' } } },
  defaultVariants: { columns: 1 },
});

export interface Feature {
  title: string;
  text?: ReactNode | undefined;
  icon?: IconShape | undefined;
  /** Shown below the text, such as a link or a badge. */
  extra?: ReactNode | undefined;
}

interface FeatureGridProps {
  items: readonly Feature[];
  columns?: 2 | 3 | 4 | undefined;
  /** `ruled`: a line above each item; `rows`: one item per row, title left and text right; `plain`: no decoration. */
  look?: 'ruled' | 'plain' | 'rows' | undefined;
  /** The heading level of the titles; 3 by default. */
  level?: 3 | 4 | undefined;
}

/** A grid of equally important items without boxes. */
export function FeatureGrid({ items, columns, look, level = 3 }: FeatureGridProps) {
  const Title = `h${level}` as const;
  return (
    <List role="list" columns={columns} look={look}>
      {items.map(({ title, text, icon, extra }) => (
        <li key={title}>
          {icon && (
            <span data-part="icon">
              <Icon shape={icon} size={28} />
            </span>
          )}
          <Title>{title}</Title>
          {text && <p>{text}</p>}
          {extra}
        </li>
      ))}
    </List>
  );
}

/** Short statements with check marks. */
export function Points({ items, columns }: { items: readonly string[]; columns?: 1 | 2 }) {
  return (
    <PointList role="list" columns={columns}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </PointList>
  );
}

/** Styles plain paragraphs, headings and lists. */
export const Prose = chakra('div', {
  base: {
    maxWidth: 'measure',
    '& > * + *': { marginTop: '4' },
    '& > h2': { textStyle: 'h2', marginTop: '12' },
    '& > h3': { textStyle: 'h3', marginTop: '8' },
    '& ul, & ol': { paddingLeft: '6' },
    '& ul': { listStyle: 'disc' },
    '& ol': { listStyle: 'decimal' },
    '& li + li': { marginTop: '2' },
    '& li::marker': { color: 'muted' },
    '& a': { color: 'link', textUnderlineOffset: '0.2em' },
  },
});

const Figure = chakra('figure', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '5',
    // In a row of stories the results and portraits are level.
    '& blockquote': { textStyle: 'lead', maxWidth: '40rem', flexGrow: '1' },
    '& [data-part=result] b': { textStyle: 'h3' },
    '& [data-part=stars]': { color: 'action' },
    '& figcaption': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4', lineHeight: '1.35' },
    // Below the portrait if larger text does not fit next to it. The portrait does not grow with the text.
    '& figcaption > :last-child': { flex: '1 1 9em' },
    '& [data-part=mark]': {
      flexShrink: '0',
      display: 'grid',
      placeItems: 'center',
      width: '3rem',
      height: '3rem',
      borderRadius: 'full',
      background: 'ink',
      color: 'paper',
      border: '1px solid',
      borderColor: 'line',
      fontWeight: '700',
      fontSize: 'sm',
    },
    '& img': { borderRadius: 'md', flexShrink: '0', width: '128px' },
    '& [data-part=name]': { fontWeight: '600', display: 'block' },
    '& [data-part=role]': { color: 'muted', fontSize: 'sm', display: 'block' },
  },
  variants: {
    look: {
      plain: {},
      /** For the only testimonial of a section. */
      large: {
        '& img': { width: '176px' },
        '& blockquote': { textStyle: 'h2', fontWeight: '600', maxWidth: '15.5em', textWrap: 'balance' },
      },
    },
  },
  defaultVariants: { look: 'plain' },
});

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

const Reveal = chakra('div', {
  base: {
    '&[data-reveal]': { transition: 'opacity 250ms ease-out, translate 250ms ease-out' },
    '&[data-reveal=waiting]:not(:focus-within)': { opacity: '0', translate: '0 12px' },
    '@media print': { '&[data-reveal]': { opacity: '1', translate: 'none' } },
  },
});

/**
 * Fades content in once, when its top comes within 90 % of the window's height (docs/specification.md#9). A script hides
 * only content below that line; without scripts, or with reduced motion, nothing is hidden.
 */
export function ScrollReveal({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const block = element.current;
    if (!block || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    if (block.getBoundingClientRect().top <= window.innerHeight * 0.9) return;
    block.dataset.reveal = 'waiting';
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.at(-1)?.isIntersecting) return;
        block.dataset.reveal = 'shown';
        observer.disconnect();
      },
      { rootMargin: '0px 0px -10%' },
    );
    observer.observe(block);
    return () => observer.disconnect();
  }, []);

  return <Reveal ref={element}>{children}</Reveal>;
}

import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { Tone } from '../theme/palette.ts';

/**
 * The grid of the site has twelve columns. In a two-column layout, the second column begins after the fifth on every page. On
 * narrower windows the columns are stacked.
 */
export const twoColumns = {
  display: 'grid',
  gridTemplateColumns: { lg: 'minmax(0, 5fr) minmax(0, 7fr)' },
  columnGap: { lg: '16' },
} as const;

/** Selectors use child combinators, so that they do not match elements inside of the body. */
const inner = '& > [data-part=inner]';
const head = `${inner} > [data-part=head]`;

export { chakra };

/** A block, as Chakra's `Box` is one. */
export const Box = chakra.div;

// Chakra's components of these names add shorthand properties, which cost a kilobyte of every first page.

/** Children in a row. */
export const Flex = chakra('div', { base: { display: 'flex' } });

/** Children in a row, vertically centred. */
export const HStack = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: '2' } });

/** Children in a column. */
export const Stack = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '2' } });

export const Grid = chakra('div', { base: { display: 'grid' } });

/** Two columns of the grid, for example a heading and its content. */
export const Columns = chakra('div', { base: { ...twoColumns, rowGap: '8', alignItems: 'start' } });

/** The content column of a page, at most 1200 px wide. */
export const Container = chakra('div', {
  base: { width: '100%', maxWidth: 'page', marginInline: 'auto', paddingInline: { base: '5', md: '8' } },
  variants: { width: { page: {}, text: { maxWidth: '48rem' } } },
  defaultVariants: { width: 'page' },
});

/** A bordered surface. With `linked`, the link inside that has `data-cover` covers the whole card. */
export const Card = chakra('div', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    backgroundColor: 'surface',
    color: 'fg',
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 'md',
    overflow: 'hidden',
  },
  variants: {
    padding: {
      none: {},
      md: { padding: 'min({spacing.6}, 6.2vw)', gap: '3' },
      lg: { padding: { base: 'min({spacing.6}, 6.2vw)', md: '10' }, gap: '4' },
    },
    look: {
      plain: {},
      dashed: { background: 'none', borderStyle: 'dashed', borderColor: 'control' },
      marked: {
        borderColor: 'fg',
        '&::before': {
          content: '""',
          position: 'absolute',
          insetInline: '0',
          top: '0',
          height: '6px',
          background: 'accent',
        },
      },
    },
    /** The card's one link covers it (`data-cover` on the link). */
    linked: {
      true: {
        transition: 'border-color 150ms ease-out',
        '&:hover': { borderColor: 'control' },
        '& [data-cover]::after': { content: '""', position: 'absolute', inset: '0' },
      },
    },
  },
  defaultVariants: { padding: 'md', look: 'plain' },
});

/** One class styles the section and its head. `data-part` identifies the elements inside. */
const Root = chakra('section', {
  base: {
    position: 'relative',
    backgroundColor: 'bg',
    color: 'fg',
    // After a section of the same tone, a single distance is enough.
    '&[data-tone=paper]:is([data-tone=paper] + *), &[data-tone=fog]:is([data-tone=fog] + *)': { paddingTop: '0' },
    [inner]: {
      width: '100%',
      maxWidth: 'page',
      marginInline: 'auto',
      paddingInline: { base: '5', md: '8' },
    },
    [head]: { marginBottom: { base: '8', md: '12' } },
    [`${head} > [data-part=title]`]: { textStyle: 'h2', maxWidth: '12.5em' },
    [`${head} > [data-part=lead]`]: {
      textStyle: 'lead',
      color: 'muted',
      maxWidth: 'measure',
      marginTop: '4',
      textWrap: 'balance',
    },
  },
  variants: {
    space: {
      none: { paddingBlock: '0' },
      sm: { paddingBlock: { base: '10', md: '14' } },
      md: { paddingBlock: { base: '14', md: '24' } },
      lg: { paddingBlock: { base: '18', md: '32' } },
    },
    layout: {
      stack: {},
      split: {
        [inner]: {
          ...twoColumns,
          alignItems: 'start',
        },
        [`${head} > [data-part=title]`]: { maxWidth: { lg: '9.25em' } },
        [head]: { marginBottom: { lg: '0' } },
        // The title stays visible next to a long body.
        '@media (min-width: 64rem) and (min-height: 45rem)': {
          [head]: { position: 'sticky', top: 'calc(var(--header-height) + 3rem)' },
        },
      },
      /** The body extends to the edges of the window. */
      bleed: {
        paddingBottom: '0 !important',
        [inner]: { maxWidth: 'none', paddingInline: '0' },
        [head]: { maxWidth: 'page', marginInline: 'auto', paddingInline: { base: '5', md: '8' } },
      },
      centre: {
        textAlign: 'center',
        [`${head} > *`]: { marginInline: 'auto' },
      },
    },
  },
  defaultVariants: { space: 'md', layout: 'stack' },
});

interface SectionProps {
  /** The anchor. With a title, it also names the section for screen readers. */
  id?: string | undefined;
  /** The tone sets the colours of everything inside. */
  tone?: Tone | undefined;
  title?: ReactNode | undefined;
  lead?: ReactNode | undefined;
  /** `split`: on wide windows the title has its own column. `bleed`: the body extends to the edges of the window. */
  layout?: 'stack' | 'split' | 'centre' | 'bleed' | undefined;
  space?: 'none' | 'sm' | 'md' | 'lg' | undefined;
  /** The heading level of the title; 2 by default. */
  level?: 2 | 3 | undefined;
  children?: ReactNode | undefined;
}

/** A horizontal band of a page with its own tone. */
export function Section({ id, tone = 'paper', title, lead, layout, space, level = 2, children }: SectionProps) {
  const titleId = id && title ? `${id}-title` : undefined;
  const Title = `h${level}` as const;
  return (
    <Root id={id} data-tone={tone} layout={layout} space={space} aria-labelledby={titleId}>
      <div data-part="inner">
        {(title || lead) && (
          <div data-part="head">
            {title && (
              <Title id={titleId} data-part="title">
                {title}
              </Title>
            )}
            {lead && <p data-part="lead">{lead}</p>}
          </div>
        )}
        {children && <div data-part="body">{children}</div>}
      </div>
    </Root>
  );
}

import { defineRecipe } from '@chakra-ui/react';

export const featureGridRecipe = defineRecipe({
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
      4: { gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' } },
    },
    look: {
      /** A line over each item, no boxes. */
      ruled: { '& > li': { borderTop: '1px solid', borderColor: 'line', paddingTop: '6' } },
      plain: {},
      /** Title left, text right, one under the other: for few items with more to say. */
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

/** The horizon line with a lit point for each step: down the side on a phone, across on wide windows. */
export const stepsRecipe = defineRecipe({
  base: {
    display: 'grid',
    gridTemplateColumns: { lg: 'repeat(var(--steps), minmax(0, 1fr))' },
    counterReset: 'step',
    '& > li': {
      position: 'relative',
      counterIncrement: 'step',
      paddingLeft: { base: '12', lg: '0' },
      paddingTop: { base: '0', lg: '10' },
      paddingRight: { lg: '8' },
      paddingBottom: { base: '10', lg: '0' },
      // Titles of one and of two lines: the texts below them begin level.
      display: { lg: 'grid' },
      gridRow: { lg: 'span 2' },
      gridTemplateRows: { lg: 'subgrid' },
    },
    '& > li:last-child': { paddingBottom: '0' },
    // A border and not a background, which forced colours would take away.
    '& > li::before': {
      content: '""',
      position: 'absolute',
      borderStyle: 'solid',
      borderColor: 'control',
      borderWidth: { base: '0 0 0 1px', lg: '1px 0 0' },
      left: { base: '0.4375rem', lg: '0' },
      top: { base: '0.75rem', lg: '0.4375rem' },
      width: { lg: '100%' },
      height: { base: '100%', lg: '0' },
    },
    '& > li:last-child::before': { display: { base: 'none', lg: 'block' } },
    '& > li::after': {
      content: '""',
      position: 'absolute',
      left: '0',
      top: { base: '0.375rem', lg: '0' },
      width: '0.9375rem',
      height: '0.9375rem',
      borderRadius: 'full',
      background: 'accent',
      border: '3px solid',
      borderColor: 'fg',
      forcedColorAdjust: 'none',
    },
    // The steps light up in turn once their top is within 90 % of the window's height (docs/specification.md#9), where the browser
    // can do that without script: side by side, the second and those after it take longer.
    '@supports (animation-timeline: view())': {
      '@media (prefers-reduced-motion: no-preference)': {
        '& > li::after': {
          animation: 'light linear both',
          animationTimeline: 'view()',
          animationRange: 'cover 10% cover 22%',
        },
        '& > li + li::after': { animationRange: 'cover 14% cover 30%' },
        '& > li + li + li::after': { animationRange: 'cover 22% cover 38%' },
      },
    },
    '& > li > :is(h3, h4)': { textStyle: 'h3' },
    '& > li > :is(h3, h4)::before': {
      content: 'counter(step)',
      // Not read twice: the list counts its steps itself.
      '@supports (content: counter(step) / "")': { content: 'counter(step) / ""' },
      display: 'block',
      color: 'muted',
      fontSize: 'md',
      fontVariantNumeric: 'tabular-nums',
      marginBottom: '1',
    },
    '& > li > p': { color: 'muted', marginTop: '2', maxWidth: '34rem' },
  },
});

export const statBandRecipe = defineRecipe({
  base: {
    display: 'grid',
    gridTemplateColumns: {
      // Two side by side, unless the text is too large for two.
      base: 'repeat(auto-fit, minmax(min(max(7rem, 40%), 100%), 1fr))',
      lg: 'repeat(var(--stats), minmax(0, 1fr))',
    },
    gap: { base: '8', lg: '10' },
    // Three in one row rather than two and one.
    '&:has(> :nth-of-type(3):last-of-type)': { gridTemplateColumns: { base: '1fr', md: 'repeat(3, minmax(0, 1fr))' } },
    '& > div': {
      display: 'flex',
      flexDirection: 'column-reverse',
      justifyContent: 'flex-end',
      gap: '2',
      borderLeft: '2px solid',
      borderColor: 'accent',
      paddingLeft: { base: '4', lg: '6' },
    },
    '& dd': { textStyle: 'figure' },
    // Words among the figures; on a phone they would break.
    '&[data-words] dd': { fontSize: { base: 'xl', md: '3xl' } },
    '& dt': { color: 'muted', fontSize: { base: 'sm', md: 'md' }, lineHeight: '1.4' },
  },
});

export const testimonialRecipe = defineRecipe({
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '5',
    '& blockquote': { textStyle: 'lead', maxWidth: '40rem' },
    '& [data-part=result] b': { textStyle: 'h3' },
    '& [data-part=stars]': { color: 'action' },
    '& figcaption': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4', lineHeight: '1.35' },
    // Below the portrait where larger text leaves no room beside it; the portrait itself does not grow with it.
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
      /** The one that has the section to itself. */
      large: {
        '& img': { width: '176px' },
        '& blockquote': { textStyle: 'h2', fontWeight: '600', maxWidth: '15.5em', textWrap: 'balance' },
      },
    },
  },
  defaultVariants: { look: 'plain' },
});

export const proseRecipe = defineRecipe({
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

/** Ticked points: a plain list whose marks are small lights. */
export const pointsRecipe = defineRecipe({
  base: {
    display: 'grid',
    gap: '3',
    '& > li': { position: 'relative', paddingLeft: '2.25rem' },
    // Two sides of a box, turned: forced colours keep a border.
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

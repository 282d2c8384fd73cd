import { defineRecipe } from '@chakra-ui/react';
import { twoColumns } from './grid.ts';

export const containerRecipe = defineRecipe({
  base: { width: '100%', maxWidth: 'page', marginInline: 'auto', paddingInline: { base: '5', md: '8' } },
  variants: { width: { page: {}, text: { maxWidth: '48rem' } } },
  defaultVariants: { width: 'page' },
});

/** Parts are named with their whole path, so that nothing inside the body is meant by mistake. */
const inner = '& > [data-part=inner]';
const head = `${inner} > [data-part=head]`;

/** One class for the section and its head: plain elements inside, told apart by `data-part`. */
export const sectionRecipe = defineRecipe({
  base: {
    position: 'relative',
    backgroundColor: 'bg',
    color: 'fg',
    // On the same ground as the section above it, one distance is enough.
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
        // Beside a long body the title stays in sight.
        '@media (min-width: 64rem) and (min-height: 45rem)': {
          [head]: { position: 'sticky', top: 'calc(var(--header-height) + 3rem)' },
        },
      },
      /** The body reaches to the edges of the window. */
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

export const cardRecipe = defineRecipe({
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

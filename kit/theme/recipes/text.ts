import { defineRecipe } from '@chakra-ui/react';

export const headingRecipe = defineRecipe({
  base: { color: 'fg' },
  variants: {
    size: {
      display: { textStyle: 'display' },
      h1: { textStyle: 'h1' },
      h2: { textStyle: 'h2' },
      h3: { textStyle: 'h3' },
      h4: { textStyle: 'h4' },
    },
  },
  defaultVariants: { size: 'h2' },
});

export const textRecipe = defineRecipe({
  base: { maxWidth: 'measure' },
  variants: {
    size: { sm: { textStyle: 'small' }, md: { textStyle: 'body' }, lead: { textStyle: 'lead' } },
    tone: { plain: {}, muted: { color: 'muted' }, danger: { color: 'danger' }, success: { color: 'success' } },
  },
  defaultVariants: { size: 'md', tone: 'plain' },
});

export const linkRecipe = defineRecipe({
  base: {
    color: 'link',
    textDecoration: 'underline',
    textDecorationThickness: '1px',
    textUnderlineOffset: '0.2em',
    borderRadius: 'sm',
    transition: 'text-decoration-thickness 150ms ease-out',
    '&:hover': { textDecorationThickness: '2px' },
  },
  variants: {
    variant: {
      inline: {},
      /** Stands alone at the end of a block: 44 px to tap, arrow after it. */
      onward: {
        display: 'inline-flex',
        alignItems: 'center',
        gap: '2',
        minHeight: '2.75rem',
        fontWeight: '600',
        textDecoration: 'none',
        '&:hover': { textDecoration: 'underline' },
        '& svg': { transition: 'translate 150ms ease-out' },
        '&:hover svg': { translate: '3px 0' },
      },
      plain: { color: 'inherit', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
    },
  },
  defaultVariants: { variant: 'inline' },
});

export const badgeRecipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    paddingInline: '2',
    paddingBlock: '0.125rem',
    borderRadius: 'sm',
    border: '1px solid',
    borderColor: 'line',
    fontSize: 'sm',
    fontWeight: '600',
    lineHeight: '1.5',
  },
  variants: {
    tone: {
      plain: { color: 'fg', background: 'surface' },
      success: { color: 'success', borderColor: 'currentColor' },
      /** Light on ink in either ground: the beacon is never text on paper. */
      beacon: { color: 'ink', background: 'beacon', borderColor: 'beacon' },
      danger: { color: 'danger', borderColor: 'currentColor' },
    },
  },
  defaultVariants: { tone: 'plain' },
});

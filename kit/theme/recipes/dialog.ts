import { defineRecipe } from '@chakra-ui/react';

/** The buttons of a dialog that is longer than the window stay in sight, unless that is low. */
const stayingFooter = {
  paddingTop: '4',
  background: 'bg',
  // Nothing of the dialog shows between the buttons and its edge.
  boxShadow: '0 2rem 0 {colors.bg}',
  '@media (min-height: 30.01rem)': {
    position: 'sticky',
    bottom: '0',
    paddingBottom: '4',
    marginBottom: '-4',
    zIndex: '1',
  },
} as const;

export const dialogRecipe = defineRecipe({
  base: {
    position: 'fixed',
    inset: '0',
    margin: 'auto',
    // Of the window as well: with larger text, phones would have room for two letters a line.
    width: 'calc(100% - min(2rem, 8.2vw))',
    maxHeight: 'calc(100dvh - 2rem)',
    overflow: 'auto',
    overscrollBehavior: 'contain',
    // The field that has the focus is above the buttons that stay.
    scrollPaddingBlock: '1rem 6.5rem',
    background: 'bg',
    color: 'fg',
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 'md',
    boxShadow: 'float',
    padding: { base: 'min({spacing.6}, 6.2vw)', md: '8' },
    '&[open]': { animation: 'rise 200ms ease-out' },
    '&::backdrop': { background: 'rgb(14 27 42 / 0.6)' },
    '& > [data-part=head]': { display: 'flex', gap: '4', alignItems: 'start', justifyContent: 'space-between' },
    '& > [data-part=head] > [data-part=title]': { textStyle: 'h3', fontSize: 'min({fontSizes.xl}, 8vw)' },
    '& > [data-part=description]': { color: 'muted', marginTop: '2' },
    '& > [data-part=body]': { marginTop: '6' },
    '& > [data-part=footer]': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'flex-end',
      gap: '3',
      marginTop: '4',
      ...stayingFooter,
      // On a phone side by side as wide as the words, or one below the other.
      '& > *': { flexGrow: { base: '1', sm: '0' } },
    },
    '& > [data-part=head] > [data-part=close]': {
      flexShrink: '0',
      display: 'grid',
      placeItems: 'center',
      width: '2.75rem',
      height: '2.75rem',
      margin: '-0.625rem',
      borderRadius: 'sm',
      color: 'muted',
      '&:hover': { color: 'fg', background: 'color-mix(in srgb, currentColor 8%, transparent)' },
    },
  },
  variants: {
    size: { sm: { maxWidth: '28rem' }, md: { maxWidth: '36rem' }, lg: { maxWidth: '48rem' } },
  },
  defaultVariants: { size: 'md' },
});

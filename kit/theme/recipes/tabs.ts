import { defineRecipe } from '@chakra-ui/react';

export const tabsRecipe = defineRecipe({
  base: {
    '& > [role=tablist]': {
      position: 'relative',
      display: 'flex',
      gap: '1',
      overflowX: 'auto',
      background: 'bg',
      borderBottom: '1px solid',
      borderColor: 'control',
    },
    '& > [role=tablist] > [role=tab]': {
      flexShrink: '0',
      minHeight: 'control',
      paddingInline: { base: '3', md: '5' },
      fontWeight: '600',
      color: 'muted',
      borderBottom: '3px solid transparent',
      transition: 'color 150ms ease-out, border-color 150ms ease-out',
      '&:hover': { color: 'fg' },
      '&[aria-selected=true]': { color: 'fg', borderColor: 'action' },
      '&:focus-visible': { outlineOffset: '-2px' },
      // Forced colours draw what is transparent.
      '@media (forced-colors: active)': { '&[aria-selected=false]': { borderColor: 'Canvas' } },
    },
    '& > [role=tabpanel]': {
      paddingTop: { base: '8', md: '10' },
      '&:focus': { outline: 'none' },
    },
  },
  variants: {
    /** The row stays below the header while its panel is read. */
    sticky: {
      true: {
        '@media (min-height: 30.01rem)': {
          '& > [role=tablist]': { position: 'sticky', top: 'var(--header-height)', zIndex: '1' },
        },
        // An anchor stops below the row.
        '& > [role=tabpanel]': { scrollMarginTop: '3rem' },
      },
    },
  },
});

import { defineRecipe } from '@chakra-ui/react';

export const tabsRecipe = defineRecipe({
  base: {
    '& > [role=tablist]': {
      display: 'flex',
      gap: '2',
      overflowX: 'auto',
      borderBottom: '1px solid',
      borderColor: 'line',
      // Room for the focus ring, which overflow would cut off.
      padding: '1',
      paddingBottom: '0',
    },
    '& > [role=tablist] > [role=tab]': {
      flexShrink: '0',
      minHeight: 'control',
      paddingInline: '4',
      fontWeight: '600',
      color: 'muted',
      borderBottom: '3px solid transparent',
      transition: 'color 150ms ease-out, border-color 150ms ease-out',
      '&:hover': { color: 'fg' },
      '&[aria-selected=true]': { color: 'fg', borderColor: 'action' },
      '&:focus-visible': { outlineOffset: '-2px' },
      '@media (forced-colors: active)': { '&[aria-selected=false]': { borderColor: 'Canvas' } },
    },
    '& > [role=tabpanel]': { paddingTop: '8' },
  },
});

import { defineRecipe } from '@chakra-ui/react';

/** A ruled table from 768 px up; below, each row is a block whose cells carry their column's name. */
export const tableRecipe = defineRecipe({
  base: {
    width: '100%',
    fontVariantNumeric: 'tabular-nums',
    '& caption': { textAlign: 'left', color: 'muted', fontSize: 'sm', paddingBottom: '4' },
    '& th, & td': { textAlign: 'left', verticalAlign: 'middle' },
    '& :is(th, td) > [data-part=label]': { display: { base: 'inline', md: 'none' }, color: 'muted', fontSize: 'sm' },
    mdDown: {
      '&, & caption, & tbody, & tr': { display: 'block' },
      '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
      '& tbody tr': { borderTop: '1px solid', borderColor: 'fg', paddingBlock: '4' },
      '& tbody th, & tbody td': {
        display: 'flex',
        justifyContent: 'space-between',
        alignItems: 'baseline',
        gap: '4',
        paddingBlock: '1',
        textAlign: 'right',
      },
      '& tbody th': { textAlign: 'left', textStyle: 'h4', paddingBottom: '2' },
      '& tbody td[data-wide]': { justifyContent: 'flex-start', textAlign: 'left', paddingTop: '4' },
      '& tbody th > [data-part=label], & tbody td[data-wide] > [data-part=label]': { display: 'none' },
    },
    md: {
      '& thead th': {
        fontSize: 'sm',
        fontWeight: '600',
        color: 'muted',
        paddingBottom: '3',
        paddingRight: '6',
        borderBottom: '1px solid',
        borderColor: 'fg',
      },
      '& tbody th, & tbody td': {
        paddingBlock: '4',
        paddingRight: '6',
        borderBottom: '1px solid',
        borderColor: 'line',
      },
      '& tbody th': { fontWeight: '600' },
      '& tbody tr': { transition: 'background-color 150ms ease-out' },
      '& tbody tr:hover': { background: 'color-mix(in srgb, var(--k-colors-fg) 4%, transparent)' },
      '& [data-align=end]': { textAlign: 'right' },
      '& [data-wide]:not([colspan])': { paddingLeft: '6' },
      // Buttons stay side by side; a text breaks where a reader has widened its letters.
      '& [data-wide]:not([colspan]):has(button)': { width: '1%', whiteSpace: 'nowrap' },
      '& :is(th, td):last-child': { paddingRight: '0' },
    },
  },
});

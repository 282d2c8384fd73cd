import { defineRecipe } from '@chakra-ui/react';

const box = {
  width: '100%',
  minHeight: 'control',
  paddingInline: '4',
  paddingBlock: '3',
  background: 'surface',
  color: 'fg',
  border: '1px solid',
  borderColor: 'control',
  borderRadius: 'sm',
  lineHeight: '1.375',
  transition: 'border-color 150ms ease-out',
};

/** One control with its label, description and error: plain elements inside, told apart by `data-part`. */
export const fieldRecipe = defineRecipe({
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    minWidth: '0',
    textAlign: 'left',
    scrollMarginBottom: '4',
    '& [data-part=label]': { fontWeight: '600', lineHeight: '1.375', display: 'block' },
    '& [data-part=label][data-required]::after': {
      content: '" *"',
      color: 'danger',
      // Read by nobody: `required` says it. Browsers that cannot give a text for it would drop the mark with it.
      '@supports (content: "*" / "")': { content: '" *" / ""' },
    },
    '& [data-part=description]': { color: 'muted', fontSize: 'sm', lineHeight: '1.5' },
    '& [data-part=error]': {
      color: 'danger',
      fontSize: 'sm',
      fontWeight: '600',
      lineHeight: '1.5',
      display: 'flex',
      gap: '2',
      '& svg': { marginTop: '0.1em' },
    },
    '& :is(input:not([type=radio], [type=checkbox], [type=file]), textarea, select)': box,
    '& :is(input, textarea)::placeholder': { color: 'muted', opacity: '1' },
    '& :is(input, textarea, select):hover:not(:disabled)': { borderColor: 'fg' },
    '& [aria-invalid=true]:not([type=radio], [type=checkbox])': {
      borderColor: 'danger',
      boxShadow: 'inset 0 0 0 1px var(--k-colors-danger)',
    },
    '& textarea': { minHeight: '8rem', resize: 'vertical', display: 'block' },
    '& [data-part=select]': { position: 'relative', display: 'block' },
    '& select': { appearance: 'none', paddingRight: '12', cursor: 'pointer' },
    '& [data-part=select] svg': {
      position: 'absolute',
      right: '4',
      top: '50%',
      translate: '0 -50%',
      pointerEvents: 'none',
    },
    '& [data-part=choices]': { display: 'flex', flexDirection: 'column', gap: '1' },
    '& [data-part=choice]': {
      display: 'grid',
      gridTemplateColumns: '1.25rem minmax(0, 1fr)',
      columnGap: '3',
      alignItems: 'start',
      paddingBlock: '0.625rem',
      lineHeight: '1.5',
      cursor: 'pointer',
    },
    '& :is([type=radio], [type=checkbox])': {
      width: '1.25rem',
      height: '1.25rem',
      marginTop: '0.125rem',
      accentColor: 'var(--k-colors-action)',
      cursor: 'pointer',
    },
    '& :disabled': { opacity: '0.6', cursor: 'not-allowed' },
  },
  variants: {
    choices: {
      column: {},
      row: { '& [data-part=choices]': { flexDirection: 'row', flexWrap: 'wrap', columnGap: '6' } },
    },
  },
});

/** A control for files: a field of its own, since few forms have one. */
export const fileRecipe = defineRecipe({
  base: {
    width: '100%',
    padding: '3',
    background: 'surface',
    border: '1px dashed',
    borderColor: 'control',
    borderRadius: 'sm',
    fontSize: 'sm',
    '&::file-selector-button': {
      font: 'inherit',
      fontWeight: '600',
      color: 'inherit',
      marginRight: '3',
      paddingInline: '4',
      minHeight: '2.75rem',
      background: 'none',
      border: '1px solid',
      borderColor: 'control',
      borderRadius: 'sm',
      cursor: 'pointer',
    },
  },
});

export const formRecipe = defineRecipe({
  base: { display: 'flex', flexDirection: 'column', gap: '6', width: '100%', maxWidth: 'measure' },
});

export const errorSummaryRecipe = defineRecipe({
  base: {
    background: 'surface',
    border: '2px solid',
    borderColor: 'danger',
    borderRadius: 'sm',
    padding: 'min({spacing.5}, 5.2vw)',
    scrollMarginBottom: '4',
    '& > [data-part=title]': { fontWeight: '700' },
    '& ul': { marginTop: '2', display: 'grid' },
    '& a': {
      display: 'inline-flex',
      alignItems: 'center',
      minHeight: '2.75rem',
      color: 'danger',
      textUnderlineOffset: '0.2em',
    },
  },
});

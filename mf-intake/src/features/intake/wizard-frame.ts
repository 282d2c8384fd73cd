import { Columns, chakra } from 'kit/ui';

/** The kit's form is as wide as a text column; the wizard needs two columns. */
export const WizardFrame = chakra('div', {
  base: {
    scrollMarginTop: 'calc(var(--header-height) + 1rem)',
    '& > form': { maxWidth: 'none', gap: { base: '8', lg: '12' } },
    // Forms are not printed by default, but a printed step should show what is filled in.
    '@media print': { '& > form': { display: 'flex !important' } },
  },
});

/** The step's description on the left and its fields on the right; in one column on a phone. */
export const StepColumns = chakra(Columns, {
  base: {
    '& [data-part=about]': { display: 'flex', flexDirection: 'column', gap: '4' },
    '& [data-part=about] p': { color: 'muted' },
    '& [data-part=fields]': { display: 'flex', flexDirection: 'column', gap: '6', minWidth: '0' },
    '& [data-part=moves]': {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '4',
      paddingTop: '6',
      borderTop: '1px solid',
      borderColor: 'line',
    },
    // On paper no button works, and a placeholder would look like input.
    '@media print': { '& [data-part=moves]': { display: 'none' }, '& ::placeholder': { color: 'transparent' } },
  },
});

import { Columns, chakra } from 'kit/ui';

/** The form of the kit is as wide as a column of text; the wizard has two columns inside it. */
export const WizardFrame = chakra('div', {
  base: {
    scrollMarginTop: 'calc(var(--header-height) + 1rem)',
    '& > form': { maxWidth: 'none', gap: { base: '8', lg: '12' } },
    // Forms are not printed, but for this one: who prints a step wants what is filled in.
    '@media print': { '& > form': { display: 'flex !important' } },
  },
});

/** What a step is about on the left, its fields on the right; one under the other on a phone. */
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
    // Nothing of it can be pressed, and what is only suggested looks like what was typed.
    '@media print': { '& [data-part=moves]': { display: 'none' }, '& ::placeholder': { color: 'transparent' } },
  },
});

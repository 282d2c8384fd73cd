import { chakra } from 'kit/ui';

/** A long list of choices in two columns where the window is wide enough. */
export const ChoiceColumns = chakra('div', {
  // Twice the class: the field's own layout is as specific, and may stand later in the style sheet.
  base: { '&& [data-part=choices]': { display: { md: 'grid' }, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});

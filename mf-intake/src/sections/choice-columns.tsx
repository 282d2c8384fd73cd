import { chakra } from 'kit/ui';

/** A long list of choices, in two columns on wide windows. */
export const ChoiceColumns = chakra('div', {
  // The doubled class outranks the field's own layout, which is equally specific and may come later in the style sheet.
  base: { '&& [data-part=choices]': { display: { md: 'grid' }, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});

import { chakra } from 'kit/ui';

/** A long list of choices in two columns where the window is wide enough. */
export const ChoiceColumns = chakra('div', {
  base: { '& [data-part=choices]': { display: { md: 'grid' }, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});

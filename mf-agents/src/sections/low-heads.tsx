import { chakra } from 'kit/ui';

/** A hero and headings with the text beside the title, so that the first screen of a notebook has what one chooses from. */
export const LowHeads = chakra('div', {
  base: {
    '& > section:first-of-type > [data-part=inner]': {
      paddingTop: { base: '10', lg: '8' },
      paddingBottom: { base: '8' },
    },
    '& > section:nth-of-type(2)': { paddingTop: { lg: '8' } },
    '& [data-part=words]': {
      display: { lg: 'grid' },
      // The columns of the grid.
      gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 7fr)',
      alignItems: 'end',
      columnGap: '16',
    },
    '& [data-part=step]': {
      display: { lg: 'flex' },
      justifyContent: 'space-between',
      alignItems: 'end',
      columnGap: '16',
      '& > div': { flexShrink: '0' },
    },
    '& [data-part=words] > [data-part=kicker]': { marginBottom: { lg: '2' } },
    // Beside the title and the line above it.
    '& [data-part=words] > [data-part=kicker] ~ [data-part=lead]': { gridArea: { lg: '1 / 2 / span 2' } },
    '& :is([data-part=words] > [data-part=lead], [data-part=step] > p)': { marginTop: { base: '3', lg: '0' } },
  },
});

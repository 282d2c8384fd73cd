import { chakra } from 'kit/ui';

/** A hero and headings with the text beside the title, so that the first screen of a notebook has what one chooses from. */
export const LowHeads = chakra('div', {
  base: {
    '& > section:first-of-type > [data-part=inner]': {
      paddingTop: { base: '10', lg: '8' },
      paddingBottom: { base: '8' },
    },
    '& > section:nth-of-type(2)': { paddingTop: { lg: '8' } },
    '& [data-part=words], & [data-part=step]': {
      display: { lg: 'flex' },
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      alignItems: 'end',
      columnGap: '12',
    },
    '& [data-part=words] > [data-part=kicker]': { flexBasis: '100%' },
    '& [data-part=words] > [data-part=lead]': { flex: { lg: '0 1 30rem' } },
    '& :is([data-part=words] > [data-part=lead], [data-part=step] > p)': { marginTop: { base: '3', lg: '0' } },
  },
});

import { chakra } from 'kit/ui';

/** Short fields in a row on wide windows. */
export const FieldGrid = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' },
    gap: '6',
    alignItems: 'start',
  },
});

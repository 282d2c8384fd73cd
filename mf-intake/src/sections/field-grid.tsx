import { chakra } from 'kit/ui';

/** Short fields side by side where the window is wide enough. */
export const FieldGrid = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' },
    gap: '6',
    alignItems: 'start',
  },
});

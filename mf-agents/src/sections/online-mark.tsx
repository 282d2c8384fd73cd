import { chakra } from 'kit/ui';

/** A status with a colored dot. */
export const OnlineMark = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '3',
    color: 'success',
    '&::before': {
      content: '""',
      flexShrink: '0',
      width: '0.75rem',
      height: '0.75rem',
      borderRadius: 'full',
      background: 'success',
      forcedColorAdjust: 'none',
    },
  },
});

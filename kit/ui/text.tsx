import { chakra } from '@chakra-ui/react';
import { badgeRecipe, headingRecipe, textRecipe } from '../theme/recipes/text.ts';

/** A heading: `as` says its level, `size` its looks. */
export const Heading = chakra('h2', headingRecipe);

/** A paragraph of at most 72 characters a line. */
export const Text = chakra('p', textRecipe);

export const Badge = chakra('span', badgeRecipe);

/** Read by screen readers, seen by nobody. */
export const VisuallyHidden = chakra('span', {
  base: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    margin: '-1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});

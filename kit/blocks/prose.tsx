import { chakra } from '@chakra-ui/react';
import { proseRecipe } from '../theme/recipes/blocks.ts';

/** Styles plain paragraphs, headings and lists. */
export const Prose = chakra('div', proseRecipe);

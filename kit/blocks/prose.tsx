import { chakra } from '@chakra-ui/react';
import { proseRecipe } from '../theme/recipes/blocks.ts';

/** Running text: paragraphs, headings and lists written as plain elements. */
export const Prose = chakra('div', proseRecipe);

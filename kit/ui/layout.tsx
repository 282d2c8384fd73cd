import { Box, chakra } from '@chakra-ui/react';
import { twoColumns } from '../theme/recipes/grid.ts';
import { cardRecipe, containerRecipe } from '../theme/recipes/layout.ts';

export { Box, chakra };

// Chakra's own of these names come with short names for a few properties, at a kilobyte of every first page.

/** Side by side, in a row. */
export const Flex = chakra('div', { base: { display: 'flex' } });

/** Side by side, centred on one line. */
export const HStack = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: '2' } });

/** One below the other. */
export const Stack = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '2' } });

/** Columns and rows. */
export const Grid = chakra('div', { base: { display: 'grid' } });

/** Two columns of the one grid: what it is about, and the thing itself. */
export const Columns = chakra('div', { base: { ...twoColumns, rowGap: '8', alignItems: 'start' } });

/** The page's column: 1200 px at most. */
export const Container = chakra('div', containerRecipe);

/** A bordered surface. Give `linked` when one link inside, marked `data-cover`, stands for the whole card. */
export const Card = chakra('div', cardRecipe);

import { Box, chakra, Flex, Grid, HStack, SimpleGrid, Stack } from '@chakra-ui/react';
import { cardRecipe, containerRecipe } from '../theme/recipes/layout.ts';

export { Box, chakra, Flex, Grid, HStack, SimpleGrid, Stack };

/** The page's column: 1200 px at most. */
export const Container = chakra('div', containerRecipe);

/** A bordered surface. Give `linked` when one link inside, marked `data-cover`, stands for the whole card. */
export const Card = chakra('div', cardRecipe);

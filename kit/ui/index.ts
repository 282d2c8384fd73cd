/**
 * The components of every page. Forms, dialogs and toasts have entry points of their own, so that this one stays small.
 */

export { palette } from '../theme/palette.ts';
export { twoColumns } from '../theme/recipes/grid.ts';
export { heroBase } from '../theme/recipes/hero.ts';
export { Button, ButtonLink, SceneLink, TextLink } from './button.tsx';
export { CallToAction } from './call-to-action.tsx';
export { ErrorPanel } from './error-panel.tsx';
export { Hero } from './hero.tsx';
export { Horizon, HorizonLine } from './horizon.tsx';
export { Icon, type IconShape } from './icon.tsx';
export { Box, Card, Columns, Container, chakra, Flex, Grid, HStack, Stack } from './layout.tsx';
export { List } from './list.ts';
export { Picture } from './picture.tsx';
export { Section } from './section.tsx';
export { Spinner } from './spinner.tsx';
export { Badge, Heading, Text, VisuallyHidden } from './text.tsx';

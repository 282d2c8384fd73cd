/**
 * The components of every page. Forms, dialogs and toasts have entry points of their own, so that this one stays small.
 */

export { palette } from '../theme/palette.ts';
export { Button, ButtonLink, SceneLink, TextLink } from './button.tsx';
export { CallToAction, Hero, Horizon, HorizonLine, heroBase } from './hero.tsx';
export { Box, Card, Columns, Container, chakra, Flex, Grid, HStack, Section, Stack, twoColumns } from './layout.tsx';
export { Icon, type IconShape, Picture } from './picture.tsx';
export { ErrorPanel, Spinner } from './status.tsx';
export { Badge, Heading, List, Text, VisuallyHidden } from './text.tsx';

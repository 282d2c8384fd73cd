/** What every page draws with. Light on purpose: forms, dialogs and toasts are doors of their own. */

export { palette } from '../theme/palette.ts';
export { Button, ButtonLink, TextLink } from './button.tsx';
export { CallToAction } from './call-to-action.tsx';
export { type Column, DataTable } from './data-table.tsx';
export { ErrorPanel } from './error-panel.tsx';
export { type Feature, FeatureGrid, Points } from './feature-grid.tsx';
export { Hero } from './hero.tsx';
export { Horizon, HorizonLine } from './horizon.tsx';
export { Icon, type IconShape } from './icon.tsx';
export { Box, Card, Container, chakra, Flex, Grid, HStack, SimpleGrid, Stack } from './layout.tsx';
export { Picture } from './picture.tsx';
export { ProgressBar } from './progress-bar.tsx';
export { Prose } from './prose.tsx';
export { ScrollReveal } from './scroll-reveal.tsx';
export { Section } from './section.tsx';
export { Spinner } from './spinner.tsx';
export { type Stat, StatBand } from './stat-band.tsx';
export { type Step, Steps } from './steps.tsx';
export { Testimonial } from './testimonial.tsx';
export { Badge, Heading, Text, VisuallyHidden } from './text.tsx';

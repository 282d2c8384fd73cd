import { defineSemanticTokens, defineTextStyles, defineTokens } from '@chakra-ui/react/styled-system';
import { displayFamilies } from './display-font.ts';
import { fogTone, palette, tones } from './palette.ts';

/** The height of the fixed header. Anchors and focused elements scroll to a position below it. */
export const headerHeight = { base: '4rem', lg: '5rem' } as const;

/** Spacing in units of 4 px, like Chakra's scale, but only with the steps in use. */
const steps = [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 24, 32] as const;

const systemSans = 'system-ui, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif';

export const tokens = defineTokens({
  colors: Object.fromEntries(Object.entries(palette).map(([name, value]) => [name, { value }])),
  spacing: Object.fromEntries(steps.map((step) => [step, { value: `${step / 4}rem` }])),
  sizes: { page: { value: '75rem' }, measure: { value: '42rem' }, control: { value: '3rem' } },
  radii: { sm: { value: '4px' }, md: { value: '12px' }, full: { value: '999px' } },
  fonts: {
    body: { value: systemSans },
    heading: { value: `${displayFamilies}, {fonts.body}` },
  },
  fontSizes: {
    sm: { value: '0.875rem' },
    md: { value: '1rem' },
    lg: { value: '1.125rem' },
    xl: { value: '1.375rem' },
    '3xl': { value: '2.25rem' },
  },
  shadows: {
    float: { value: '0 1px 2px rgb(14 27 42 / 0.08), 0 16px 40px -8px rgb(14 27 42 / 0.28)' },
  },
  zIndex: { header: { value: 10 }, toast: { value: 30 } },
});

/** The semantic colours of each tone as values of Chakra's semantic tokens. */
export const toneColors = Object.fromEntries(
  Object.entries(tones.paper).map(([name, paper]) => {
    const ink = tones.ink[name as keyof typeof tones.ink];
    const onFog = fogTone[name as keyof typeof fogTone];
    const fog = onFog === paper ? {} : { _fog: `{colors.${onFog}}` };
    return [name, { value: { base: `{colors.${paper}}`, ...fog, _ink: `{colors.${ink}}` } }];
  }),
);

export const semanticTokens = defineSemanticTokens({ colors: toneColors });

const headingStyle = (fontSize: string, lineHeight: string, letterSpacing?: string) => ({
  value: { fontFamily: 'heading', fontWeight: '700', fontSize, lineHeight, ...(letterSpacing && { letterSpacing }) },
});

const h1Size = 'clamp(2.25rem, 1.7rem + 2.4vw, 3rem)';

/** Line height is tight from 36 px up and open below. Sizes grow with the window between a phone and 1280 px. */
export const textStyles = defineTextStyles({
  display: headingStyle('clamp(2.5rem, 1.6rem + 4vw, 4rem)', '1.05', '-0.018em'),
  h1: headingStyle(h1Size, '1.08', '-0.015em'),
  h2: headingStyle('clamp(1.75rem, 1.45rem + 1.3vw, 2.25rem)', '1.14', '-0.01em'),
  h3: headingStyle('xl', '1.25'),
  h4: headingStyle('lg', '1.35'),
  lead: { value: { fontSize: 'clamp(1.125rem, 1.05rem + 0.35vw, 1.375rem)', lineHeight: '1.5' } },
  body: { value: { fontSize: 'md', lineHeight: '1.6' } },
  small: { value: { fontSize: 'sm', lineHeight: '1.5' } },
  figure: { value: { ...headingStyle(h1Size, '1', '-0.02em').value, fontVariantNumeric: 'tabular-nums' } },
});

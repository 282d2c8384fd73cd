import { ChakraProvider, createSystem, defaultBaseConfig, defaultConfig, defineConfig } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { tones } from '../theme/palette.ts';
import { siteConfig } from '../theme/system.ts';
import { toneColors } from '../theme/tokens.ts';

type KitColor = keyof typeof tones.paper;

/** Maps Chakra's semantic colours to the colours of the kit. */
const meanings = {
  bg: { DEFAULT: 'bg', subtle: 'surface', muted: 'surface', emphasized: 'line', panel: 'surface', inverted: 'fg' },
  fg: { DEFAULT: 'fg', muted: 'muted', subtle: 'muted', inverted: 'bg', error: 'danger', success: 'success' },
  border: {
    DEFAULT: 'line',
    muted: 'line',
    subtle: 'line',
    emphasized: 'control',
    inverted: 'fg',
    error: 'danger',
    success: 'success',
  },
  // The default `colorPalette`.
  site: {
    solid: 'action',
    contrast: 'onAction',
    fg: 'link',
    subtle: 'surface',
    muted: 'surface',
    emphasized: 'line',
    border: 'line',
    focusRing: 'focus',
  },
} as const satisfies Record<string, Record<string, KitColor>>;

const { theme = {} } = defaultConfig;
const ofChakra = theme.semanticTokens?.colors ?? {};

/**
 * These colours for each tone of a section, so that Chakra's components follow the tone like those of the kit. Chakra's own
 * neutral colours only support light and dark mode.
 */
const colors = Object.fromEntries(
  Object.entries(meanings).map(([name, shades]) => [
    name,
    {
      ...ofChakra[name],
      ...Object.fromEntries(Object.entries(shades).map(([shade, color]) => [shade, toneColors[color]])),
    },
  ]),
);

const chakraTheme = defineConfig({
  theme: { ...theme, semanticTokens: { ...theme.semanticTokens, colors: { ...ofChakra, ...colors } } },
});

const globalCss = {
  // Copied from Chakra's preflight: the borders of its components need this rule.
  '*, ::before, ::after': { borderWidth: '0', borderStyle: 'solid', borderColor: 'border' },
  ':where(:root, [data-tone])': { colorPalette: 'site' },
};

const { bg: _bg, fg: _fg, ...ofKit } = toneColors;

/**
 * The Chakra system of pages whose remote imports `@chakra-ui/react`: Chakra's whole default configuration, overridden by the
 * tokens of the kit. It has no global styles, because the system of every page (`kit/theme`) provides them.
 */
export const chakraSystem = createSystem(
  defaultBaseConfig,
  chakraTheme,
  { ...siteConfig, theme: { ...siteConfig.theme, semanticTokens: { colors: ofKit } } },
  { globalCss },
);

/** Wraps a page whose remote imports `@chakra-ui/react`. */
export function ChakraPage({ children }: { children: ReactNode }) {
  return <ChakraProvider value={chakraSystem}>{children}</ChakraProvider>;
}

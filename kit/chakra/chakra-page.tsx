import { ChakraProvider, createSystem, defaultBaseConfig, defaultConfig, defineConfig } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { tones } from '../theme/palette.ts';
import { siteConfig } from '../theme/system.ts';
import { toneColors } from '../theme/tokens.ts';

type KitColor = keyof typeof tones.paper;

/** Names of Chakra's semantic colours, each with the colour of the kit that it stands for. */
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
  // The `colorPalette` of a component that names none.
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
 * The colours of the kit under these names, on each ground of a section, so that Chakra's components follow it as those of the kit do.
 * They stand in place of neutral colours that know dark mode and no grounds.
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
  // Chakra's preflight has the same rule, and borders of its components need it.
  '*, ::before, ::after': { borderWidth: '0', borderStyle: 'solid', borderColor: 'border' },
  ':where(:root, [data-tone])': { colorPalette: 'site' },
};

const { bg: _bg, fg: _fg, ...ofKit } = toneColors;

/**
 * Chakra's system of the pages whose remote imports `@chakra-ui/react`: everything that Chakra's documentation has, with the tokens of
 * the kit over Chakra's own. The styles of the whole page come from the system of every page.
 */
export const chakraSystem = createSystem(
  defaultBaseConfig,
  chakraTheme,
  { ...siteConfig, theme: { ...siteConfig.theme, semanticTokens: { colors: ofKit } } },
  { globalCss },
);

/** Stands around a page whose remote imports `@chakra-ui/react`. */
export function ChakraPage({ children }: { children: ReactNode }) {
  return <ChakraProvider value={chakraSystem}>{children}</ChakraProvider>;
}

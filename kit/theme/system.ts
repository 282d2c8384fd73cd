import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { globalCss } from './global-css.ts';
import { semanticTokens, textStyles, tokens } from './tokens.ts';

const config = defineConfig({
  preflight: false,
  // With layers, the missing preflight leaves an unfinished @layer rule that takes the global styles with it.
  disableLayers: true,
  cssVarsPrefix: 'k',
  // A light section inside a dark one starts again from the light meanings.
  cssVarsRoot: ':where(:root, [data-tone=paper], [data-tone=fog])',
  conditions: { ink: '[data-tone=ink] &', fog: '[data-tone=fog] &' },
  globalCss,
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
    tokens,
    semanticTokens,
    textStyles,
    keyframes: {
      spin: { to: { transform: 'rotate(1turn)' } },
      rise: { from: { opacity: '0', translate: '0 8px' } },
    },
  },
});

/**
 * The one Chakra system of the site. It holds our tokens only, and no recipes: each component carries its own
 * (`theme/recipes`), so that a recipe reaches a browser exactly when its component does.
 */
export const system = createSystem(defaultBaseConfig, config);

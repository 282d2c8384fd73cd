import { createSystem, defaultBaseConfig, defineConfig, type SystemContext } from '@chakra-ui/react';
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
  // Chakra repeats each background in a variable for recipes of its own, which this site has none of.
  utilities: {
    background: { values: 'colors', transform: (value) => ({ background: value }) },
    backgroundColor: { values: 'colors', transform: (value) => ({ backgroundColor: value }) },
  },
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
    tokens,
    semanticTokens,
    textStyles,
    keyframes: {
      spin: { to: { transform: 'rotate(1turn)' } },
      rise: { from: { opacity: '0', translate: '0 8px' } },
      beat: { from: { scale: '1 0.25' } },
      // The beam of the hero (`kit/ui/horizon.tsx`): from the far end of the street.
      sweep: { from: { clipPath: 'polygon(61.6% 0, 72% 100%, 100% 100%, 61.6% 4.4%)' } },
      light: { from: { background: 'transparent', scale: '0.6' } },
    },
  },
});

/**
 * The one Chakra system of the site. It holds our tokens only, and no recipes: each component carries its own
 * (`theme/recipes`), so that a recipe reaches a browser exactly when its component does.
 */
export const system = withoutBreakpoints(createSystem(defaultBaseConfig, config));

/** Chakra writes the breakpoints as CSS variables, too, which no media query can read: 270 bytes of every page. */
function withoutBreakpoints(whole: SystemContext): SystemContext {
  for (const values of whole.tokens.cssVarMap.values()) {
    for (const name of values.keys()) if (name.includes('breakpoint')) values.delete(name);
  }
  return { ...whole, _global: [whole.getPreflightCss(), whole.getGlobalCss(), whole.getTokenCss()] };
}

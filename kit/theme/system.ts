import { createSystem, defineConfig, type SystemConfig, type SystemContext } from '@chakra-ui/react';
import { globalCss } from './global-css.ts';
import { conditions, utilities } from './style-properties.ts';
import { semanticTokens, textStyles, tokens } from './tokens.ts';

/** What the system of every page has in common with the one of pages that import Chakra (`kit/chakra/system.ts`). */
export const siteConfig = defineConfig({
  preflight: false,
  // With layers, the missing preflight leaves an unfinished @layer rule that takes the global styles with it.
  disableLayers: true,
  cssVarsPrefix: 'k',
  // A light section inside a dark one starts again from the light meanings.
  cssVarsRoot: ':where(:root, [data-tone=paper], [data-tone=fog])',
  conditions,
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

/** What no tone of a section and no window changes, and no global style names: those are written before. No media query can read a breakpoint that is a variable. */
const plainCategories = ['breakpoints', 'spacing', 'sizes', 'radii', 'fontSizes', 'shadows', 'colors'];

/**
 * Chakra's system of every page. It holds our tokens only, and no recipes: each component of the kit carries its own
 * (`theme/recipes`), so that a recipe reaches a browser exactly when its component does.
 */
export const system = createSiteSystem();

/** @param base what it stands on besides; the tests compare with the whole of Chakra. */
export function createSiteSystem(...base: SystemConfig[]): SystemContext {
  return withGlobalStyles(withPlainValues(createSystem(...base, siteConfig, { globalCss, utilities })));
}

/**
 * Writes such tokens, and the colours of the palette, as what they stand for, wherever a style, a reference or a semantic
 * colour names them: with a variable each, a page carries 400 bytes more. Variables stay what sections change, the semantic
 * colours, and the long font families.
 */
function withPlainValues(whole: SystemContext): SystemContext {
  const { tokens, utility, _config } = whole;
  const plainOf = new Map<string, string>();
  for (const { name, value, extensions } of tokens.allTokens) {
    const { category, prop, negative, originalPath, cssVar, conditions } = extensions;
    const values = plainCategories.includes(category) && tokens.getCategoryValues(category);
    if (!values || !cssVar || conditions) continue;
    const plain = negative ? `-${tokens.getByName(originalPath.join('.'))?.value}` : String(value);
    values[prop] = plain;
    tokens.flatMap.set(name, plain);
    plainOf.set(cssVar.ref, plain);
    for (const variables of tokens.cssVarMap.values()) variables.delete(cssVar.var);
  }
  for (const variables of tokens.cssVarMap.values())
    for (const [name, value] of variables) variables.set(name, plainOf.get(value) ?? value);
  // Those that made a list of their own of the values make it anew.
  for (const [property, utilityConfig] of Object.entries(_config.utilities ?? {}))
    if (utilityConfig) utility.register(property, utilityConfig);
  return whole;
}

/** Chakra wrote them before the changes above. */
function withGlobalStyles(whole: SystemContext): SystemContext {
  return { ...whole, _global: [whole.getPreflightCss(), whole.getGlobalCss(), whole.getTokenCss()] };
}

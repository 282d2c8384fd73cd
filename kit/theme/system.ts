import {
  createSystem,
  defineConfig,
  defineGlobalStyles,
  type SystemConfig,
  type SystemContext,
  type SystemStyleObject,
} from '@chakra-ui/react/styled-system';
import { palette } from './palette.ts';
import { headerHeight, semanticTokens, textStyles, tokens } from './tokens.ts';

/**
 * The CSS properties that accept our tokens, by category of token. They replace Chakra's 243 utilities and 104 conditions,
 * most of which are shorthands or generators (gradients, rings, spacing) and add 4 kB to every first page. All other CSS
 * properties are passed through; other conditions are written as selectors or media queries.
 */
const propertiesByCategory = {
  colors:
    'color background backgroundColor border*Color outlineColor textDecorationColor accentColor caretColor scrollbarColor ' +
    'fill stroke',
  spacing: 'gap rowGap columnGap margin* padding* top right bottom left inset* scrollMargin* scrollPadding*',
  sizes:
    'width minWidth maxWidth height minHeight maxHeight inlineSize minInlineSize maxInlineSize blockSize minBlockSize ' +
    'maxBlockSize flexBasis',
  radii:
    'borderRadius borderTopLeftRadius borderTopRightRadius borderBottomLeftRadius borderBottomRightRadius ' +
    'borderStartStartRadius borderStartEndRadius borderEndStartRadius borderEndEndRadius',
  fonts: 'fontFamily',
  fontSizes: 'fontSize',
  shadows: 'boxShadow textShadow',
  zIndex: 'zIndex',
};

/** What `*` above stands for. */
const sides = ['', 'Top', 'Right', 'Bottom', 'Left'].concat(
  ['Block', 'Inline'].flatMap((axis) => [axis, `${axis}Start`, `${axis}End`]),
);

type Category = keyof typeof propertiesByCategory;

/** Maps each property to the category of tokens that it accepts. */
const utilities: Record<string, { values: Category }> = {};
// The type of Object.entries loses the names of the keys.
for (const [category, names] of Object.entries(propertiesByCategory))
  for (const name of names.split(' '))
    for (const side of sides) utilities[name.replace('*', side)] = { values: category as Category };

/** `_ink` and `_fog` apply in a section of that tone, and `_empty` to an element without content. */
const conditions = { ink: '[data-tone=ink] &', fog: '[data-tone=fog] &', empty: '&:empty' };

/**
 * A smaller replacement of Chakra's preflight, because it is inlined in every page. It is in a cascade layer, so that the
 * layered styles of a remote with another style system override it.
 */
const reset = {
  '*, *::before, *::after, *::backdrop': { boxSizing: 'border-box', margin: '0', padding: '0' },
  'ul, ol': { listStyle: 'none' },
  'img, svg, video, iframe': { display: 'block', maxWidth: '100%' },
  'img, video': { height: 'auto' },
  // An icon next to text keeps its size.
  svg: { flexShrink: '0' },
  'button, input, select, textarea': { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' },
  button: { background: 'none', border: '0', cursor: 'pointer', textAlign: 'inherit' },
  // A click on an icon must hit its button: WebKit continues Tab navigation from the element that was clicked.
  'button svg': { pointerEvents: 'none' },
  'fieldset, iframe, dialog': { border: '0', minWidth: '0' },
  table: { borderCollapse: 'collapse', width: '100%' },
  'h1, h2, h3, h4, h5, h6': { fontSize: 'inherit', fontWeight: 'inherit', textWrap: 'balance' },
  p: { textWrap: 'pretty' },
  a: { color: 'inherit' },
  '[hidden]:not([hidden=until-found])': { display: 'none !important' },
};

const page = {
  html: {
    '--header-height': headerHeight,
    '--call-bar': { base: 'calc(3.5rem + env(safe-area-inset-bottom))', md: '0px' },
    fontFamily: 'body',
    color: 'fg',
    lineHeight: '1.6',
    // The Emotion cache of the shell adds no vendor prefixes, and Safari only supports the prefixed names of these two.
    WebkitTextSizeAdjust: '100%',
    textSizeAdjust: '100%',
    WebkitFontSmoothing: 'antialiased',
    scrollPaddingTop: 'calc(var(--header-height) + 1rem)',
    scrollPaddingBottom: 'calc(var(--call-bar) + 1rem)',
    // `anywhere`, not `break-word`: at 200 % text size a column must be able to shrink below its longest word.
    overflowWrap: 'anywhere',
    '@media (prefers-reduced-motion: no-preference)': { scrollBehavior: 'smooth' },
    '@media (max-height: 30rem)': { '--call-bar': '0px', scrollPaddingTop: '1rem' },
  },
  // Some pages have no call bar (a wizard, a page of another business), so they reserve no space for it.
  'html:has([data-call-bar=none])': { '--call-bar': '0px' },
  body: { minHeight: '100dvh', backgroundColor: 'bg', paddingBottom: 'var(--call-bar)' },
  // The voice provider positions its widget in the corner of this element, which on phones ends above the call bar.
  'body > [data-part=voice]': {
    mdDown: {
      position: 'fixed',
      inset: '0 0 var(--call-bar)',
      transform: 'translateX(0)',
      pointerEvents: 'none',
      zIndex: 'header',
    },
  },
  // Behind a modal dialog the scrollbar gutter stays and has the colour of the dimmed page.
  'html:has(dialog:modal)': { overflow: 'hidden', scrollbarGutter: 'stable', backgroundColor: '#6C737A' },
  '[data-tone=ink]': { colorScheme: 'dark' },
  '[data-tone=paper], [data-tone=fog]': { colorScheme: 'light' },
  ':focus-visible': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
  '[tabindex="-1"]:focus-visible': { outline: 'none' },
  // A button that was clicked before hydration; see the shell's boot scripts.
  'button[aria-busy=true]': { cursor: 'progress', opacity: '0.7' },
  // During a view transition, clicks go through to the page.
  '::view-transition': { pointerEvents: 'none' },
  '::selection': { backgroundColor: palette.beacon, color: palette.ink },
};

const preferences = {
  '@media (prefers-reduced-motion: reduce)': {
    '::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*)': { animation: 'none !important' },
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      scrollBehavior: 'auto !important',
    },
  },
  '@media print': {
    'footer, nav, form, dialog, button, header [data-part=actions] > a + a, [data-print=none]': {
      display: 'none !important',
    },
    // The printed page keeps the brand and the telephone number, like a letterhead.
    'header, header [data-part=actions]': { position: 'static !important', display: 'flex !important' },
    'header [data-part=inner]': { flexWrap: 'wrap', height: 'auto !important' },
    'header [data-part=brand]': { flexShrink: '0 !important' },
    'main, main > *': { minHeight: '0 !important' },
    main: { paddingTop: '0 !important' },
    // A rule of its own, because Firefox before 121 drops the whole rule if it does not support `:has`.
    'div:has(> form:only-child)': { display: 'none !important' },
    // Drawings keep their colours, because the bars of a chart would disappear without them.
    '[aria-hidden=true] *': { printColorAdjust: 'exact', WebkitPrintColorAdjust: 'exact' },
    '*:not([aria-hidden=true], [aria-hidden=true] *)': {
      background: 'none !important',
      color: '#000 !important',
      boxShadow: 'none !important',
    },
    'main a[href^="http"]::after': { content: '" (" attr(href) ")"' },
    'tr, li, figure': { breakInside: 'avoid' },
    'h2, h3': { breakAfter: 'avoid' },
  },
};

const globalCss = defineGlobalStyles({
  // The types treat the selector `p` as the shorthand of `padding`, which this system does not have.
  '@layer reset': reset as SystemStyleObject,
  ...page,
  ...preferences,
});

/** The configuration that this system shares with that of pages that import Chakra (`kit/chakra/chakra-page.tsx`). */
export const siteConfig = defineConfig({
  preflight: false,
  // With layers, the missing preflight leaves an unclosed @layer rule, which swallows the global styles.
  disableLayers: true,
  cssVarsPrefix: 'k',
  // A light section inside a dark one gets the light colours again.
  cssVarsRoot: ':where(:root, [data-tone=paper], [data-tone=fog])',
  conditions,
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
    tokens,
    semanticTokens,
    textStyles,
    keyframes: {
      spin: { to: { transform: 'rotate(1turn)' } },
      rise: { from: { opacity: 'var(--before, 0)', translate: '0 8px' } },
      beat: { from: { scale: '1 0.25' } },
      // The beam of the hero (`kit/ui/hero.tsx`) starts at the far end of the street.
      sweep: { from: { clipPath: 'polygon(61.6% 0, 72% 100%, 100% 100%, 61.6% 4.4%)' } },
      light: { from: { background: 'transparent', scale: '0.6' } },
    },
  },
});

/** Categories whose values no tone and no window size changes. Breakpoints must be plain, because media queries cannot read variables. */
const inlinedCategories = ['breakpoints', 'spacing', 'sizes', 'radii', 'fontSizes', 'shadows', 'colors'];

/**
 * The Chakra system of every page. It has our tokens and no recipes: each component of the kit defines its recipe in its own
 * file, so that a browser only loads the recipes of the components that it uses.
 */
export const system = createSiteSystem();

/** @param base configurations below ours; tests pass Chakra's default to compare with it */
export function createSiteSystem(...base: SystemConfig[]): SystemContext {
  return rebuildGlobalStyles(inlineTokens(createSystem(...base, siteConfig, { globalCss, utilities })));
}

/**
 * Replaces references to the tokens of {@link inlinedCategories} and to palette colours by their values, because a CSS variable
 * for each adds 400 bytes to every page. Semantic colours, which tones change, and the long font families stay variables.
 */
function inlineTokens(whole: SystemContext): SystemContext {
  const { tokens, utility, _config } = whole;
  const plainOf = new Map<string, string>();
  for (const { name, value, extensions } of tokens.allTokens) {
    const { category, prop, negative, originalPath, cssVar, conditions } = extensions;
    const values = inlinedCategories.includes(category) && tokens.getCategoryValues(category);
    if (!values || !cssVar || conditions) continue;
    const plain = negative ? `-${tokens.getByName(originalPath.join('.'))?.value}` : String(value);
    values[prop] = plain;
    tokens.flatMap.set(name, plain);
    plainOf.set(cssVar.ref, plain);
    for (const variables of tokens.cssVarMap.values()) variables.delete(cssVar.var);
  }
  for (const variables of tokens.cssVarMap.values())
    for (const [name, value] of variables) variables.set(name, plainOf.get(value) ?? value);
  // Utilities have copied the values when they were registered, so they are registered again.
  for (const [property, utilityConfig] of Object.entries(_config.utilities ?? {}))
    if (utilityConfig) utility.register(property, utilityConfig);
  return whole;
}

/** Builds the global styles again, because Chakra built them before the changes above. */
function rebuildGlobalStyles(whole: SystemContext): SystemContext {
  return { ...whole, _global: [whole.getPreflightCss(), whole.getGlobalCss(), whole.getTokenCss()] };
}

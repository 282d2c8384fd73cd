import {
  createSystem,
  defineConfig,
  defineGlobalStyles,
  type SystemConfig,
  type SystemContext,
  type SystemStyleObject,
} from '@chakra-ui/react';
import { palette } from './palette.ts';
import { headerHeight, semanticTokens, textStyles, tokens } from './tokens.ts';

/**
 * The properties of CSS that take our tokens, by the tokens' category, and Chakra's conditions that styles name: in place of
 * Chakra's own 243 and 104, most of which are shorthands and small languages of their own (gradients, rings, spaces between),
 * 4 kB of every first page. Every other property of CSS is written as it is, every other condition as a selector or a query.
 */
const propertiesByCategory = {
  colors:
    'color background backgroundColor borderColor borderTopColor borderRightColor borderBottomColor borderLeftColor ' +
    'borderBlockColor borderBlockStartColor borderBlockEndColor borderInlineColor borderInlineStartColor borderInlineEndColor ' +
    'outlineColor textDecorationColor accentColor caretColor scrollbarColor fill stroke',
  spacing:
    'gap rowGap columnGap margin marginTop marginRight marginBottom marginLeft marginBlock marginBlockStart marginBlockEnd ' +
    'marginInline marginInlineStart marginInlineEnd padding paddingTop paddingRight paddingBottom paddingLeft paddingBlock ' +
    'paddingBlockStart paddingBlockEnd paddingInline paddingInlineStart paddingInlineEnd top right bottom left inset insetBlock ' +
    'insetBlockStart insetBlockEnd insetInline insetInlineStart insetInlineEnd scrollMargin scrollMarginTop scrollMarginRight ' +
    'scrollMarginBottom scrollMarginLeft scrollPadding scrollPaddingTop scrollPaddingRight scrollPaddingBottom ' +
    'scrollPaddingLeft scrollPaddingBlock scrollPaddingInline',
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

type Category = keyof typeof propertiesByCategory;

/** Each property, and where Chakra looks its values up. */
const utilities: Record<string, { values: Category }> = {};
// Object.entries forgets the names of the keys.
for (const [category, names] of Object.entries(propertiesByCategory))
  for (const name of names.split(' ')) utilities[name] = { values: category as Category };

/** What a tone of a section changes, as `_ink` and `_fog`, and a place that says nothing yet, as `_empty`. */
const conditions = { ink: '[data-tone=ink] &', fog: '[data-tone=fog] &', empty: '&:empty' };

/**
 * A reset of what this site uses, instead of Chakra's preflight: it is inlined in every page. It is a layer, so that it loses against
 * the styles of a remote that has a system of its own, which are layers too.
 */
const reset = {
  '*, *::before, *::after, *::backdrop': { boxSizing: 'border-box', margin: '0', padding: '0' },
  'ul, ol': { listStyle: 'none' },
  'img, svg, video, iframe': { display: 'block', maxWidth: '100%' },
  'img, video': { height: 'auto' },
  // An icon beside words keeps its size.
  svg: { flexShrink: '0' },
  'button, input, select, textarea': { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' },
  button: { background: 'none', border: '0', cursor: 'pointer', textAlign: 'inherit' },
  // A press on an icon is one on its button: WebKit lets the Tab key go on from what was pressed.
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
    // No prefixes are added for us (see the shell's Emotion cache): Safari knows these two by their old names alone.
    WebkitTextSizeAdjust: '100%',
    textSizeAdjust: '100%',
    WebkitFontSmoothing: 'antialiased',
    scrollPaddingTop: 'calc(var(--header-height) + 1rem)',
    scrollPaddingBottom: 'calc(var(--call-bar) + 1rem)',
    // Not `break-word`: columns have to be able to become narrower than the longest word of a text twice as large.
    overflowWrap: 'anywhere',
    '@media (prefers-reduced-motion: no-preference)': { scrollBehavior: 'smooth' },
    '@media (max-height: 30rem)': { '--call-bar': '0px', scrollPaddingTop: '1rem' },
  },
  // A page with steps of its own, or of somebody else's business, has no bar, and keeps no room for one; nor has a low window.
  'html:has([data-call-bar=none])': { '--call-bar': '0px' },
  body: { minHeight: '100dvh', backgroundColor: 'bg', paddingBottom: 'var(--call-bar)' },
  // The provider's widget keeps to the corner of its host, which ends above the bar of phones.
  'body > [data-part=voice]': {
    mdDown: {
      position: 'fixed',
      inset: '0 0 var(--call-bar)',
      transform: 'translateX(0)',
      pointerEvents: 'none',
      zIndex: 'header',
    },
  },
  // The place of the scroll bar stays, and looks as dimmed as the page beside it.
  'html:has(dialog:modal)': { overflow: 'hidden', scrollbarGutter: 'stable', backgroundColor: '#6C737A' },
  '[data-tone=ink]': { colorScheme: 'dark' },
  '[data-tone=paper], [data-tone=fog]': { colorScheme: 'light' },
  ':focus-visible': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
  '[tabindex="-1"]:focus-visible': { outline: 'none' },
  // Clicked before the page could answer: see the shell's boot scripts.
  'button[aria-busy=true]': { cursor: 'progress', opacity: '0.7' },
  // While one page gives way to the next, presses go to what is below.
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
    // As on a letter: whose it is and the number.
    'header, header [data-part=actions]': { position: 'static !important', display: 'flex !important' },
    'header [data-part=inner]': { flexWrap: 'wrap', height: 'auto !important' },
    'header [data-part=brand]': { flexShrink: '0 !important' },
    'main, main > *': { minHeight: '0 !important' },
    main: { paddingTop: '0 !important' },
    // Firefox before 121 leaves out a rule with a selector that it does not know.
    'div:has(> form:only-child)': { display: 'none !important' },
    // What is drawn keeps its colours: bars of a chart say nothing without them.
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
  // The types take the selector `p` for a short name of `padding`, which no system reads here.
  '@layer reset': reset as SystemStyleObject,
  ...page,
  ...preferences,
});

/** What the system of every page has in common with the one of pages that import Chakra (`kit/chakra/chakra-page.tsx`). */
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
      // The beam of the hero (`kit/ui/hero.tsx`): from the far end of the street.
      sweep: { from: { clipPath: 'polygon(61.6% 0, 72% 100%, 100% 100%, 61.6% 4.4%)' } },
      light: { from: { background: 'transparent', scale: '0.6' } },
    },
  },
});

/** What no tone of a section and no window changes, and no global style names: those are written before. No media query can read a breakpoint that is a variable. */
const plainCategories = ['breakpoints', 'spacing', 'sizes', 'radii', 'fontSizes', 'shadows', 'colors'];

/**
 * Chakra's system of every page. It holds our tokens only, and no recipes: each component of the kit carries its own
 * in its file, so that a recipe reaches a browser exactly when its component does.
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

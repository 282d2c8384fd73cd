import { defineGlobalStyles, type SystemStyleObject } from '@chakra-ui/react';
import { headerHeight } from './header-height.ts';
import { palette } from './palette.ts';

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

export const globalCss = defineGlobalStyles({
  // The types take the selector `p` for a short name of `padding`, which no system reads here.
  '@layer reset': reset as SystemStyleObject,
  ...page,
  ...preferences,
});

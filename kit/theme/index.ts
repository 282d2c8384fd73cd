/** The theme: colours, type, space and the provider that puts them on a page. */
export { headerHeight } from './header-height.ts';
export { KitProvider } from './kit-provider.tsx';
export { type PaletteColor, palette, type Tone, tones } from './palette.ts';
export { system } from './system.ts';

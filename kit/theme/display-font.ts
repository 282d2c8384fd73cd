/**
 * The font of headings, figures, prices and buttons: Bricolage Grotesque Bold (SIL Open Font Licence, `fonts/OFL.txt`), a
 * Latin subset of 11 kB. Its kerning pairs are rounded to 3 thousandths of the size, because exact pairs doubled the file.
 * The shell's build copies the file to `/shell/fonts/`, where it is immutable: a changed file needs a new name. The previous
 * file stays for pages of the previous server version.
 */
const file = '/shell/fonts/bricolage-grotesque-700-2.woff2';

const family = 'Beaconfield Display';

/**
 * Fallback fonts: bold system fonts scaled to the metrics of ours, so that the layout does not shift when the font arrives.
 * Each width is the ratio over all headings of the site. Liberation Sans has the widths of Arial.
 */
const fallbacks = [
  { family: 'Beaconfield Arial', local: ['Arial Bold', 'Liberation Sans Bold'], width: 0.981 },
  { family: 'Beaconfield Roboto', local: ['Roboto Bold'], width: 1.0465 },
] as const;

/** The metrics of our font, relative to its size. */
const ascent = 0.93;
const descent = 0.27;

/** For `font-family`, before the system fonts. */
export const displayFamilies = [family, ...fallbacks.map((fallback) => fallback.family)]
  .map((name) => `"${name}"`)
  .join();

/** The `@font-face` rules in the head of every document. `swap` shows the text in a fallback font until ours arrives. */
export const displayFontCss = [
  `@font-face{font-family:"${family}";src:url(${file})format("woff2");font-weight:600 800;font-display:swap}`,
  ...fallbacks.map((fallback) => {
    const sources = fallback.local.map((name) => `local("${name}")`).join();
    const [up, down] = [ascent, descent].map((part) => percent(part / fallback.width));
    return `@font-face{font-family:"${fallback.family}";src:${sources};font-weight:600 800;size-adjust:${percent(fallback.width)};ascent-override:${up};descent-override:${down}}`;
  }),
].join('');

/** Preloads the font. Without it the browser requests the font only when it lays out the first heading. */
export const displayFontPreload = `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`;

function percent(part: number): string {
  return `${Math.round(part * 1000) / 10}%`;
}

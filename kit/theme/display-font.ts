/**
 * The font of headings, figures, prices and buttons: Bricolage Grotesque Bold (SIL Open Font Licence, `fonts/OFL.txt`), a
 * Latin subset of 11 kB. Its kerning pairs are rounded to 3 thousandths of the size, because exact pairs doubled the file.
 * The shell's build copies the file to `/shell/fonts/`, where it is immutable: a changed file needs a new name. The previous
 * file stays for pages of the previous server version.
 */
const file = '/shell/fonts/bricolage-grotesque-700-2.woff2';

/** For `font-family`, before the system fonts. */
export const displayFamilies = '"Beaconfield Display","Beaconfield Arial","Beaconfield Roboto"';

/**
 * The `@font-face` rules in the head of every document. `swap` shows the text in a fallback font until ours arrives: bold
 * system fonts scaled to the metrics of ours, so that the layout does not shift then. `size-adjust` is the ratio of the widths
 * over all headings of the site; ascent (0.93) and descent (0.27) of ours are divided by it. Liberation Sans has the widths of
 * Arial.
 */
export const displayFontCss = [
  `@font-face{font-family:"Beaconfield Display";src:url(${file})format("woff2");font-weight:600 800;font-display:swap}`,
  '@font-face{font-family:"Beaconfield Arial";src:local("Arial Bold"),local("Liberation Sans Bold");font-weight:600 800;',
  'size-adjust:98.1%;ascent-override:94.8%;descent-override:27.5%}',
  '@font-face{font-family:"Beaconfield Roboto";src:local("Roboto Bold");font-weight:600 800;',
  'size-adjust:104.7%;ascent-override:88.9%;descent-override:25.8%}',
].join('');

/** Preloads the font. Without it the browser requests the font only when it lays out the first heading. */
export const displayFontPreload = `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`;

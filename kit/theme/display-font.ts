/**
 * The face of headings, figures, prices and buttons: Bricolage Grotesque (SIL Open Font Licence, `fonts/OFL.txt`), bold,
 * subset to Latin text, 11 kB. Its kerning is the design's, rounded so that no pair is off by more than 3 thousandths of the
 * size: to the unit it was half of the file. The shell's build puts the file below `/shell/fonts/`; a changed file needs
 * another name, since it is immutable there, and the one before stays for pages that a server of the version before has sent.
 */
const file = '/shell/fonts/bricolage-grotesque-700-2.woff2';

const family = 'Beaconfield Display';

/**
 * Bold faces that systems have, as wide and as high as ours, so that nothing moves when ours comes: the widths of all
 * headings of the site, set in both. Liberation Sans is as wide as Arial.
 */
const standIns = [
  { family: 'Beaconfield Arial', local: ['Arial Bold', 'Liberation Sans Bold'], width: 0.981 },
  { family: 'Beaconfield Roboto', local: ['Roboto Bold'], width: 1.0465 },
] as const;

/** Of ours, in parts of its size. */
const ascent = 0.93;
const descent = 0.27;

/** For `font-family`, ahead of the system's faces. */
export const displayFamilies = [family, ...standIns.map((standIn) => standIn.family)].map((name) => `"${name}"`).join();

/** Written into the head of every document: the text is there at once, and takes our face when that comes. */
export const displayFontCss = [
  `@font-face{font-family:"${family}";src:url(${file})format("woff2");font-weight:600 800;font-display:swap}`,
  ...standIns.map((standIn) => {
    const sources = standIn.local.map((name) => `local("${name}")`).join();
    const [up, down] = [ascent, descent].map((part) => percent(part / standIn.width));
    return `@font-face{font-family:"${standIn.family}";src:${sources};font-weight:600 800;size-adjust:${percent(standIn.width)};ascent-override:${up};descent-override:${down}}`;
  }),
].join('');

/** Asked for with the document, and not only when the browser has found the first heading. */
export const displayFontPreload = `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`;

function percent(part: number): string {
  return `${Math.round(part * 1000) / 10}%`;
}

/**
 * The face of headings: Bricolage Grotesque (SIL Open Font Licence, `fonts/OFL.txt`), bold, subset to Latin text, 13 kB.
 * The shell's build puts the file below `/shell/fonts/`; a changed file needs another name, since it is immutable there.
 * `optional`: a page whose font comes late keeps the system's, so that nothing ever moves; the next page has it.
 */
export const displayFontFace = {
  fontFamily: '"Beaconfield Display"',
  src: 'url("/shell/fonts/bricolage-grotesque-700.woff2") format("woff2")',
  fontWeight: '600 800',
  fontDisplay: 'optional',
} as const;

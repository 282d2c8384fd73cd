/**
 * The face of headings: Bricolage Grotesque (SIL Open Font Licence, `fonts/OFL.txt`), bold, subset to Latin text, 13 kB.
 * The shell serves `kit/theme/fonts/bricolage-grotesque-700.woff2` as an immutable file and writes this into the
 * head. `optional`: a page whose font comes late keeps the system's, so that nothing ever moves; the next has it.
 */
export function displayFontFace(url: string): string {
  return `@font-face{font-family:"Beaconfield Display";src:url(${JSON.stringify(url)}) format("woff2");font-weight:600 800;font-display:optional}`;
}

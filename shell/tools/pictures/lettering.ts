import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Outlines of Bricolage Grotesque Bold on 1000 units, as in kit/theme/fonts (SIL Open Font Licence, OFL.txt there). */
interface Lettering {
  capHeight: number;
  glyphs: Readonly<Record<string, { advance: number; d: string }>>;
  kern: Readonly<Record<string, number>>;
}

const lettering: Lettering = JSON.parse(readFileSync(path.join(import.meta.dirname, 'lettering.json'), 'utf8'));
const { glyphs, kern } = lettering;

interface Words {
  /** Left end of the baseline; the middle with `anchor: 'middle'`. */
  x: number;
  y: number;
  size: number;
  fill: string;
  anchor?: 'start' | 'middle';
}

/** Words in the site's display face as one path, so that no machine needs the font. */
export function words(text: string, { x, y, size, fill, anchor = 'start' }: Words): string {
  const scale = size / 1000;
  let pen = anchor === 'middle' ? x - widthOf(text, size) / 2 : x;
  let d = '';
  for (const [index, letter] of [...text].entries()) {
    const glyph = glyphOf(letter);
    d += place(glyph.d, pen, y, scale);
    pen += (glyph.advance + (kern[letter + (text[index + 1] ?? '')] ?? 0)) * scale;
  }
  return `<path d="${d}" fill="${fill}"/>`;
}

export function widthOf(text: string, size: number): number {
  const units = [...text].reduce(
    (sum, letter, index) => sum + glyphOf(letter).advance + (kern[letter + (text[index + 1] ?? '')] ?? 0),
    0,
  );
  return (units * size) / 1000;
}

/** Height of a capital, for centring words in a shape. */
export function capHeight(size: number): number {
  return (lettering.capHeight * size) / 1000;
}

function glyphOf(letter: string) {
  const glyph = glyphs[letter];
  if (!glyph) throw new Error(`lettering.json has no letter "${letter}".`);
  return glyph;
}

function place(d: string, x: number, y: number, scale: number): string {
  // Small letters need no tenths of a tenth; two digits keep large and small ones smooth.
  const digits = scale < 0.03 ? 100 : 10;
  return d.replace(/(-?\d+) (-?\d+)/g, (_, px: string, py: string) => {
    const move = (value: string, origin: number) => Math.round((Number(value) * scale + origin) * digits) / digits;
    return `${move(px, x)} ${move(py, y)}`;
  });
}

import { palette } from '../../../../kit/theme/palette.ts';
import { widthOf, words } from '../lettering.ts';
import { renderScene, svg } from '../scene.ts';
import { area, at, line, polygon, rect } from '../shapes.ts';
import { homeTown } from './home.ts';

const { ink, inkRaised, paper, slate, beacon, signal } = palette;

/**
 * The brand's mark for tabs and home screens: as in the header, with a full light, since a pale one vanishes at 16 px.
 * `bleed` fills the corners and keeps everything inside the circle that launchers cut out.
 */
export function brandMark(size: number, { bleed = false } = {}): string {
  const shapes = [
    area('M9 25 31 7V25Z', beacon),
    rect(4, 25, 28, 2, paper),
    `<circle cx="9" cy="25" r="4.6" fill="${beacon}" stroke="${ink}" stroke-width="1.6"/>`,
  ].join('');
  const content = bleed ? `<g transform="translate(4.6 5) scale(.74)">${shapes}</g>` : shapes;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 36 36">${rect(0, 0, 36, 36, ink, bleed ? 0 : 5)}${content}</svg>\n`;
}

/** The demo client's logo: a roof over a low horizon with the light behind it, and the name. */
export function horizonRealtyLogo(): string {
  const name = 'Horizon';
  const size = 58;
  const width = Math.ceil(132 + widthOf(name, size) + 8);
  return svg(
    width,
    112,
    [
      area('M22 84a38 38 0 0 1 76 0Z', beacon),
      polygon(
        [
          [30, 84],
          [30, 70],
          [60, 44],
          [90, 70],
          [90, 84],
        ],
        ink,
      ),
      rect(54, 66, 12, 18, paper),
      line('M8 84.5H112', ink, 4),
      line('M24 95H96M40 104H80', signal, 4),
      words(name, { x: 130, y: 66, size, fill: ink }),
      words('Realty Team', { x: 132, y: 100, size: 27, fill: slate }),
    ].join(''),
  );
}

/** What a shared link shows: the mark, the brand, a line, and the town with its one lit door. 1200 by 630. */
export function sharingPicture(brand: string, claim: readonly string[]): string {
  const inside = (text: string) => text.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
  return svg(
    1200,
    630,
    [
      rect(0, 0, 1200, 630, ink),
      at(-370, 72, inside(renderScene(homeTown)), 0.62),
      at(64, 56, inside(brandMark(36)).replace(`fill="${ink}"`, `fill="${inkRaised}"`), 2),
      words(brand, { x: 156, y: 108, size: 48, fill: paper }),
      ...claim.map((text, index) => words(text, { x: 64, y: 206 + index * 66, size: 62, fill: paper })),
    ].join(''),
  );
}

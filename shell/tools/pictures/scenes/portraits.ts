import { palette } from '../../../../kit/theme/palette.ts';
import { capHeight, words } from '../lettering.ts';
import { mix, paints } from '../paint.ts';
import { svg } from '../scene.ts';
import { area, at, circle, ellipse, line, polygon, rect } from '../shapes.ts';
import { fan } from '../subjects/equipment.ts';
import { shingledHouse } from '../subjects/homes.ts';
import { courthouse } from '../subjects/institutions.ts';

const { ink, inkRaised, inkLine, paper, white, slate, mist, beacon, beaconBright, signal, signalDeep, moss } = palette;
const { light } = paints.night;

/** People are marks: a head without a face, what they wear, and their initials. */
interface Portrait {
  initials: string;
  skin: string;
  coat: string;
  /** What they work on, behind them in the light; stands on y = 0. */
  behind: string;
  hair: string;
  /** Hat, collar, lapels: over coat and head. */
  dress: string;
  badge: { x: number; y: number; color: string };
}

const [size, horizon] = [480, 330];

function portrait({ initials, skin, coat, behind, hair, dress, badge }: Portrait): string {
  return svg(
    size,
    size,
    [
      rect(0, 0, size, size, ink),
      line(`M0 ${horizon + 40}H${size}`, inkLine, 4, { round: true, dash: '0 30' }),
      `<clipPath id="b"><path d="M-30 30L480 -90V480H150Z"/></clipPath>`,
      `<g clip-path="url(#b)">${rect(0, 0, size, size, beacon)}${rect(0, horizon, size, size, beaconBright)}${behind}</g>`,
      line(`M0 ${horizon}H${size}`, slate, 3),
      area('M58 480C62 392 104 348 176 336L240 352L304 336C376 348 418 392 422 480Z', coat),
      rect(204, 276, 72, 72, mix(skin, ink, 0.16)),
      area('M204 330C216 372 264 372 276 330L290 342L240 388L190 342Z', mix(skin, ink, 0.16)),
      ellipse(240, 218, 74, 88, skin),
      hair,
      dress,
      words(initials, { x: badge.x, y: badge.y + capHeight(30) / 2, size: 30, fill: badge.color, anchor: 'middle' }),
    ].join(''),
  );
}

const roofer = portrait({
  initials: 'DM',
  skin: mix(beaconBright, signalDeep, 0.28),
  coat: moss,
  behind: at(330, horizon, shingledHouse(light), 0.86),
  hair:
    area(
      'M166 218C168 262 176 300 240 312C304 300 312 262 314 218C304 262 280 268 240 268C200 268 176 262 166 218Z',
      slate,
    ) + area('M164 196H316V224H304L298 200H182L176 224H164Z', slate),
  dress:
    area('M160 188a80 84 0 0 1 160 0Z', white) +
    rect(228, 98, 24, 90, mist, 8) +
    rect(140, 182, 200, 18, mist, 9) +
    polygon(
      [
        [150, 480],
        [168, 340],
        [200, 334],
        [190, 480],
      ],
      beacon,
    ) +
    polygon(
      [
        [330, 480],
        [312, 340],
        [280, 334],
        [290, 480],
      ],
      beacon,
    ) +
    rect(206, 412, 68, 44, paper, 6),
  badge: { x: 240, y: 434, color: ink },
});

const lawyer = portrait({
  initials: 'RS',
  skin: mix(paper, signal, 0.32),
  coat: ink,
  behind: at(330, horizon, courthouse(light), 0.72),
  hair:
    // The hair at the back is drawn over the coat's collar and under the face, which is drawn again.
    area(
      'M140 300C120 130 180 96 240 96C300 96 360 130 340 300C322 322 296 326 290 312L190 312C184 326 158 322 140 300Z',
      mix(ink, signalDeep, 0.35),
    ) +
    rect(208, 276, 64, 60, mix(mix(paper, signal, 0.32), ink, 0.16)) +
    ellipse(240, 224, 66, 82, mix(paper, signal, 0.32)) +
    area(
      'M172 226C168 150 214 134 262 140C300 146 312 180 308 226C296 196 276 178 252 170C222 190 190 196 172 226Z',
      mix(ink, signalDeep, 0.35),
    ),
  dress:
    polygon(
      [
        [196, 336],
        [240, 404],
        [284, 336],
        [272, 320],
        [240, 344],
        [208, 320],
      ],
      white,
    ) +
    polygon(
      [
        [182, 336],
        [204, 326],
        [240, 404],
        [222, 480],
        [150, 400],
      ],
      inkRaised,
    ) +
    polygon(
      [
        [298, 336],
        [276, 326],
        [240, 404],
        [258, 480],
        [330, 400],
      ],
      inkRaised,
    ) +
    circle(318, 416, 27, beacon),
  badge: { x: 318, y: 416, color: ink },
});

const technician = portrait({
  initials: 'OC',
  skin: mix(mix(beacon, signalDeep, 0.6), ink, 0.4),
  coat: slate,
  behind: rect(150, horizon - 232, 300, 232, paper, 8) + fan(light, 346, horizon - 122, 92),
  hair: area('M166 214C166 190 172 184 180 178H300C308 184 314 190 314 214L304 226L298 192H182L176 226Z', ink),
  dress:
    area('M164 184C164 122 196 104 240 104C284 104 316 122 316 184Z', signal) +
    area('M156 184H332C350 184 352 200 330 202H156Z', signalDeep) +
    circle(240, 148, 27, paper) +
    polygon(
      [
        [176, 338],
        [214, 330],
        [240, 372],
        [266, 330],
        [304, 338],
        [300, 366],
        [240, 392],
        [180, 366],
      ],
      inkRaised,
    ) +
    line('M240 392V480', inkRaised, 4) +
    rect(292, 404, 62, 44, inkRaised, 5) +
    line('M306 404V382M322 404V388', paper, 6, { round: true }),
  badge: { x: 240, y: 148, color: ink },
});

export const portraits = { roofing: roofer, hvac: technician, legal: lawyer } as const;

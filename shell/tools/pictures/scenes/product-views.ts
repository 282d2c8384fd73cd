import { palette } from '../../../../kit/theme/palette.ts';
import { widthOf, words } from '../lettering.ts';
import { paints } from '../paint.ts';
import { svg } from '../scene.ts';
import { area, at, circle, line, polygon, rect, ring, segments, spread } from '../shapes.ts';
import { agentHead, waveform } from '../subjects/agent.ts';
import { rooftopUnit } from '../subjects/equipment.ts';
import { shingledHouse } from '../subjects/homes.ts';
import { bubble, clapper } from '../subjects/media.ts';
import { mapPin, person } from '../subjects/places.ts';
import { browserPage, pointer } from '../subjects/web.ts';

// What a client sees of each service, as a window in the light of the beam: made-up businesses, no figures of anybody's.

const { ink, inkRaised, inkLine, paper, fog, white, lineLight, stone, slate, mist } = palette;
const { beacon, beaconBright, signal, moss } = palette;
const [width, height, horizon] = [960, 640, 560];
const light = paints.night.light;

/** The field at night, and the beam from the lower left that all these windows stand in. */
export function view(...content: string[]): string {
  const dots = [18, 44].map((drop, row) =>
    line(`M0 ${horizon + drop}H${width}`, inkLine, 3 + row, { round: true, dash: `0 ${26 + row * 14}` }),
  );
  const lamp = [60, horizon] as const;
  return svg(
    width,
    height,
    [
      rect(0, 0, width, height, ink),
      ...dots,
      polygon([lamp, [width, 0], [width, horizon]], beacon),
      polygon([lamp, [width, horizon], [width, height], [600, height]], beaconBright),
      line(`M0 ${horizon}H${width}`, slate, 3),
      ...content,
      circle(...lamp, 12, beacon) + ring(...lamp, 22, beacon, 3),
    ].join(''),
  );
}

export function panel(
  x: number,
  y: number,
  wide: number,
  tall: number,
  content: string,
  ground: string = white,
): string {
  return at(x, y, rect(-6, -6, wide + 12, tall + 12, ink, 16) + rect(0, 0, wide, tall, ground, 10) + content);
}

export function text(label: string, x: number, y: number, size = 22, fill: string = ink): string {
  return words(label, { x, y, size, fill });
}

/** A word on a ground of its own; as wide as it needs. */
export function chip(label: string, x: number, y: number, fill: string, color: string = white, size = 20): string {
  return rect(x, y, widthOf(label, size) + 28, size + 18, fill, 6) + text(label, x + 14, y + size + 5, size, color);
}

export function greyLines(x: number, y: number, widths: readonly number[], step = 22): string {
  return widths.map((wide, index) => rect(x, y + index * step, wide, 9, lineLight, 4)).join('');
}

function searchBar(query: string, wide: number): string {
  return (
    rect(24, 24, wide, 56, fog, 28) +
    text(query, 52, 60, 22) +
    ring(wide - 18, 50, 10, slate, 4) +
    line(`M${wide - 10} 58l9 9`, slate, 4, { round: true })
  );
}

export const tick = (x: number, y: number) => line(`M${x} ${y}l8 8l15 -16`, moss, 5, { round: true });
const cross = (x: number, y: number) => line(`M${x} ${y - 8}l16 16m0 -16l-16 16`, signal, 5, { round: true });

function stars(x: number, y: number): string {
  const star = 'M0 -11L3.2 -3.6L11 -3L5 2.4L7 10L0 5.8L-7 10L-5 2.4L-11 -3L-3.2 -3.6Z';
  return spread(5, x, 26)
    .map((left) => at(left, y, area(star, beacon)))
    .join('');
}

function searchAd(): string {
  const terms = [
    ['roof repair near me', true],
    ['emergency roofer', true],
    ['roofing jobs', false],
    ['free roof plans', false],
  ] as const;
  const result =
    rect(24, 104, 512, 190, fog, 8) +
    chip('Ad', 44, 122, ink, paper, 17) +
    text('your-company.example', 108, 147, 18, slate) +
    text('Roof leak? A crew comes today', 44, 196, 28, palette.signalDeep) +
    text('Local roofer. Call and get a time.', 44, 232, 20, slate) +
    chip('Call now', 44, 246, signal, white, 17);
  return view(
    panel(
      90,
      60,
      560,
      440,
      searchBar('roof repair near me', 512) +
        result +
        greyLines(44, 330, [260, 420, 380]) +
        greyLines(44, 404, [220, 400]),
    ),
    panel(
      600,
      262,
      310,
      286,
      text('Searches you paid for', 24, 44, 22) +
        terms
          .map(([term, isWanted], row) => {
            const y = 92 + row * 50;
            return (isWanted ? tick(26, y - 8) : cross(28, y - 8)) + text(term, 64, y, 20, isWanted ? ink : stone);
          })
          .join(''),
    ),
    at(470, 330, pointer(ink, paper, 58)),
  );
}

function videoAd(): string {
  const towns = [
    ['Norman', 150],
    ['Moore', 108],
    ['Edmond', 74],
  ] as const;
  const player =
    rect(0, 0, 600, 338, inkRaised, 10) +
    polygon(
      [
        [0, 288],
        [600, 40],
        [600, 288],
      ],
      beacon,
    ) +
    rect(0, 288, 600, 50, beaconBright) +
    at(360, 290, shingledHouse(light), 0.62) +
    rect(0, 296, 600, 42, ink) +
    rect(24, 314, 552, 8, slate, 4) +
    rect(24, 314, 200, 8, signal, 4) +
    circle(224, 318, 10, white) +
    chip('Skip in 5', 24, 238, ink, paper, 18) +
    circle(300, 160, 52, white) +
    polygon(
      [
        [282, 130],
        [334, 160],
        [282, 190],
      ],
      signal,
    );
  return view(
    panel(
      80,
      50,
      600,
      440,
      player +
        text('Hail last night? We look for free.', 24, 384, 26) +
        chip('Book an inspection', 24, 398, signal, white, 17),
    ),
    panel(
      640,
      286,
      270,
      254,
      text('Calls by town', 24, 44, 22) +
        towns
          .map(
            ([town, wide], row) =>
              text(town, 24, 92 + row * 56, 18, slate) + rect(24, 102 + row * 56, wide, 16, row ? stone : moss, 3),
          )
          .join(''),
    ),
  );
}

function socialPost(): string {
  const post =
    circle(44, 44, 22, signal) +
    text('Your company', 78, 40, 20) +
    text('Sponsored', 78, 62, 16, slate) +
    rect(0, 84, 300, 220, ink) +
    polygon(
      [
        [0, 270],
        [300, 100],
        [300, 270],
      ],
      beacon,
    ) +
    rect(0, 264, 300, 40, beaconBright) +
    at(150, 266, shingledHouse(light), 0.42) +
    text('Is your roof older', 20, 342, 24) +
    text('than your kids?', 20, 372, 24) +
    chip('Get a quote', 20, 396, signal, white, 20) +
    greyLines(20, 462, [220, 150]);
  const fields = ['Name', 'Phone', 'ZIP code']
    .map(
      (label, row) =>
        text(label, 28, 96 + row * 78, 18, slate) +
        `<rect x="28" y="${106 + row * 78}" width="284" height="38" rx="5" fill="${paper}" stroke="${stone}" stroke-width="2"/>`,
    )
    .join('');
  return view(
    rect(118, 14, 344, 580, ink, 40),
    panel(140, 48, 300, 510, post),
    panel(
      530,
      120,
      340,
      394,
      text('Tell us where you live', 28, 52, 25) + fields + chip('Send my request', 28, 334, moss, white, 20),
    ),
    line('M452 462C490 470 500 420 520 400', ink, 6, { round: true }),
  );
}

function searchResult(): string {
  const streets = segments(
    [
      [0, 70, 250, 30],
      [0, 150, 250, 120],
      [60, 0, 90, 300],
      [180, 0, 150, 300],
      [0, 240, 250, 210],
    ],
    white,
    12,
  );
  const listing = (name: string, y: number, isOurs: boolean) =>
    (isOurs ? rect(14, y - 36, 316, 116, fog, 8) : '') +
    (isOurs
      ? text(name, 30, y, 24) + stars(42, y + 26) + text('Open now', 30, y + 64, 18, moss)
      : greyLines(30, y - 12, [190, 250, 120]));
  const questions = ['Why does my AC blow warm?', 'What does a new AC cost?', 'Who comes on a Sunday?'];
  return view(
    panel(
      80,
      56,
      640,
      420,
      searchBar('ac repair in mesa', 592) +
        at(
          24,
          100,
          `<g>${rect(0, 0, 250, 296, mist, 8)}${streets}</g>` +
            at(126, 156, mapPin({ ...light, accent: signal, onAccent: white }, 92)) +
            circle(60, 226, 10, slate) +
            circle(206, 70, 10, slate),
        ) +
        at(292, 100, listing('Your company', 48, true) + listing('', 140, false) + listing('', 226, false)),
    ),
    panel(
      556,
      360,
      360,
      190,
      text('Pages that answer', 24, 42, 22) +
        questions
          .map((question, row) => tick(24, 80 + row * 40) + text(question, 60, 88 + row * 40, 19, slate))
          .join(''),
    ),
  );
}

function website(): string {
  const { dark } = paints.day;
  const split = '<clipPath id="b"><path d="M300 -20H640V420H220Z"/></clipPath>';
  return view(
    at(
      90,
      66,
      split +
        browserPage({ ...dark, face: paper, dark: slate, trim: stone, roof: mist }) +
        `<g clip-path="url(#b)">${browserPage(light)}</g>`,
    ),
    panel(
      730,
      210,
      184,
      340,
      rect(0, 0, 184, 128, ink, 10) +
        polygon(
          [
            [0, 128],
            [184, 34],
            [184, 128],
          ],
          beacon,
        ) +
        at(116, 128, shingledHouse(light), 0.22) +
        greyLines(18, 150, [140, 110]) +
        rect(18, 206, 148, 40, signal, 6) +
        text('Book', 68, 233, 20, white) +
        greyLines(18, 268, [148, 120, 90]),
    ),
  );
}

function videoEdit(): string {
  const tracks = [
    [signal, [0, 150, 96, 210]],
    [moss, [40, 230, 120]],
    [beacon, [0, 60, 180, 70, 110]],
  ] as const;
  const strips = tracks
    .map(([color, cuts], row) => {
      let x = 24;
      return cuts
        .map((wide, index) => {
          const strip = wide ? rect(x, 300 + row * 46, wide - 6, 34, index % 2 ? color : slate, 4) : '';
          x += wide;
          return strip;
        })
        .join('');
    })
    .join('');
  const preview =
    rect(24, 24, 420, 240, inkRaised, 6) +
    polygon(
      [
        [24, 220],
        [444, 40],
        [444, 220],
      ],
      beacon,
    ) +
    rect(24, 220, 420, 44, beaconBright) +
    at(330, 220, rooftopUnit(light), 0.36) +
    at(
      140,
      264,
      person(light, 190, moss, light.shade) +
        area('M-46 -165a46 46 0 0 1 92 0Z', signal) +
        rect(-58, -168, 116, 10, signal, 5),
    ) +
    rect(40, 226, 190, 28, ink, 4) +
    text('Owen, 12 years on roofs', 50, 246, 15, paper);
  const shots = ['The roof from above', 'The owner, one line', 'Before and after', 'Number and town'];
  return view(
    panel(
      80,
      50,
      560,
      460,
      preview +
        strips +
        line('M262 282V446', white, 4) +
        polygon(
          [
            [250, 276],
            [274, 276],
            [262, 292],
          ],
          white,
        ) +
        circle(500, 60, 18, signal) +
        text('Cut 3', 464, 116, 22, paper),
      ink,
    ),
    panel(
      600,
      236,
      312,
      260,
      text('Shot list', 24, 46, 24) +
        shots
          .map(
            (shot, row) =>
              text(String(row + 1), 26, 94 + row * 46, 20, signal) +
              text(shot, 56, 94 + row * 46, 20, row === 3 ? stone : ink),
          )
          .join(''),
    ),
    at(800, 610, clapper(light), 0.5),
  );
}

function callLog(): string {
  const calls = [
    ['11:48 PM', 'No cold air upstairs', 'Booked Sat 8 AM', moss],
    ['9:15 PM', 'Price of a new unit', 'Callback Monday', slate],
    ['7:02 PM', 'Gas smell', 'Put through to you', signal],
  ] as const;
  return view(
    at(168, 200, agentHead(mist), 0.82),
    at(166, 420, bubble(white, 250, 80, 'left')) + text('How soon can you come?', 58, 387, 18),
    panel(
      330,
      60,
      570,
      462,
      text('Calls while you slept', 28, 54, 28) +
        calls
          .map(([when, what, result, color], row) => {
            const y = 92 + row * 122;
            return (
              rect(20, y, 530, 106, row ? paper : fog, 8) +
              text(when, 38, y + 38, 20, slate) +
              text(what, 38, y + 76, 25) +
              at(164, y + 32, waveform([14, 28, 20, 36, 24, 12, 30, 18], 12, row ? mist : beacon)) +
              chip(result, 520 - widthOf(result, 18), y + 10, color, white, 18)
            );
          })
          .join(''),
    ),
  );
}

export const productViews = {
  'youtube-advertising': videoAd(),
  'ppc-advertising': searchAd(),
  'social-media-advertising': socialPost(),
  seo: searchResult(),
  'web-design': website(),
  'video-production': videoEdit(),
  'custom-ai-agents': callLog(),
} as const;

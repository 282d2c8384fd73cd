import { palette } from '../../../../kit/theme/palette.ts';
import { words } from '../lettering.ts';
import { type Paint, paints } from '../paint.ts';
import { svg } from '../scene.ts';
import { at, circle, line, polygon, rect, segments, spread } from '../shapes.ts';
import { rooftopUnit } from '../subjects/equipment.ts';
import { ladder, shingledHouse, solarHouse } from '../subjects/homes.ts';
import { pointer } from '../subjects/web.ts';

const { ink, inkRaised, paper, fog, white, lineLight, stone, slate, mist, beacon, signal, moss } = palette;
const width = 800;
const height = 500;

interface LandingPage {
  name: string;
  headline: readonly string[];
  points: readonly string[];
  /** Drawn on y = 0, centred; its scale in the page. */
  subject: (p: Paint) => string;
  scale: number;
  panel: string;
}

/** A landing page as a visitor would see it: claim and scene on the left, what to do on the right. */
function landingPage({ headline, points, subject, scale, panel, name }: LandingPage): string {
  // Some parts lie on the dark sky here: thin ones must show on it.
  const light = { ...paints.night.light, trim: slate };
  const ground = 402;
  return svg(
    width,
    height,
    [
      rect(0, 0, width, height, lineLight),
      rect(24, 24, 752, 500, slate, 10),
      ...[46, 66, 86].map((x) => circle(x, 42, 5.5, mist)),
      rect(118, 33, 380, 18, inkRaised, 9),
      rect(26, 60, 748, 440, paper),
      rect(26, 60, 748, 342, ink),
      polygon(
        [
          [26, ground],
          [500, 100],
          [500, ground],
        ],
        beacon,
      ),
      line(`M26 ${ground}H774`, paper, 2),
      circle(48, 84, 8, beacon),
      words(name, { x: 64, y: 89, size: 15, fill: paper }),
      ...headline.map((text, index) => words(text, { x: 48, y: 140 + index * 38, size: 36, fill: paper })),
      at(250, ground, subject(light), scale),
      ...points.map((text, index) => tick(text, 48 + index * 150)),
      at(500, 84, panel),
    ].join(''),
  );
}

function tick(text: string, x: number): string {
  return (
    line(`M${x} 440l7 7l13 -14`, moss, 4, { round: true }) +
    words(text, { x: x + 28, y: 446, size: 15, fill: ink }) +
    rect(x + 28, 458, 84, 6, lineLight, 3)
  );
}

function card(title: string, body: string, button: string, tall = 348): string {
  return [
    rect(0, 0, 250, tall, white, 8),
    words(title, { x: 20, y: 38, size: 20, fill: ink }),
    body,
    rect(20, tall - 58, 210, 40, signal, 6),
    words(button, { x: 125, y: tall - 32, size: 17, fill: white, anchor: 'middle' }),
  ].join('');
}

function field(label: string, y: number): string {
  return words(label, { x: 20, y: y + 11, size: 13, fill: slate }) + outlined(y + 18, 30);
}

function outlined(y: number, tall: number): string {
  return `<rect x="20.5" y="${y}.5" width="209" height="${tall}" rx="4" fill="${paper}" stroke="${stone}"/>`;
}

const fields = (labels: readonly string[], from: number) =>
  labels.map((label, index) => field(label, from + index * 58)).join('');

function dates(): string {
  const slots = spread(6, 0, 1).map((slot) => {
    const [x, y] = [20 + (slot % 3) * 72, 156 + Math.floor(slot / 3) * 42];
    const chosen = slot === 4;
    const hours = ['8 am', '10 am', '12 pm', '2 pm', '4 pm', '6 pm'][slot] ?? '';
    return (
      rect(x, y, 66, 34, chosen ? moss : fog, 5) +
      words(hours, { x: x + 33, y: y + 22, size: 14, fill: chosen ? white : ink, anchor: 'middle' })
    );
  });
  const week = ['Mon', 'Tue', 'Wed', 'Thu'].map((day, index) => {
    const x = 20 + index * 54;
    const chosen = index === 1;
    return (
      rect(x, 62, 48, 62, chosen ? ink : fog, 5) +
      words(day, { x: x + 24, y: 86, size: 14, fill: chosen ? paper : slate, anchor: 'middle' }) +
      circle(x + 24, 106, 5, chosen ? beacon : mist)
    );
  });
  return `${week.join('') + words('Arrival', { x: 20, y: 148, size: 13, fill: slate }) + slots.join('')}${words('Phone', { x: 20, y: 258, size: 13, fill: slate })}${outlined(264, 20)}`;
}

function calculator(): string {
  const slider = (label: string, y: number, share: number) =>
    words(label, { x: 20, y, size: 13, fill: slate }) +
    rect(20, y + 14, 210, 6, lineLight, 3) +
    rect(20, y + 14, 210 * share, 6, moss, 3) +
    circle(20 + 210 * share, y + 17, 10, moss) +
    circle(20 + 210 * share, y + 17, 4, white);
  const bars = [110, 102, 92, 60, 42, 30, 22].map((tall, index) =>
    rect(24 + index * 30, 270 - tall, 20, tall, index < 3 ? slate : beacon, 2),
  );
  return (
    slider('Monthly bill', 68, 0.62) +
    slider('Roof area', 116, 0.4) +
    bars.join('') +
    segments([[20, 270, 230, 270]], ink, 2)
  );
}

export const landingPages = {
  'roof-storm-damage-assessment': landingPage({
    name: 'Storm damage assessment',
    headline: ['Hail on your roof?', 'Have it looked at.'],
    points: ['Photo report', 'Local crew', 'Claim papers'],
    subject: (p) => shingledHouse(p) + at(-250, 0, ladder(p, 250, 90)),
    scale: 0.5,
    panel: card('Request a visit', fields(['Name', 'Phone', 'Address', 'Date of the storm'], 54), 'Book my assessment'),
  }),
  'ac-repair-replacement': landingPage({
    name: 'AC repair and replacement',
    headline: ['AC down? Pick', 'a time today.'],
    points: ['Repair', 'Replacement', 'Maintenance'],
    subject: rooftopUnit,
    scale: 0.62,
    panel: card('Choose a visit', dates(), 'Book this visit'),
  }),
  'solar-savings-calculator': `${landingPage({
    name: 'Solar savings calculator',
    headline: ['What would your', 'roof save?'],
    points: ['Your bill', 'Your roof', 'Your savings'],
    subject: solarHouse,
    scale: 0.52,
    panel: card('Calculate', calculator(), 'Show my savings'),
  }).replace('</svg>', `${at(704, 396, pointer(ink, paper, 34))}</svg>`)}`,
} as const;

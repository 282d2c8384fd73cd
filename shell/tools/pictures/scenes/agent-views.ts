import { palette } from '../../../../kit/theme/palette.ts';
import { widthOf } from '../lettering.ts';
import { svg } from '../scene.ts';
import { at, circle, polygon, rect, spread } from '../shapes.ts';
import { agentHead, waveform } from '../subjects/agent.ts';
import { bubble } from '../subjects/media.ts';
import { chip, greyLines, panel, text, tick, view } from './product-views.ts';

// What stands behind the doors of the agents' pages, and on the desk at the first call.

const { ink, inkRaised, paper, fog, white, slate, mist } = palette;
const { beacon, signal, moss } = palette;

function button(label: string, x: number, y: number, wide: number, fill: string): string {
  return rect(x, y, wide, 48, fill, 6) + text(label, x + (wide - widthOf(label, 20)) / 2, y + 31, 20, white);
}

function portal(): string {
  return view(
    panel(
      90,
      56,
      520,
      452,
      rect(0, 0, 520, 110, inkRaised, 10) +
        circle(62, 55, 30, beacon) +
        at(38, 55, waveform([12, 28, 40, 22, 14], 11, ink)) +
        text('Acme Plumbing', 112, 52, 28, paper) +
        chip('Active', 112, 66, moss, white, 16) +
        text('Talk to your agent', 36, 160, 25) +
        at(36, 204, waveform([14, 30, 22, 44, 30, 52, 20, 38, 46, 26, 40, 18], 17, mist)) +
        button('Start talking', 270, 180, 214, signal) +
        rect(36, 252, 448, 2, fog) +
        text('Public link', 36, 300, 25) +
        rect(36, 318, 330, 46, fog, 6) +
        text('agents/acme-plumbing', 52, 348, 19, slate) +
        button('Copy', 382, 317, 102, ink) +
        rect(36, 388, 448, 2, fog) +
        text('Support answers within 24 hours', 36, 428, 21, slate),
    ),
    panel(
      560,
      262,
      344,
      258,
      text('Your agent is live', 28, 52, 27) +
        greyLines(28, 74, [260, 210]) +
        text('Your agent code', 28, 154, 19, slate) +
        rect(28, 168, 288, 62, fog, 6) +
        text('ACME-2041', 56, 212, 36),
    ),
  );
}

function clientCall(): string {
  const said = [
    ['Is the house on Palm still free?', false],
    ['It is. Do you want to see it?', true],
    ['Saturday, if I can.', false],
  ] as const;
  return view(
    at(176, 250, agentHead(mist), 0.92),
    at(176, 440, bubble(white, 240, 66, 'left')) + text('Horizon Realty', 92, 415, 24),
    panel(
      340,
      56,
      556,
      300,
      said
        .map(([words, isAgent], row) => {
          const wide = widthOf(words, 22) + 44;
          const x = isAgent ? 532 - wide : 24;
          return (
            rect(x, 28 + row * 86, wide, 62, isAgent ? ink : fog, 10) +
            text(words, x + 22, 66 + row * 86, 22, isAgent ? paper : ink)
          );
        })
        .join(''),
    ),
    panel(
      430,
      340,
      400,
      196,
      text('Booked while you drove', 28, 52, 25) +
        tick(30, 92) +
        text('Sat 10 AM, 88 Palm Street', 68, 100, 21, slate) +
        tick(30, 136) +
        text('Name and number noted', 68, 144, 21, slate),
    ),
  );
}

function threeAgents(): string {
  const agents = [
    ['Blank', mist, 'Nothing yet'],
    ['Personal', moss, 'Reminds you at 4'],
    ['Business', signal, 'Books 3 PM today'],
  ] as const;
  return view(
    ...agents.map(([name, headset, line], index) =>
      panel(
        74 + index * 284,
        110 + (2 - index) * 26,
        244,
        380,
        rect(0, 0, 244, 236, inkRaised, 10) +
          at(122, 122, agentHead(headset), 0.66) +
          text(name, 24, 286, 29) +
          text(line, 24, 324, 20, slate) +
          rect(24, 344, 196, 10, index === 2 ? signal : mist, 5),
      ),
    ),
  );
}

function agenda(): string {
  const points = [
    'Your trade, and the towns you want',
    'What a booked job is worth to you',
    'What you spend on ads today',
    'Your price per lead',
    'When the first ads could run',
  ];
  const sheet =
    text('Our first call', 44, 86, 46) +
    text('What we go through, in this order', 44, 124, 22, slate) +
    points
      .map((point, row) => {
        const y = 190 + row * 84;
        return (
          circle(66, y, 22, row === 3 ? beacon : fog) +
          text(String(row + 1), 66 - widthOf(String(row + 1), 24) / 2, y + 9, 24) +
          text(point, 108, y + 9, 25) +
          (row < points.length - 1 ? rect(108, y + 41, 420, 2, fog) : '')
        );
      })
      .join('');
  // For the narrow column beside a form: little more than the sheet, in letters that can be read there.
  return svg(
    680,
    680,
    rect(0, 0, 680, 680, ink) +
      polygon(
        [
          [0, 600],
          [680, 60],
          [680, 680],
          [0, 680],
        ],
        beacon,
      ) +
      panel(50, 50, 580, 590, sheet) +
      spread(4, 120, 140)
        .map((x) => rect(x, 30, 14, 44, slate, 7))
        .join(''),
  );
}

export const agentViews = {
  portal: portal(),
  'client-call': clientCall(),
  'three-agents': threeAgents(),
} as const;

export const homeViews = { agenda: agenda() } as const;

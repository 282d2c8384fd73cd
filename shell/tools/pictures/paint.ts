import { palette } from '../../../kit/theme/palette.ts';

/** What each part of a scene is coloured with; a scene is drawn once in the dark and once in the light. */
export interface Paint {
  lit: boolean;
  sky: string;
  ground: string;
  horizon: string;
  dot: string;
  /** Walls and other large planes, and their side away from the light. */
  face: string;
  shade: string;
  /** Thin parts: frames, posts, gutters. */
  trim: string;
  roof: string;
  roofShade: string;
  leaf: string;
  leafShade: string;
  dark: string;
  glass: string;
  /** What the picture is about. */
  accent: string;
  onAccent: string;
}

export type Ground = 'night' | 'day';

/** A flat colour between two of the palette. */
export function mix(from: string, to: string, share: number): string {
  const channel = (offset: number) => {
    const a = Number.parseInt(from.slice(offset, offset + 2), 16);
    const b = Number.parseInt(to.slice(offset, offset + 2), 16);
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

const { ink, inkRaised, inkLine, paper, fog, white, lineLight, stone, slate, mist } = palette;
const { beacon, beaconBright, signal, signalDeep, moss } = palette;

const light = {
  lit: true,
  sky: beacon,
  ground: beaconBright,
  horizon: ink,
  dot: mix(beacon, signal, 0.35),
  face: paper,
  shade: mix(paper, beacon, 0.32),
  trim: ink,
  roof: signal,
  roofShade: signalDeep,
  leaf: moss,
  leafShade: mix(moss, ink, 0.3),
  dark: ink,
  glass: inkRaised,
  accent: signal,
  onAccent: white,
} as const satisfies Paint;

const nightDark = {
  lit: false,
  sky: ink,
  ground: mix(ink, inkRaised, 0.55),
  horizon: slate,
  dot: inkLine,
  face: mix(inkRaised, inkLine, 0.75),
  shade: mix(inkRaised, inkLine, 0.35),
  trim: mix(inkLine, slate, 0.6),
  roof: mix(inkLine, slate, 0.35),
  roofShade: mix(inkRaised, inkLine, 0.6),
  leaf: mix(inkRaised, moss, 0.3),
  leafShade: mix(inkRaised, moss, 0.12),
  dark: mix(ink, inkRaised, 0.4),
  glass: mix(ink, inkRaised, 0.6),
  accent: slate,
  onAccent: mix(ink, inkRaised, 0.4),
} as const satisfies Paint;

const dayDark = {
  lit: false,
  sky: fog,
  ground: mix(fog, lineLight, 0.75),
  horizon: stone,
  dot: mix(lineLight, stone, 0.45),
  face: mix(lineLight, mist, 0.2),
  shade: mix(lineLight, mist, 0.75),
  trim: slate,
  roof: mix(mist, stone, 0.25),
  roofShade: mix(mist, stone, 0.6),
  leaf: mix(mist, moss, 0.3),
  leafShade: mix(mist, moss, 0.5),
  dark: slate,
  glass: mix(mist, stone, 0.35),
  accent: mix(mist, slate, 0.4),
  onAccent: paper,
} as const satisfies Paint;

export const paints: Readonly<Record<Ground, { dark: Paint; light: Paint }>> = {
  night: { dark: nightDark, light },
  day: { dark: dayDark, light },
};

import { palette } from '../../../../kit/theme/palette.ts';
import { circle, line, rect, spread } from '../shapes.ts';

const { ink, beacon, signal } = palette;

/** The face of a voice agent: the mark's light as a head, with a headset. Centred on 0,0, head of radius 100. */
export function agentHead(headset: string): string {
  return [
    circle(0, 0, 100, beacon),
    line('M-112 6A112 112 0 0 1 112 6', headset, 22),
    rect(-138, -30, 46, 84, headset, 18),
    rect(92, -30, 46, 84, headset, 18),
    line('M114 50C112 98 72 118 30 112', headset, 12, { round: true }),
    rect(-14, 98, 56, 28, signal, 14),
    `<g transform="translate(-54 0)">${waveform([34, 74, 108, 58, 30], 24, ink)}</g>`,
  ].join('');
}

/** A voice as bars around a middle line, from x = 0 to the right. */
export function waveform(heights: readonly number[], pitch: number, fill: string): string {
  return spread(heights.length, 0, pitch)
    .map((x, index) => {
      const height = heights[index] ?? 0;
      return rect(x, -height / 2, pitch * 0.46, height, fill, pitch * 0.23);
    })
    .join('');
}

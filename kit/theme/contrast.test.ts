/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { fogTone, type PaletteColor, palette, tones } from './palette.ts';

/** WCAG 2.2, "relative luminance". */
function luminance(color: PaletteColor): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(palette[color].slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: PaletteColor, other: PaletteColor): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = { paper: tones.paper, fog: fogTone, ink: tones.ink };

/** Texts on the ground of a section and on a card in it. */
const texts = ['fg', 'muted', 'link', 'success', 'danger'] as const;
/** Things that must be told from what they lie on: WCAG 2.2, 1.4.11. */
const shapes = ['control', 'focus', 'action'] as const;

describe('the colours', () => {
  it('measures contrast as WCAG does', () => {
    expect(contrast('white', 'ink')).toBeCloseTo(17.4, 0);
    expect(contrast('white', 'white')).toBe(1);
  });

  for (const [name, tone] of Object.entries(grounds)) {
    for (const ground of [tone.bg, tone.surface]) {
      for (const text of texts) {
        it(`can be read: ${text} on ${ground} (${name})`, () => {
          expect(contrast(tone[text], ground)).toBeGreaterThanOrEqual(4.5);
        });
      }
      for (const shape of shapes) {
        it(`can be made out: ${shape} on ${ground} (${name})`, () => {
          expect(contrast(tone[shape], ground)).toBeGreaterThanOrEqual(3);
        });
      }
    }

    it(`shows its hairlines on its ground and on its cards (${name})`, () => {
      for (const ground of [tone.bg, tone.surface]) expect(contrast(tone.line, ground)).toBeGreaterThanOrEqual(1.5);
    });

    it(`can be read on a button (${name})`, () => {
      expect(contrast(tone.onAction, tone.action)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(tone.onAction, tone.actionHover)).toBeGreaterThanOrEqual(4.5);
    });
  }

  it('tell a section on fog from the one on paper beside it', () => {
    expect(contrast('fog', 'paper')).toBeGreaterThanOrEqual(1.25);
  });

  it('can be read on a beacon badge and in a mark of initials', () => {
    expect(contrast('ink', 'beacon')).toBeGreaterThanOrEqual(4.5);
    expect(contrast('paper', 'ink')).toBeGreaterThanOrEqual(4.5);
  });
});

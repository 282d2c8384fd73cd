/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { describePlan, parsePlan } from './canary-plan.ts';

const ten = { every: '10m', promote: true };

describe('a plan in words', () => {
  it('gives each share the same time, or its own, and goes live after everybody has it', () => {
    expect(parsePlan('1,5,25,100', ten)).toEqual({
      steps: [1, 5, 25, 100].map((percent) => ({ percent, minutes: 10 })),
      promote: true,
    });
    expect(parsePlan('0.5:30s, 10 %:2h', ten)).toEqual({
      steps: [
        { percent: 0.5, minutes: 0.5 },
        { percent: 10, minutes: 120 },
      ],
      promote: false,
    });
    expect(parsePlan('100', { every: '1d', promote: false })).toEqual({
      steps: [{ percent: 100, minutes: 1440 }],
      promote: false,
    });
  });

  it.each([
    ['', ten, '"" is no share'],
    ['1,,5', ten, '"" is no share'],
    ['1,five', ten, '"five" is no share'],
    ['0,5', ten, '"0" is no share'],
    ['1,101', ten, '"101" is no share'],
    ['1e1', ten, '"1e1" is no share'],
    ['1:soon', ten, '"soon" is no time'],
    ['1', { every: '10', promote: true }, '"10" is no time: 30s, 10m, 2h or 1d.'],
    ['1', { every: '0m', promote: true }, '"0m" is no time'],
  ])('is refused by what cannot be read: %j', (text, options, sentence) => {
    expect(parsePlan(text, options)).toContain(sentence);
  });

  it('is told again as it was meant', () => {
    expect(
      describePlan({
        steps: [
          { percent: 5, minutes: 10 },
          { percent: 100, minutes: 0.5 },
        ],
        promote: true,
      }),
    ).toBe('5 % for 10 min, 100 % for 0.5 min, then live');
  });
});

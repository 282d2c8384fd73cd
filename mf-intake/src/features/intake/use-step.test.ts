/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { readStep, searchOf } from './use-step.ts';

describe('the step in the address', () => {
  it.each([
    ['', 1],
    ['step=1', 1],
    ['step=9', 9],
    ['step=10', 1],
    ['step=0', 1],
    ['step=-2', 1],
    ['step=3.5', 1],
    ['step=two', 1],
  ])('of %p is %p', (search, step) => {
    expect(readStep(new URLSearchParams(search))).toBe(step);
  });

  it('changes nothing else in the address, and leaves the first step without a number', () => {
    const current = new URLSearchParams('utm_source=ad&step=3');
    expect(searchOf(4, current)).toBe('?utm_source=ad&step=4');
    expect(searchOf(1, current)).toBe('?utm_source=ad');
    expect(searchOf(1, new URLSearchParams('step=3'))).toBe('');
  });
});

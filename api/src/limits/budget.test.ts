import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Budget } from './budget.ts';

describe('a budget', () => {
  let now: number;
  beforeEach(() => {
    now = 1_000_000;
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  const build = (carriesDebt: boolean) => new Budget(100, { carriesDebt, now: () => now });
  const pass = (minutes: number) => {
    now += minutes * 60_000;
  };

  it('lets a client take as much as the limit in a minute, and again in the next', () => {
    const budget = build(false);
    expect(Array.from({ length: 102 }, () => budget.take('a') >= 0).filter(Boolean)).toHaveLength(100);
    expect(budget.take('b')).toBe(99);
    expect(budget.secondsLeft('a')).toBe(60);
    pass(1);
    expect(budget.take('a')).toBe(99);
  });

  it('keeps out who spent more than a window holds until that is paid off', () => {
    const budget = build(true);
    budget.charge('a', 350);
    expect(budget.secondsLeft('a')).toBe(180);
    pass(2);
    expect(budget.take('a')).toBeLessThan(0);
    pass(1);
    expect(budget.take('a')).toBe(49);
  });

  it('pays off while nobody looks', () => {
    const budget = build(true);
    budget.charge('a', 350);
    pass(3);
    expect(budget.take('a')).toBe(49);
  });

  it('keeps nobody out for longer than ten minutes', () => {
    const budget = build(true);
    budget.charge('a', 1_000_000);
    expect(budget.secondsLeft('a')).toBe(600);
    pass(10);
    expect(budget.take('a')).toBe(99);
  });

  it('keeps nobody out because the clock of the machine was set back', () => {
    const budget = new Budget(1, { carriesDebt: false });
    budget.take('a');
    const earlier = Date.now() - 3_600_000;
    jest.spyOn(Date, 'now').mockReturnValue(earlier);
    expect(budget.secondsLeft('a')).toBeLessThanOrEqual(60);
  });

  it('takes over what others counted, and never less than its own count', () => {
    const budget = build(true);
    budget.charge('a', 60);
    budget.raise('a', 30);
    expect(budget.take('a')).toBe(39);
    budget.raise('a', 100);
    expect(budget.take('a')).toBeLessThan(0);
  });
});

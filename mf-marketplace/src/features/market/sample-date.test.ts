/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { sampleDate } from './market-dialogs.tsx';

describe('sampleDate', () => {
  it.each([
    [3, new Date(2026, 10, 22), '2026-11-19'],
    [7, new Date(2026, 10, 4), '2026-11-01'],
    [1, new Date(2027, 0, 1), '2027-01-01'],
    [5, new Date(2028, 1, 29, 23, 59), '2028-02-24'],
  ])('is %d days before %s, within its month', (daysAgo, today, date) => {
    expect(sampleDate(daysAgo, today)).toBe(date);
  });
});

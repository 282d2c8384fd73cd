import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addHistograms, binOf, countIn, histogramSchema, percentile } from './histogram.ts';

const histogramOf = (values: readonly number[]) => addHistograms(values.map((value) => ({ [binOf(value)]: 1 })));

describe('a histogram with fixed bins', () => {
  it('tells p75 of whatever was measured within 5 %', () => {
    const measured = fc.array(fc.double({ min: 0.0011, max: 85, noNaN: true }), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(measured, (values) => {
        const exact = values.toSorted((one, other) => one - other)[Math.ceil(0.75 * values.length) - 1] ?? 0;
        expect(Math.abs((percentile(histogramOf(values), 0.75) ?? 0) / exact - 1)).toBeLessThanOrEqual(0.05);
      }),
    );
  });

  it('adds up to the same as if all had been measured in one place', () => {
    const [one, other] = [
      [0.4, 2.5, 2.5, 7],
      [0.1, 2.5, 90],
    ];
    expect(addHistograms([histogramOf(one), histogramOf(other)])).toEqual(histogramOf([...one, ...other]));
    expect(countIn(histogramOf([...one, ...other]))).toBe(7);
  });

  it('has a place for everything, and no value of nothing', () => {
    for (const value of [0, -1, Number.NaN, 0.001]) expect(percentile(histogramOf([value]), 0.75)).toBe(0);
    expect(percentile(histogramOf([1e9]), 0.75)).toBeGreaterThan(80);
    expect(percentile({}, 0.75)).toBeNull();
  });

  it.each([{ '121': 1 }, { '-1': 1 }, { '1e2': 1 }, { '5': 0 }, { '5': 1.5 }, { '05': 1 }])(
    'refuses %j',
    (histogram) => {
      expect(histogramSchema.safeParse(histogram).success).toBe(false);
    },
  );
});

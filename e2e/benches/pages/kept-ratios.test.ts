import { expect, it } from '@jest/globals';
import { findUnkept, findWorse, type Medians, ratiosOf } from './kept-ratios.ts';

const page: Medians = { largestPaint: 1050, blocked: 20, scripts: 180, requests: 20 };
const astro: Medians = { largestPaint: 1000, blocked: 10, scripts: 0, requests: 5 };
const named = (medians: Partial<Medians>) => new Map([['/', { ...page, ...medians }]]);
const peers = new Map([['astro', astro]]);
const kept = ratiosOf(named({}), peers);

it('keeps a ratio of everything that the peer has some of', () => {
  expect(kept).toEqual({ '/': { astro: { largestPaint: 1.05, blocked: 2, requests: 4 } } });
});

it('takes a ratio that is up to a tenth worse, and one that is better', () => {
  expect(findWorse(kept, named({ largestPaint: 1154 }), peers)).toEqual([]);
  expect(findWorse(kept, named({ largestPaint: 500 }), peers)).toEqual([]);
});

it('names the page, the measure and the peer of a ratio that is more than a tenth worse', () => {
  expect(findWorse(kept, named({ largestPaint: 1160, requests: 23 }), peers)).toEqual([
    '/: LCP is 1.16x of astro, 1.05x when it was kept.',
    '/: requests is 4.60x of astro, 4.00x when it was kept.',
  ]);
});

it('does not call some milliseconds of blocking a change, but a long task more', () => {
  expect(findWorse(kept, named({ blocked: 70 }), peers)).toEqual([]);
  expect(findWorse(kept, named({ blocked: 90 }), peers)).toEqual(['/: TBT is 9.00x of astro, 2.00x when it was kept.']);
});

it('does not call a kilobyte of script a change, but a tenth of a bundle', () => {
  const next = new Map([['next', { ...astro, scripts: 200 }]]);
  const before = ratiosOf(named({ scripts: 3 }), next);
  expect(findWorse(before, named({ scripts: 4 }), next)).toEqual([]);
  expect(findWorse(before, named({ scripts: 30 }), next)).toEqual([
    '/: JavaScript is 0.15x of next, 0.01x when it was kept.',
  ]);
});

it('goes by what the peer takes in the same run, since machines differ', () => {
  const slow = new Map([['astro', { ...astro, largestPaint: 2000 }]]);
  expect(findWorse(kept, named({ largestPaint: 2100 }), slow)).toEqual([]);
});

it('names pages that nothing was kept of', () => {
  expect(findUnkept(kept, new Map([...named({}), ['/new', page]]))).toEqual(['/new']);
  expect(findWorse(kept, new Map([['/new', page]]), peers)).toEqual([]);
});

import { describe, expect, it } from '@jest/globals';
import { addSketches, networksIn, noNetworks, withNetwork } from './network-sketch.ts';

const sketchOf = (from: number, to: number) => {
  let sketch = noNetworks;
  for (let network = from; network < to; network += 1) sketch = withNetwork(sketch, `network ${network}`);
  return sketch;
};

describe('a sketch of networks', () => {
  it.each([0, 1, 20, 100, 500])('counts %i of them within a tenth', (networks) => {
    expect(Math.abs(networksIn(sketchOf(0, networks)) - networks)).toBeLessThanOrEqual(Math.ceil(networks / 10));
  });

  it('counts a network once, however often and wherever it was seen', () => {
    const both = addSketches([sketchOf(0, 60), sketchOf(30, 100), noNetworks]);
    expect(both).toBe(sketchOf(0, 100));
    expect(addSketches([noNetworks, noNetworks])).toBe(noNetworks);
  });

  it('stays as small when everybody was seen', () => {
    const all = sketchOf(0, 20_000);
    expect(all).toHaveLength(86);
    expect(networksIn(all)).toBeGreaterThan(3000);
  });
});

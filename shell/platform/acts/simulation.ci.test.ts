import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildSwitchedSite } from '../testing/build-switched-site.ts';
import { type SimulatedSite, simulateHistory } from '../testing/simulation.ts';

// `npm run drill:histories` simulates 100,000; SIMULATED_HISTORIES and FIRST_SEED say how many, and from which on.

const histories = Number(process.env.SIMULATED_HISTORIES ?? 12);
const firstSeed = Number(process.env.FIRST_SEED ?? 1);

async function buildSite(): Promise<SimulatedSite> {
  const { store, first, second } = await buildSwitchedSite();
  const files = (await readdir(store.place, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const objects = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name);
      const body = await readFile(file);
      return [file.slice(store.place.length + 1), { body, version: file, modified: 0 }] as const;
    }),
  );
  return { objects: new Map(objects), keysFolder: store.keysFolder, releases: [first, second] };
}

describe('three people and two servers on one store, with crashes, lost answers and clocks that jump', () => {
  it('do each act that is acknowledged once, and none that is refused, and no server finds a revision that does not count', async () => {
    const site = await buildSite();
    const sums = { acknowledged: 0, refused: 0, unknown: 0, killed: 0 };
    for (let seed = firstSeed; seed < firstSeed + histories; seed += 1) {
      const history = await simulateHistory(site, seed);
      expect({ seed, faults: history.faults }).toEqual({ seed, faults: [] });
      for (const key of ['acknowledged', 'refused', 'unknown', 'killed'] as const) sums[key] += history[key];
    }
    if (process.env.SIMULATED_HISTORIES) console.log(histories, 'histories', sums);
    // Each kind of end was tried.
    for (const sum of Object.values(sums)) expect(sum).toBeGreaterThan(0);
  }, 7_200_000);

  it('are the same for the same seed', async () => {
    const site = await buildSite();
    expect(await simulateHistory(site, firstSeed)).toEqual(await simulateHistory(site, firstSeed));
  });
});

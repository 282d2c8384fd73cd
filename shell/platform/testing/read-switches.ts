import type { Composition } from 'kit/contracts/composition';
import type { ReleaseStore } from '../log/release-store.ts';
import { buildPlatform } from './build-platform.ts';

/** The switches of a store that count, oldest first, as a server finds them that starts now. */
export async function readSwitches(store: ReleaseStore): Promise<readonly Composition[]> {
  const { chain } = buildPlatform(store);
  await chain.refresh({ whole: true });
  return chain.history;
}

/** The newest of them. */
export async function readNewest(store: ReleaseStore): Promise<Composition | null> {
  return (await readSwitches(store)).at(-1) ?? null;
}

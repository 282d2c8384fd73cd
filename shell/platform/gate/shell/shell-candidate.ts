import { readShell, type StoredShell } from '../../live/stored-shell.ts';
import { type LoadedRelease, loadRelease } from '../../release/release-files.ts';
import { type ReleaseUse, releasesInUse } from '../../upkeep/releases-in-use.ts';
import type { GateContext } from '../gate-rule.ts';

/** A release that would run in the shell. */
export interface TriedUse extends ReleaseUse {
  release: LoadedRelease;
}

const candidates = new WeakMap<LoadedRelease, Promise<StoredShell>>();
const uses = new WeakMap<LoadedRelease, Promise<TriedUse[]>>();

/** The release of the shell that the gate is asked about, read once for all rules. Rejects in words. */
export function candidateOf({ release, policy }: Pick<GateContext, 'release' | 'policy'>): Promise<StoredShell> {
  const known = candidates.get(release) ?? readShell(release, policy.shell);
  candidates.set(release, known);
  return known;
}

/**
 * The releases of remotes that are in use, read once for all rules, so that one rule finds what another made of them. One that
 * cannot be read is left out: damage elsewhere must not block a good release.
 */
export function triedUses({ store, composition, release }: GateContext): Promise<TriedUse[]> {
  const known = uses.get(release) ?? loadAll(store, releasesInUse(composition));
  uses.set(release, known);
  return known;
}

async function loadAll(store: GateContext['store'], inUse: readonly ReleaseUse[]): Promise<TriedUse[]> {
  const loaded = inUse.map(async (use): Promise<TriedUse[]> => {
    const release = await loadRelease(store, use.remote, use.id).catch(() => null);
    return release ? [{ ...use, release }] : [];
  });
  return (await Promise.all(loaded)).flat();
}

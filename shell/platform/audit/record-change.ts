import type { Signer } from '../keys/signer.ts';
import { RevisionTakenError } from '../log/revision-taken-error.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { signHash } from '../trust/signed-entry.ts';
import type { StaffChange } from './staff-change.ts';

/** Writes a change of staff into the log, before it is done: what was done can never be missing there. */
export async function recordChange(
  store: ReleaseStore,
  signer: Signer,
  change: Omit<StaffChange, 'revision' | 'at'>,
): Promise<StaffChange> {
  for (;;) {
    const { lastRevision } = await store.changes.readCurrent();
    const entry = { revision: lastRevision + 1, at: new Date().toISOString(), ...change };
    try {
      await store.changes.append(entry, (sha256) => [signHash('change', sha256, signer)]);
      return entry;
    } catch (error) {
      // Somebody else's line came first; both are wanted.
      if (!(error instanceof RevisionTakenError)) throw error;
    }
  }
}

import { RevisionTakenError } from '../errors.ts';
import { rollbackRelease } from '../rollback.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import type { SwitchResult } from '../switch.ts';
import { readHealth } from './release-health.ts';
import { shouldRollBack } from './should-roll-back.ts';

/**
 * Rolls back every newly activated release whose page views fail too often, with the evidence in the log. Any number of
 * shell servers may run it: the compare-and-set lets one of them do it. Nothing activates the release again by itself.
 */
export async function runGuard(store: ReleaseStore, now: number = Date.now()): Promise<SwitchResult[]> {
  const { current } = await store.compositions.readCurrent();
  const healthOf = await readHealth(store);
  const results: SwitchResult[] = [];
  for (const [remote, { live, since = '', guard, previous }] of Object.entries(current?.remotes ?? {})) {
    const { views, failures } = healthOf({ remote, id: live, since });
    if (!current || !shouldRollBack({ since, guard, previous, views, failures }, now)) continue;
    const sinceSeconds = Math.round((now - Date.parse(since)) / 1000);
    const reason = `${failures} of ${views} page views failed within ${sinceSeconds} seconds after it went live`;
    const evidence = { views, failures, sinceSeconds };
    const expectedRevision = results.at(-1)?.composition.revision ?? current.revision;
    const request = { remote, by: 'guard', reason, evidence, expectedRevision };
    const result = await rollbackRelease(store, request).catch((error: unknown) => {
      if (error instanceof RevisionTakenError) return null;
      throw error;
    });
    if (result) results.push(result);
  }
  return results;
}

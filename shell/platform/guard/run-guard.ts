import type { Composition } from 'kit/contracts/composition';
import { abortCanary } from '../canary/canary.ts';
import { messageOf } from '../message-of.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { RevisionTakenError } from '../store/revision-taken-error.ts';
import { rollbackRelease } from '../switch/rollback.ts';
import type { SwitchResult } from '../switch/switch.ts';
import { type ReleaseHealth, readHealth, type WatchedRelease } from './release-health.ts';
import { shouldRollBack } from './should-roll-back.ts';
import { watchedCanary, watchedLive } from './watched-releases.ts';

type RemoteState = Composition['remotes'][string];

/**
 * Rolls back every newly activated release, and ends every new canary, whose page views fail too often, with the
 * evidence in the log. Any number of shell servers may run it: the compare-and-set lets one of them do it. Nothing
 * activates the release again by itself. `onProblem` hears of a remote that cannot go back; the others still can.
 */
export async function runGuard(
  platform: ReleasePlatform,
  onProblem: (sentence: string) => void = console.error,
): Promise<SwitchResult[]> {
  const { store } = platform;
  const now = Date.now();
  await platform.chain.refresh({ whole: false });
  const current = platform.chain.current?.composition;
  if (!current) return [];
  const healthOf = await readHealth(store);
  const results: SwitchResult[] = [];
  for (const [remote, state] of Object.entries(current.remotes)) {
    const decision = decide(remote, state, { healthOf, now });
    if (!decision) continue;
    const expectedRevision = results.at(-1)?.composition.revision ?? current.revision;
    const request = { remote, by: 'guard', expectedRevision, reason: decision.reason, evidence: decision.evidence };
    try {
      results.push(await decision.goBack(platform, request));
    } catch (error) {
      if (!(error instanceof RevisionTakenError)) onProblem(`guard: ${remote} should go back: ${messageOf(error)}`);
    }
  }
  return results;
}

interface Sight {
  healthOf: (release: WatchedRelease) => ReleaseHealth;
  now: number;
}

/** What has to be done about a remote; null when its releases are well. */
function decide(remote: string, state: RemoteState, { healthOf, now }: Sight) {
  const live = healthOf(watchedLive(remote, state));
  if (shouldRollBack({ ...live, guard: state.guard, previous: state.previous }, now)) {
    return { goBack: rollbackRelease, ...describe(live, 'it went live', now) };
  }
  const canary = watchedCanary(remote, state);
  const health = canary && healthOf(canary);
  if (health && shouldRollBack({ ...health, guard: undefined, previous: state.live }, now)) {
    return { goBack: abortCanary, ...describe(health, 'this share of the visitors got the canary', now) };
  }
  return null;
}

function describe({ views, failures, since }: ReleaseHealth, event: string, now: number) {
  const sinceSeconds = Math.round((now - Date.parse(since)) / 1000);
  const reason = `${failures} of ${views} page views failed within ${sinceSeconds} seconds after ${event}`;
  return { reason, evidence: { views, failures, sinceSeconds } };
}

import type { Composition } from 'kit/contracts/composition';
import { isUnderWay } from '../canary/canary-plan.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { type GuardAlarm, readAlarms } from './guard-alarms.ts';
import { isEnough, type Judgement, judgeRelease, limitBeside } from './judge-release.ts';
import { type ReleaseHealth, readHealth, type SiteHealth } from './release-health.ts';
import { watchedCanary, watchedLive } from './watched-releases.ts';

type RemoteState = Composition['remotes'][string];

/** What the guard knows and thinks of one release that visitors get. */
export interface Verdict {
  health: ReleaseHealth;
  /** What the release is measured by: the one before, or beside a canary the live one. */
  baseline: ReleaseHealth | null;
  judgement: Judgement;
  /** The guard stopped here, and calls people. */
  alarm: GuardAlarm | null;
}

/** What the guard knows and thinks of a remote. */
export interface RemoteVerdict {
  remote: string;
  state: RemoteState;
  live: Verdict;
  canary: Verdict | null;
  /** The live release fails now, whenever it went live. */
  isFailingNow: boolean;
}

/** Networks that fail now beside those of another remote: two are no single bad line. */
const leastFailingNow = 2;

/** Judges every remote by the sum of what all servers counted. */
export async function judgeSite(
  store: ReleaseStore,
  composition: Composition,
  now = Date.now(),
): Promise<RemoteVerdict[]> {
  const [health, alarmOf] = await Promise.all([readHealth(store, now), readAlarms(store)]);
  return Object.entries(composition.remotes).map(([remote, state]): RemoteVerdict => {
    const live = watchedLive(remote, state);
    const canary = watchedCanary(remote, state);
    const isPlanned = state.canary !== undefined && isUnderWay(state.canary);
    const judge = (seen: ReleaseHealth, by: Parameters<typeof judgeRelease>[1]): Verdict => {
      return { health: seen, baseline: by.baseline, judgement: judgeRelease(seen, by), alarm: alarmOf(seen) };
    };
    const before = state.previous === null ? null : health.lastOf(remote, state.previous);
    return {
      remote,
      state,
      live: judge(health.of(live), { baseline: before, guard: state.guard, now }),
      canary: canary && judge(health.of(canary), { baseline: beside(health, live), guard: undefined, now, isPlanned }),
      isFailingNow: isFailing(health.recentOf(live), health.earlierOf(live), before),
    };
  });
}

/** A canary is measured by what the others see at the same time. */
function beside(health: SiteHealth, live: ReturnType<typeof watchedLive>): ReleaseHealth {
  const recent = health.recentOf(live);
  return isEnough(recent) ? recent : health.of(live);
}

/** A release that was live for long is its own measure. */
function isFailing(recent: ReleaseHealth, earlier: ReleaseHealth, before: ReleaseHealth | null): boolean {
  const baseline = isEnough(earlier) ? earlier : before;
  return recent.failedNetworks >= leastFailingNow && recent.failedShare >= limitBeside(baseline);
}

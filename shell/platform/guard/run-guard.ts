import type { Composition } from 'kit/contracts/composition';
import { abortCanary } from '../canary/canary.ts';
import { RevisionTakenError } from '../log/revision-taken-error.ts';
import { messageOf } from '../message-of.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { rollbackRelease } from '../switch/rollback.ts';
import type { SwitchResult } from '../switch/switch.ts';
import { recallHistory } from '../trust/read-history.ts';
import { endAlarm, raiseAlarm } from './guard-alarms.ts';
import { judgeSite, type RemoteVerdict, type Verdict } from './judge-site.ts';
import type { WatchedRelease } from './view-counts.ts';
import { isAnyWatched } from './watched-releases.ts';
import { isFaultOfRemote, whyNotAct } from './why-not-act.ts';

/** Hears what the guard cannot do by itself. */
interface GuardEars {
  /** People are needed: said with each look, as long as that is so. */
  onAlarm?: (sentence: string, release: WatchedRelease) => void;
  /** A release fails, by far less than what takes it back: said with each look, as long as that is so. */
  onFailing?: (sentence: string, release: WatchedRelease) => void;
  /** It sees visitors, and cannot tell where they come from: said with each look, as long as that is so. */
  onBlind?: (sentence: string, release: WatchedRelease) => void;
}

/**
 * Rolls a newly activated release back, or ends a new canary, whose page views fail far more than before, with the
 * evidence in the log. Any number of shell servers may run it: the compare-and-set lets one of them do it. It makes one
 * step an incident; where it makes none although something fails it stops, and says why to people. While no release is new it
 * looks only where `looksAnyway` says that something failed, and tells people.
 */
export async function runGuard(
  platform: ReleasePlatform,
  { onAlarm, onFailing, onBlind }: GuardEars = {},
  { now = Date.now(), looksAnyway = false }: { now?: number; looksAnyway?: boolean } = {},
): Promise<SwitchResult[]> {
  const { store } = platform;
  // Where looks cost, the chain is followed by whoever runs this.
  if (store.pace.isFree || !platform.chain.current) await platform.chain.refresh({ whole: false });
  const current = platform.chain.current?.composition;
  if (!current || !(looksAnyway || isAnyWatched(current, now))) return [];
  const all = await judgeSite(store, current, now);
  const results: SwitchResult[] = [];
  for (const { live, canary, remote } of all) {
    for (const verdict of [live, canary]) {
      const { judgement, health } = verdict ?? {};
      if (health && judgement?.kind === 'waiting' && judgement.isBlind) {
        onBlind?.(`${remote} ${health.id}: ${judgement.sentence}`, health);
      }
    }
  }
  for (const remote of all) {
    for (const verdict of [remote.live, remote.canary]) {
      if (!verdict) continue;
      const { alarm, health, warning } = verdict;
      if (alarm && isHealthy(remote, verdict)) await endAlarm(store, alarm);
      else if (alarm) onAlarm?.(alarm.sentence, health);
      else if (warning) onFailing?.(describeWarning(remote, verdict, warning), health);
    }
    const failing = failingOf(remote);
    if (!failing || failing.alarm || failing.isOver || isFaultOfRemote(remote, all)) continue;
    const { entries: history } = await recallHistory(platform);
    const expectedRevision = results.at(-1)?.composition.revision ?? current.revision;
    let hindrance = whyNotAct({
      remote,
      failing,
      all,
      history,
      isOfServer: (entry) => isOfServer(platform, entry),
      now,
    });
    try {
      if (hindrance === null) results.push(await step(platform, { remote, failing, expectedRevision, now }));
    } catch (error) {
      // Somebody switched meanwhile: what was seen is of yesterday.
      if (error instanceof RevisionTakenError) continue;
      hindrance = messageOf(error);
    }
    if (hindrance === null) continue;
    const { health } = failing;
    const sentence = describeStop(remote, failing, hindrance);
    const at = new Date(now).toISOString();
    if (await raiseAlarm(store, { remote: remote.remote, id: health.id, since: health.since, at, sentence })) {
      onAlarm?.(sentence, health);
    }
  }
  return results;
}

/** A key that may step back everywhere, as those of servers may, and no squad's. */
function isOfServer({ chain }: Pick<ReleasePlatform, 'chain'>, { revision }: Composition): boolean {
  const name = chain.keyOf(revision);
  const key = chain.rights.keys.find((known) => known.name === name);
  return key?.remotes === '*' && key.actions.includes('rollback');
}

/** Whether what an alarm was raised for is over. */
function isHealthy({ live, isFailingNow }: RemoteVerdict, verdict: Verdict): boolean {
  if (verdict.isOver) return true;
  const fails = verdict.judgement.kind === 'failing' || verdict.warning !== null;
  return !fails && !(verdict === live && isFailingNow);
}

/** Told early: nothing goes back by it. */
function describeWarning({ remote, state }: RemoteVerdict, { health: { id } }: Verdict, warning: string): string {
  const [subject, remedy] = id === state.live ? ['live release', 'rollback'] : ['canary', 'abort'];
  const seen = `${remote} ${id}, the ${subject}, fails in browsers: ${warning} within the last minutes.`;
  return `${seen} Nothing goes back by that yet; "${remedy} ${remote}" does, and the control room shows what fails.`;
}

function failingOf({ live, canary }: RemoteVerdict): Verdict | null {
  return [live, canary].find((verdict) => verdict?.judgement.kind === 'failing') ?? null;
}

interface Step {
  remote: RemoteVerdict;
  failing: Verdict;
  expectedRevision: number;
  now: number;
}

function step(platform: ReleasePlatform, { remote, failing, expectedRevision, now }: Step): Promise<SwitchResult> {
  const { id, since, views, failures, networks, failedNetworks } = failing.health;
  const sinceSeconds = Math.round((now - Date.parse(since)) / 1000);
  const isLive = id === remote.state.live;
  const event = isLive ? 'it went live' : 'this share of the visitors got the canary';
  const reason = `${describe(failing)} within ${sinceSeconds} seconds after ${event}`;
  const evidence = { views, failures, sinceSeconds, networks, failedNetworks };
  const request = { remote: remote.remote, by: 'guard', expectedRevision, reason, evidence };
  return isLive ? rollbackRelease(platform, request) : abortCanary(platform, request);
}

/** `12 of 60 page views failed, in 12 of 50 networks (before: 1 %)`. */
function describe({ health, baseline }: Verdict): string {
  const { views, failures, networks, failedNetworks } = health;
  const before = baseline && baseline.networks > 0 ? ` (before: ${Math.round(baseline.failedShare * 100)} %)` : '';
  return `${failures} of ${views} page views failed, in ${failedNetworks} of ${networks} networks${before}`;
}

/** What it saw, why it does nothing about that, and what people can do. */
function describeStop({ remote, state }: RemoteVerdict, failing: Verdict, hindrance: string): string {
  const { id } = failing.health;
  const subject = id === state.live ? 'live release' : 'canary';
  const seen = `${remote} ${id}, the ${subject}, fails (${describe(failing)}), and the guard stopped: ${withStop(hindrance)}`;
  const remedy = id === state.live ? `"rollback ${remote} --to <id>"` : `"abort ${remote}"`;
  return `${seen} People decide: "npm run release -- log --remote ${remote}" tells what was live, ${remedy} or a mended release ends this.`;
}

const withStop = (sentence: string) => (sentence.endsWith('.') ? sentence : `${sentence}.`);

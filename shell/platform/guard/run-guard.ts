import type { Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import { messageOf, oneLine } from 'kit/server/text';
import { abortCanary } from '../acts/canary.ts';
import { rollbackRelease } from '../acts/switch.ts';
import type { SwitchResult } from '../acts/write-revision.ts';
import { RevisionTakenError } from '../log/revision.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { type Move, movesOf } from '../state/site-state.ts';
import { endAlarm, evaluateSite, isAnyWatched, type RemoteVerdict, raiseAlarm, type Verdict } from './evaluate-site.ts';
import type { WatchedRelease } from './view-counts.ts';

/** Called with what the guard cannot do by itself. */
interface GuardListeners {
  /** People are needed: called with each look, as long as that is so. */
  onAlarm?: (sentence: string, release: WatchedRelease) => void;
  /** A release fails, by far less than what takes it back: called with each look, as long as that is so. */
  onFailing?: (sentence: string, release: WatchedRelease) => void;
  /** It sees visitors, and cannot tell where they come from: called with each look, as long as that is so. */
  onBlind?: (sentence: string, release: WatchedRelease) => void;
}

/**
 * Rolls a newly activated release back, or ends a new canary, whose page views fail far more than before, with the
 * evidence in the log. Any number of shell servers may run it: the compare-and-set lets one of them do it. It rolls
 * back once an incident; where it makes none although something fails it stops, and says why to people. While no release is new it
 * looks only where `looksAnyway` says that something failed, and tells people.
 */
export async function runGuard(
  platform: ReleasePlatform,
  { onAlarm, onFailing, onBlind }: GuardListeners = {},
  { now = Date.now(), looksAnyway = false }: { now?: number; looksAnyway?: boolean } = {},
): Promise<SwitchResult[]> {
  const { store } = platform;
  // Where looks cost, the chain is followed by whoever runs this.
  if (store.pace.isFree || !platform.chain.current) await platform.chain.refresh({ whole: false });
  const current = platform.chain.current?.composition;
  if (!current || !(looksAnyway || isAnyWatched(current, now))) return [];
  const all = await evaluateSite(store, current, now);
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
    const { history } = platform.chain;
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
      if (hindrance === null) results.push(await rollBack(platform, { remote, failing, expectedRevision, now }));
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

/** An early warning: nothing is rolled back by it. */
function describeWarning({ remote, state }: RemoteVerdict, { health: { id } }: Verdict, warning: string): string {
  const [subject, remedy] = id === state.live ? ['live release', 'rollback'] : ['canary', 'abort'];
  const seen = `${remote} ${id}, the ${subject}, fails in browsers: ${warning} within the last minutes.`;
  return `${seen} Nothing goes back by that yet; "${remedy} ${remote}" does, and the control room shows what fails.`;
}

function failingOf({ live, canary }: RemoteVerdict): Verdict | null {
  return [live, canary].find((verdict) => verdict?.judgement.kind === 'failing') ?? null;
}

interface Rollback {
  remote: RemoteVerdict;
  failing: Verdict;
  expectedRevision: number;
  now: number;
}

function rollBack(
  platform: ReleasePlatform,
  { remote, failing, expectedRevision, now }: Rollback,
): Promise<SwitchResult> {
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

/** After a rollback of its own the guard makes no other one for so long, unless people have made something live since. */
const incidentMinutes = 30;

interface Incident {
  /** The remote whose release fails, and that release. */
  remote: RemoteVerdict;
  failing: Verdict;
  all: readonly RemoteVerdict[];
  /** Every switch, oldest first. */
  history: readonly Composition[];
  /** Whether a server's key made a switch: a squad can write evidence, and call itself the guard, as it likes. */
  isOfServer: (entry: Composition) => boolean;
  now: number;
}

/**
 * Why the guard leaves a failing release as it is, in a sentence; null when it may act. It rolls back once an incident, never
 * to a release that was left, and none when more than one remote fails: what several have in common is no release, but it may
 * be the shell's.
 */
function whyNotAct(incident: Incident): string | null {
  return severalFail(incident) ?? wasRolledBack(incident) ?? noWayBack(incident);
}

/**
 * Whether what fails of the shell is no more than pages of one remote, which may have been taken back since: every failure of a
 * remote is one of the shell around it as well, and only what several have in common now is its own.
 */
function isFaultOfRemote({ remote }: RemoteVerdict, all: readonly RemoteVerdict[]): boolean {
  return remote === shellName && failingRemotes(all).length < 2;
}

function failingRemotes(all: readonly RemoteVerdict[]): RemoteVerdict[] {
  return all.filter((one) => one.remote !== shellName && (one.isFailingNow || one.live.judgement.kind === 'failing'));
}

function severalFail({ remote, all }: Incident): string | null {
  const others = failingRemotes(all).filter((one) => one !== remote);
  if (others.length === 0 || remote.remote === shellName) return null;
  const names = [remote, ...others].map((one) => one.remote).join(' and ');
  return `${names} fail at the same time, which is no single release's fault: look at the API, the shell and the network first`;
}

function wasRolledBack({ failing, history, isOfServer, now }: Incident): string | null {
  const { remote, id, since } = failing.health;
  const isStep = (entry: Composition) => isAutomatic(entry) && isOfServer(entry);
  const madeLive = history.findLast((entry) => movedTo(entry, remote, id));
  if (madeLive && isStep(madeLive) && madeLive.action === 'rollback') {
    return 'the guard itself went back to this release and takes one step only';
  }
  const last = history.findLast(isStep);
  // A time to come was made up by a squad before it: that would be the same incident for ever.
  const isLately = last && Math.abs(now - Date.parse(last.at)) < incidentMinutes * 60_000;
  const isSameIncident = isLately && since <= last.at;
  return isSameIncident
    ? `the guard made a step for ${last.remote} less than ${incidentMinutes} minutes ago and takes one step an incident only`
    : null;
}

function noWayBack({ remote: { remote, state }, failing, history }: Incident): string | null {
  // A canary ends, and everybody has the live release again.
  if (failing.health.id !== state.live) return null;
  const { previous } = state;
  if (previous === null) return 'there is no release before it to go back to';
  const wasLeft = (entry: Composition) =>
    movesOf(entry).some(
      (move) => move.remote === remote && move.from === previous && wasGoingBack(entry, move, history),
    );
  const left = history.findLast(wasLeft);
  const to = left && movesOf(left).find((move) => move.remote === remote)?.to;
  return left
    ? `the release before it, ${previous}, was left itself: ${oneLine(left.by)} went back from it to ${to} ("${oneLine(left.reason)}")`
    : null;
}

/** Only what the guard did has evidence, and a plan's steps; a name can be anybody's. */
function isAutomatic({ evidence, action }: Composition): boolean {
  return evidence !== undefined && (action === 'rollback' || action === 'abort');
}

function movedTo(entry: Composition, remote: string, id: string): boolean {
  return movesOf(entry).some((move) => move.remote === remote && move.to === id && move.from !== id);
}

/** By the command of that name, or by making a release live again that had been live before the one that was left. */
function wasGoingBack(
  { revision, action, undoes }: Composition,
  { remote, from, to }: Move,
  history: readonly Composition[],
): boolean {
  if (action === 'rollback') return true;
  if (action === 'undo') return from !== to && undoes !== undefined && isGoingLive(undoes);
  if (action !== 'activate' || from === to) return false;
  const earlier = history.filter((entry) => entry.remote === remote && entry.revision < revision);
  const wentLive = (id: string | null) => earlier.findIndex((entry) => entry.to === id && isGoingLive(entry));
  const [older, newer] = [wentLive(to), wentLive(from)];
  return older >= 0 && older < newer;
}

function isGoingLive({ action }: Pick<Composition, 'action'>): boolean {
  return action === 'activate' || action === 'promote';
}

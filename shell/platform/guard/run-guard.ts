import type { Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import { messageOf, oneLine } from 'kit/server/text';
import { abort } from '../acts/canary.ts';
import { rollBack } from '../acts/switch.ts';
import { doSwitch, type SwitchResult } from '../acts/write-revision.ts';
import { RevisionTakenError } from '../log/revision.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { type Move, movesOf } from '../state/site-state.ts';
import { evidenceOf } from './evaluate-release.ts';
import { endAlarm, evaluateSite, isAnyWatched, type RemoteVerdict, raiseAlarm, type Verdict } from './evaluate-site.ts';
import type { WatchedRelease } from './view-counts.ts';

interface GuardListeners {
  /** Called on each run while people must act. */
  onAlarm?: (sentence: string, release: WatchedRelease) => void;
  /** Called on each run while a release fails below the limit of a rollback. */
  onFailing?: (sentence: string, release: WatchedRelease) => void;
  /** Called on each run while the guard counts views but cannot tell the visitors' networks apart. */
  onBlind?: (sentence: string, release: WatchedRelease) => void;
}

/**
 * Rolls back a new release, or ends a new canary, when far more page views fail than before. The log records the evidence. Any
 * number of shell servers may run it: the compare-and-set lets one of them act. It rolls back once an incident. When it may
 * not act, it stops and notifies people of the reason. While no release is new, it reads the counts only when `evaluatesAnyway`
 * reports a failure, and then only notifies people.
 */
export async function runGuard(
  platform: ReleasePlatform,
  { onAlarm, onFailing, onBlind }: GuardListeners = {},
  { now = Date.now(), evaluatesAnyway = false }: { now?: number; evaluatesAnyway?: boolean } = {},
): Promise<SwitchResult[]> {
  const { store } = platform;
  // When polls of the store cost money, the caller refreshes the chain.
  if (store.pace.isFree || !platform.chain.current) await platform.chain.refresh({ whole: false });
  const current = platform.chain.current?.composition;
  if (!current || !(evaluatesAnyway || isAnyWatched(current, now))) return [];
  const all = await evaluateSite(store, current, now);
  const results: SwitchResult[] = [];
  for (const remote of all) {
    for (const verdict of [remote.live, remote.canary]) {
      if (!verdict) continue;
      const { alarm, evaluation, health, warning } = verdict;
      if (evaluation.kind === 'waiting' && evaluation.isBlind) {
        onBlind?.(`${remote.remote} ${health.id}: ${evaluation.sentence}`, health);
      }
      if (alarm && isHealthy(remote, verdict)) await endAlarm(store, alarm);
      else if (alarm) onAlarm?.(alarm.sentence, health);
      else if (warning) onFailing?.(describeWarning(remote, verdict, warning), health);
    }
    const failing = failingOf(remote);
    if (!failing || failing.alarm || failing.isOver || isFaultOfRemote(remote, all)) continue;
    const expectedRevision = results.at(-1)?.composition.revision ?? current.revision;
    const incident = { remote, failing, all, chain: platform.chain, now };
    let hindrance = whyNotAct(incident);
    try {
      if (hindrance === null) results.push(await act(platform, incident, expectedRevision));
    } catch (error) {
      // Another switch happened meanwhile, so the counts are outdated.
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

/** Returns whether the key that signed a switch may roll back every remote. Only the keys of servers may, not those of squads. */
function isOfServer(chain: ReleasePlatform['chain'], { revision }: Composition): boolean {
  const name = chain.keyOf(revision);
  const key = chain.rights.keys.find((known) => known.name === name);
  return key?.remotes === '*' && key.actions.includes('rollback');
}

/** Returns whether the reason of an alarm has ended. */
function isHealthy({ live, isFailingNow }: RemoteVerdict, verdict: Verdict): boolean {
  if (verdict.isOver) return true;
  const fails = verdict.evaluation.kind === 'failing' || verdict.warning !== null;
  return !fails && !(verdict === live && isFailingNow);
}

/** Sends an early warning. It causes no rollback. */
function describeWarning({ remote, state }: RemoteVerdict, { health: { id } }: Verdict, warning: string): string {
  const [subject, remedy] = id === state.live ? ['live release', 'rollback'] : ['canary', 'abort'];
  const seen = `${remote} ${id}, the ${subject}, fails in browsers: ${warning} within the last minutes.`;
  return `${seen} Nothing goes back by that yet; "${remedy} ${remote}" does, and the control room shows what fails.`;
}

function failingOf({ live, canary }: RemoteVerdict): Verdict | null {
  return [live, canary].find((verdict) => verdict?.evaluation.kind === 'failing') ?? null;
}

/** Rolls a failing release back, or ends a failing canary. */
function act(
  platform: ReleasePlatform,
  { remote, failing, now }: Incident,
  expectedRevision: number,
): Promise<SwitchResult> {
  const isLive = failing.health.id === remote.state.live;
  const event = isLive ? 'it went live' : 'this share of the visitors got the canary';
  const evidence = evidenceOf(failing.health, now);
  const reason = `${describe(failing)} within ${evidence.sinceSeconds} seconds after ${event}`;
  const request = { remote: remote.remote, by: 'guard', expectedRevision, reason, evidence };
  return doSwitch(platform, request, isLive ? rollBack : abort);
}

/** `12 of 60 page views failed, in 12 of 50 networks (before: 1 %)`. */
function describe({ health, baseline }: Verdict): string {
  const { views, failures, networks, failedNetworks } = health;
  const before = baseline && baseline.networks > 0 ? ` (before: ${Math.round(baseline.failedShare * 100)} %)` : '';
  return `${failures} of ${views} page views failed, in ${failedNetworks} of ${networks} networks${before}`;
}

/** Returns the evidence, why the guard does not act, and what people can do. */
function describeStop({ remote, state }: RemoteVerdict, failing: Verdict, hindrance: string): string {
  const { id } = failing.health;
  const subject = id === state.live ? 'live release' : 'canary';
  const seen = `${remote} ${id}, the ${subject}, fails (${describe(failing)}), and the guard stopped: ${withStop(hindrance)}`;
  const remedy = id === state.live ? `"rollback ${remote} --to <id>"` : `"abort ${remote}"`;
  return `${seen} People decide: "npm run release -- log --remote ${remote}" tells what was live, ${remedy} or a mended release ends this.`;
}

const withStop = (sentence: string) => (sentence.endsWith('.') ? sentence : `${sentence}.`);

/** The minimum time between two rollbacks of the guard. It does not apply once people have activated a release since. */
const incidentMinutes = 30;

interface Incident {
  remote: RemoteVerdict;
  failing: Verdict;
  all: readonly RemoteVerdict[];
  chain: ReleasePlatform['chain'];
  now: number;
}

/**
 * Returns why the guard must not act on a failing release, as a sentence; null when it may. It rolls back once an incident and
 * never to a release that was rolled back before. It does not act when several remotes fail, because then the common cause
 * is no release of a remote, but perhaps the shell.
 */
function whyNotAct(incident: Incident): string | null {
  return severalFail(incident) ?? wasRolledBack(incident) ?? noWayBack(incident);
}

/**
 * Returns whether all failures of the shell are on pages of one remote, which may have been rolled back since. Every failure of
 * a remote also counts for the shell, so only current failures of several remotes are the shell's own.
 */
function isFaultOfRemote({ remote }: RemoteVerdict, all: readonly RemoteVerdict[]): boolean {
  return remote === shellName && failingRemotes(all).length < 2;
}

function failingRemotes(all: readonly RemoteVerdict[]): RemoteVerdict[] {
  return all.filter((one) => one.remote !== shellName && (one.isFailingNow || one.live.evaluation.kind === 'failing'));
}

function severalFail({ remote, all }: Incident): string | null {
  const others = failingRemotes(all).filter((one) => one !== remote);
  if (others.length === 0 || remote.remote === shellName) return null;
  const names = [remote, ...others].map((one) => one.remote).join(' and ');
  return `${names} fail at the same time, which is no single release's fault: look at the API, the shell and the network first`;
}

function wasRolledBack({ failing, chain, now }: Incident): string | null {
  const { remote, id, since } = failing.health;
  const { history } = chain;
  // Evidence and author prove nothing, because a squad can write both.
  const isStep = (entry: Composition) => isAutomatic(entry) && isOfServer(chain, entry);
  const madeLive = history.findLast((entry) => movedTo(entry, remote, id));
  if (madeLive && isStep(madeLive) && madeLive.action === 'rollback') {
    return 'the guard itself went back to this release and takes one step only';
  }
  const last = history.findLast(isStep);
  // A squad can write a time in the future. Without this check the incident would never end.
  const isLately = last && Math.abs(now - Date.parse(last.at)) < incidentMinutes * 60_000;
  const isSameIncident = isLately && since <= last.at;
  return isSameIncident
    ? `the guard made a step for ${last.remote} less than ${incidentMinutes} minutes ago and takes one step an incident only`
    : null;
}

function noWayBack({ remote: { remote, state }, failing, chain: { history } }: Incident): string | null {
  // The canary ends, and all visitors get the live release again.
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

/** Only switches of the guard and steps of plans have evidence. The author's name proves nothing. */
function isAutomatic({ evidence, action }: Composition): boolean {
  return evidence !== undefined && (action === 'rollback' || action === 'abort');
}

function movedTo(entry: Composition, remote: string, id: string): boolean {
  return movesOf(entry).some((move) => move.remote === remote && move.to === id && move.from !== id);
}

/** A rollback is the command of that name, or the activation of a release that was live before the present one. */
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

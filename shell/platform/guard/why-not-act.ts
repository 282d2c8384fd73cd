import type { Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import { oneLine } from '../one-line.ts';
import { type Move, movesOf } from '../switch/moves-of.ts';
import type { RemoteVerdict, Verdict } from './judge-site.ts';

/** After a step of its own the guard makes no other one for so long, unless people have made something live since. */
export const incidentMinutes = 30;

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
 * Why the guard leaves a failing release as it is, in a sentence; null when it may act. It makes one step an incident, never
 * to a release that was left, and none when more than one remote fails: what several have in common is no release, but it may
 * be the shell's.
 */
export function whyNotAct(incident: Incident): string | null {
  return severalFail(incident) ?? stepWasMade(incident) ?? noWayBack(incident);
}

/**
 * Whether what fails of the shell is no more than pages of one remote, which may have been taken back since: every failure of a
 * remote is one of the shell around it as well, and only what several have in common now is its own.
 */
export function isFaultOfRemote({ remote }: RemoteVerdict, all: readonly RemoteVerdict[]): boolean {
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

function stepWasMade({ failing, history, isOfServer, now }: Incident): string | null {
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

import type { Health } from '../../../platform/index.ts';
import type { RoomRemote } from './room.ts';

/**
 * The status of a remote in two or three words, with a sentence when there is more to say. Worse conditions are checked
 * first.
 */
export interface RemoteStatus {
  kind: 'bad' | 'warn' | 'good' | 'calm';
  /** A shape stands before the words, so that nobody has to tell statuses apart by colour. */
  words: string;
  sentence: string;
}

type Known = Pick<RoomRemote, 'state' | 'verdict' | 'freeze'>;

export function statusOf({ state, verdict, freeze }: Known): RemoteStatus {
  if (!state) return { kind: 'calm', words: '○ nothing live', sentence: 'No release is live.' };
  if (state.withdrawn) {
    return {
      kind: 'bad',
      words: '■ withdrawn',
      sentence: `Visitors see that its pages are not available. Reason: ${state.withdrawn.reason}`,
    };
  }
  const alarm = verdict?.live.alarm ?? verdict?.canary?.alarm;
  if (alarm) return { kind: 'bad', words: '▲ needs attention', sentence: alarm.sentence };
  if (verdict && isLiveFailing({ verdict })) {
    return { kind: 'bad', words: '▲ failing', sentence: failingSentence(verdict.live) };
  }
  const { canary } = verdict ?? {};
  if (
    canary &&
    !verdict?.isFaultOfRemote &&
    !canary.isOver &&
    (canary.warning || canary.judgement.kind === 'failing')
  ) {
    return { kind: 'bad', words: '▲ canary failing', sentence: failingSentence(canary) };
  }
  if (state.canary) {
    const waiting = verdict?.canary?.judgement;
    const sentence = waiting?.kind === 'waiting' ? `The canary has ${waiting.sentence}.` : '';
    const held = state.canary.plan?.paused ? ', paused' : '';
    return { kind: 'warn', words: `◆ canary ${state.canary.percent} %${held}`, sentence };
  }
  if (freeze) return { kind: 'warn', words: freeze.isOfSite ? '■ site frozen' : '■ frozen', sentence: '' };
  const judgement = verdict?.live.judgement;
  if (judgement?.kind === 'waiting')
    return { kind: 'calm', words: '○ collecting data', sentence: `It has ${judgement.sentence}.` };
  return { kind: 'good', words: '● healthy', sentence: '' };
}

/** Whether the live release itself fails. Failures of one remote only are not held against the shell around it. */
export function isLiveFailing({ verdict }: Pick<RoomRemote, 'verdict'>): boolean {
  if (!verdict) return false;
  const { live, isFailingNow, isFaultOfRemote } = verdict;
  if (live.alarm) return true;
  if (isFaultOfRemote || live.isOver) return false;
  return Boolean(isFailingNow || live.warning || live.judgement.kind === 'failing');
}

function failingSentence({ health, warning, judgement }: Health.Verdict): string {
  const { id, views, failures, networks, failedNetworks } = health;
  if (warning && judgement.kind !== 'failing') return `${id} fails: ${warning} within the last minutes.`;
  return `${id} fails: ${failures} of ${views} page views, in ${failedNetworks} of ${networks} networks.`;
}

const order = ['bad', 'warn', 'calm', 'good'] as const;

const day = 24 * 3_600_000;

/**
 * Sorts remotes: those that need attention first, then those with recent incidents, then the latest switches, then by
 * name.
 */
export function inOrderOfNeed<Remote extends Known & Pick<RoomRemote, 'name'>>(
  remotes: readonly Remote[],
  { told, at }: { told: ReadonlySet<string | null>; at: number },
): Remote[] {
  const rank = (remote: Remote) => {
    const { kind } = statusOf(remote);
    return kind !== 'bad' && told.has(remote.name) ? 0.5 : order.indexOf(kind);
  };
  const switchedAt = ({ state }: Remote) => {
    const since = Date.parse(state?.since ?? '');
    return at - since < day ? since : 0;
  };
  return remotes.toSorted(
    (one, other) =>
      rank(one) - rank(other) || switchedAt(other) - switchedAt(one) || one.name.localeCompare(other.name),
  );
}

import type { Health } from '../../../platform/index.ts';
import type { RoomRemote } from './room.ts';

/** How a remote is, in two or three words, and in a sentence where that says more. Worse ones come first. */
export interface RemoteStatus {
  kind: 'bad' | 'warn' | 'good' | 'calm';
  /** With a shape before it, so that nobody needs colours to tell them apart. */
  words: string;
  sentence: string;
}

type Known = Pick<RoomRemote, 'state' | 'verdict' | 'freeze'>;

export function statusOf({ state, verdict, freeze }: Known): RemoteStatus {
  if (!state) return { kind: 'calm', words: '○ nothing live', sentence: 'No release is live.' };
  if (state.withdrawn) {
    return { kind: 'bad', words: '■ withdrawn', sentence: `None of its pages is served: ${state.withdrawn.reason}` };
  }
  const alarm = verdict?.live.alarm ?? verdict?.canary?.alarm;
  if (alarm) return { kind: 'bad', words: '▲ needs you', sentence: alarm.sentence };
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
    const sentence = waiting?.kind === 'waiting' ? `The canary is ${waiting.sentence}.` : '';
    const held = state.canary.plan?.paused ? ', held' : '';
    return { kind: 'warn', words: `◆ canary ${state.canary.percent} %${held}`, sentence };
  }
  if (freeze) return { kind: 'warn', words: freeze.isOfSite ? '■ site frozen' : '■ frozen', sentence: '' };
  const judgement = verdict?.live.judgement;
  if (judgement?.kind === 'waiting')
    return { kind: 'calm', words: '○ too early to say', sentence: `It is ${judgement.sentence}.` };
  return { kind: 'good', words: '● well', sentence: '' };
}

/** Whether it is the live release that fails, canary or none; not what fails of one remote only, for the shell around it. */
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

/** Those that need somebody first, then those that people were told of lately, then what was switched last, then by name. */
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

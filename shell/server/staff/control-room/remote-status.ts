import { describePlan } from 'kit/contracts/canary-plan';
import type { Health, Site } from '../../../platform/index.ts';
import { html, type Markup, type Part } from '../../http/html.ts';
import { minute, renderTime } from '../staff-document.ts';
import type { RoomRemote } from './room.ts';
import { howLong } from './room-frame.ts';

/**
 * The status of a remote in two or three words, with a sentence when there is more to say. Worse conditions are checked
 * first.
 */
interface RemoteStatus {
  kind: 'bad' | 'warn' | 'good' | 'calm';
  /** The words begin with a shape, because colour alone must not distinguish statuses (WCAG 1.4.1). */
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
    (canary.warning || canary.evaluation.kind === 'failing')
  ) {
    return { kind: 'bad', words: '▲ canary failing', sentence: failingSentence(canary) };
  }
  if (state.canary) {
    const waiting = verdict?.canary?.evaluation;
    const sentence = waiting?.kind === 'waiting' ? `The canary has ${waiting.sentence}.` : '';
    const held = state.canary.plan?.paused ? ', paused' : '';
    return { kind: 'warn', words: `◆ canary ${state.canary.percent} %${held}`, sentence };
  }
  if (freeze) return { kind: 'warn', words: freeze.isOfSite ? '■ site frozen' : '■ frozen', sentence: '' };
  const evaluation = verdict?.live.evaluation;
  if (evaluation?.kind === 'waiting')
    return { kind: 'calm', words: '○ collecting data', sentence: `It has ${evaluation.sentence}.` };
  return { kind: 'good', words: '● healthy', sentence: '' };
}

/** Whether the live release itself fails. Failures of one remote only are not held against the shell around it. */
export function isLiveFailing({ verdict }: Pick<RoomRemote, 'verdict'>): boolean {
  if (!verdict) return false;
  const { live, isFailingNow, isFaultOfRemote } = verdict;
  if (live.alarm) return true;
  if (isFaultOfRemote || live.isOver) return false;
  return Boolean(isFailingNow || live.warning || live.evaluation.kind === 'failing');
}

function failingSentence({ health, warning, evaluation }: Health.Verdict): string {
  const { id, views, failures, networks, failedNetworks } = health;
  if (warning && evaluation.kind !== 'failing') return `${id} fails: ${warning} within the last minutes.`;
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

/** The facts about a remote: its live release, since when, by whom and why, and its canary. */
export function renderFacts({ state, switched, freeze, origin, nextStep }: RoomRemote): Part {
  if (!state) return null;
  const since = state.since ?? switched?.at ?? '';
  const ago = since !== '' && html` for ${howLong(Date.now() - Date.parse(since))}, since ${renderTime(since)}`;
  return html`<p class="facts"><code>${state.live}</code> live${ago}${switched && sayBy(switched)}</p>${renderOrigin(origin)}${state.canary && renderCanary(state.canary, nextStep)}${freeze && html`<p class="facts">${sayFreeze(freeze)}</p>`}${state.guard === 'off' && html`<small>automatic rollback is off</small>`}`;
}

/** Renders where a release was built from: `0a1b2c3d4e, Anna, #42`. */
export function renderOrigin(origin: RoomRemote['origin']): Part {
  if (!origin) return null;
  const { commit, author, pullRequest } = origin;
  const parts = [
    ...(commit === null ? [] : [html`<code>${shorten(commit)}</code>`]),
    ...[author, pullRequest].flatMap((text) => (text === undefined ? [] : [html`<bdi>${text}</bdi>`])),
  ];
  return (
    parts.length > 0 && html`<small>${parts.map((part, index) => html`${index === 0 ? '' : ', '}${part}`)}</small>`
  );
}

/** Gives ten digits of a commit, and whether the working tree differed from it. */
function shorten(commit: string): string {
  return commit.slice(0, 10) + (commit.endsWith('-dirty') ? ' with local changes' : '');
}

/** The reason of a rollback is about the release that was left, not about the live one. */
function sayBy({ action, from, by, reason }: NonNullable<RoomRemote['switched']>): Markup {
  const why = reason !== '' && html`: <bdi>${reason}</bdi>`;
  return action === 'rollback' && from !== null
    ? html`: <bdi>${by}</bdi> rolled <code>${from}</code> back${why}`
    : html`, by <bdi>${by}</bdi>${why}`;
}

type RunningCanary = NonNullable<NonNullable<RoomRemote['state']>['canary']>;

function renderCanary(canary: RunningCanary, nextStep: RoomRemote['nextStep']): Markup {
  const { id, percent, since, plan } = canary;
  const planned = plan && html`<p class="facts">Plan: ${describePlan(plan)}. ${sayPlan(plan, nextStep)}</p>`;
  return html`<p class="facts">Canary <code>${id}</code> for ${percent} % of the visitors${since ? `, since ${minute(since)}` : ''}</p>${planned}`;
}

function sayPlan({ paused }: NonNullable<RunningCanary['plan']>, nextStep: RoomRemote['nextStep']): Markup {
  if (paused) return html`<strong>Paused since ${minute(paused.since)}: <bdi>${paused.reason}</bdi></strong>`;
  if (nextStep === null) return html`The share stays as it is.`;
  const what = nextStep.percent === null ? 'goes live' : `grows to ${nextStep.percent} %`;
  return html`It ${what} at ${minute(nextStep.at)}, as long as it is no worse than the live release.`;
}

export function sayFreeze({ since, until, reason, isOfSite }: Site.Freeze): Markup {
  const what = isOfSite ? 'The whole site is frozen' : 'Frozen';
  return html`${what} since ${minute(since)}${until ? ` until ${minute(until)}` : ', until somebody ends it'}: no new release goes live, rollbacks still work.${reason && html` Reason: <bdi>${reason}</bdi>`}`;
}

import { describePlan } from 'kit/contracts/canary-plan';
import { Site } from '../../../platform/index.ts';
import { html, type Markup } from '../../http/html.ts';
import { minute } from '../staff-document.ts';
import type { RoomRemote } from './room.ts';
import { liveFor } from './room-frame.ts';

/** The facts about a remote: its live release, since when, by whom and why, and its canary. */
export function renderFacts({ state, switched, freeze, origin }: RoomRemote): Markup {
  if (!state) return html``;
  const by = switched ? sayBy(switched) : html``;
  const guard = state.guard === 'off' ? html`<small>automatic rollback is off</small>` : html``;
  const canary = state.canary ? renderCanary(state.canary) : html``;
  const frozen = freeze ? html`<p class="facts">${sayFreeze(freeze)}</p>` : html``;
  return html`<p class="facts"><code>${state.live}</code> ${liveFor(state.since ?? switched?.at ?? '')}${by}</p>${renderOrigin(origin)}${canary}${frozen}${guard}`;
}

/** Says where a release was built from: `0a1b2c3d4e, Anna, #42`. */
export function renderOrigin(origin: RoomRemote['origin']): Markup {
  if (!origin) return html``;
  const { commit, author, pullRequest } = origin;
  const parts = [
    ...(commit === null ? [] : [html`<code>${shorten(commit)}</code>`]),
    ...[author, pullRequest].flatMap((text) => (text === undefined ? [] : [html`<bdi>${text}</bdi>`])),
  ];
  return parts.length === 0
    ? html``
    : html`<small>${parts.map((part, index) => html`${index === 0 ? '' : ', '}${part}`)}</small>`;
}

/** Gives ten digits of a commit, and whether the working tree differed from it. */
function shorten(commit: string): string {
  return commit.slice(0, 10) + (commit.endsWith('-dirty') ? ' with local changes' : '');
}

/** The reason of a rollback is about the release that was left, not about the live one. */
function sayBy({ action, from, by, reason }: NonNullable<RoomRemote['switched']>): Markup {
  const why = reason === '' ? html`` : html`: <bdi>${reason}</bdi>`;
  return action === 'rollback' && from !== null
    ? html`: <bdi>${by}</bdi> rolled <code>${from}</code> back${why}`
    : html`, by <bdi>${by}</bdi>${why}`;
}

type RunningCanary = NonNullable<NonNullable<RoomRemote['state']>['canary']>;

/** The canary with its share and the next step of its plan. */
function renderCanary(canary: RunningCanary): Markup {
  const { id, percent, since, plan } = canary;
  const planned = plan ? html`<p class="facts">Plan: ${describePlan(plan)}. ${sayPlan(canary)}</p>` : html``;
  return html`<p class="facts">Canary <code>${id}</code> for ${percent} % of the visitors${since ? `, since ${minute(since)}` : ''}</p>${planned}`;
}

/** Describes the next step of a plan, and when it is due. */
function sayPlan(canary: RunningCanary): Markup {
  const paused = canary.plan?.paused;
  if (paused) return html`<strong>Paused since ${minute(paused.since)}: <bdi>${paused.reason}</bdi></strong>`;
  const next = Site.nextStepOf(canary);
  const due = Site.dueAt(canary);
  if (next === null || next.kind === 'end' || due === null) return html`The share stays as it is.`;
  const what = next.kind === 'advance' ? `grows to ${next.percent} %` : 'goes live';
  return html`It ${what} at ${minute(new Date(due).toISOString())}, as long as it is no worse than the live release.`;
}

/** Describes a freeze in one sentence. */
export function sayFreeze({ since, until, reason, isOfSite }: Site.Freeze): Markup {
  const what = isOfSite ? 'The whole site is frozen' : 'Frozen';
  return html`${what} since ${minute(since)}${until ? ` until ${minute(until)}` : ', until somebody ends it'}: no new release goes live, rollbacks still work.${reason ? html` Reason: <bdi>${reason}</bdi>` : html``}`;
}

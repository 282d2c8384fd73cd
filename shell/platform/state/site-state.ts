import { createHash } from 'node:crypto';
import type { CanaryPlan, Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import type { RightsContent } from '../keys/rights.ts';

/** All that is known of a site after a revision of its log: plain data that nobody changes. */
export interface SiteState {
  /** The newest revision that counts, and its hash; -1 and null before the founding. */
  revision: number;
  sha256: string | null;
  /** When that was made, ISO 8601. */
  at: string | null;
  /** Null before the founding. */
  rights: RightsContent | null;
  /** What the newest switch made of the site; null before the first one. */
  composition: Composition | null;
  /** What was before that switch, for whoever takes it back. */
  before: Pick<Composition, 'remotes' | 'siteFrozen'>;
  /** By remote, the last time that a release went live, with those before it. */
  activations: Readonly<Record<string, Activation>>;
}

/** A release went live. Later states share the earlier ones, so that an act costs the same after ten thousand others. */
export interface Activation {
  to: string;
  from: string | null;
  earlier: Activation | undefined;
}

export const emptySite: SiteState = {
  revision: -1,
  sha256: null,
  at: null,
  rights: null,
  composition: null,
  before: { remotes: {} },
  activations: {},
};

/** What was live in a remote before a release went live the last time; undefined when that never did. */
export function activationOf(
  { activations }: Pick<SiteState, 'activations'>,
  remote: string,
  id: string,
): { from: string | null } | undefined {
  let found = Object.hasOwn(activations, remote) ? activations[remote] : undefined;
  while (found && found.to !== id) found = found.earlier;
  return found;
}

/** One remote that a revision changes. */
export interface Move {
  remote: string;
  from: string | null;
  to: string;
}

/** Every remote that a revision changes, and from which release to which. */
export function movesOf({ remote, from, to, also = [] }: Pick<Composition, 'remote' | 'from' | 'to' | 'also'>): Move[] {
  return [{ remote, from, to }, ...also];
}

/** Whether a revision is about the site as a whole, and its `remote` says nothing. */
export function isAboutSite({ action, undoes }: Pick<Composition, 'action' | 'undoes'>): boolean {
  return [action, undoes?.action].some((one) => one === 'freeze-site' || one === 'unfreeze-site');
}

/** A freeze that is in force. */
export interface Freeze {
  /** ISO 8601, UTC. */
  since: string;
  /** When it is over by itself. */
  until: string | undefined;
  reason: string | undefined;
  /** All remotes are frozen, not this one. */
  isOfSite: boolean;
}

/** The freeze that keeps new releases from a remote at a moment (ISO 8601); null when it may take some. */
export function freezeOf(
  { siteFrozen, remotes }: Pick<Composition, 'siteFrozen' | 'remotes'>,
  remote: string,
  at: string,
): Freeze | null {
  const { frozen, frozenUntil, frozenFor } = remotes[remote] ?? {};
  if (frozen !== undefined && isBefore(at, frozenUntil)) {
    return { since: frozen, until: frozenUntil, reason: frozenFor, isOfSite: false };
  }
  const ofSite = siteFreezeOf({ siteFrozen }, at);
  return ofSite && { ...ofSite, isOfSite: true };
}

/** The freeze of the whole site that is in force at a moment (ISO 8601). */
export function siteFreezeOf({ siteFrozen }: Pick<Composition, 'siteFrozen'>, at: string): Freeze | null {
  if (!siteFrozen || !isBefore(at, siteFrozen.until)) return null;
  const { since, until, reason } = siteFrozen;
  return { since, until, reason, isOfSite: true };
}

function isBefore(at: string, end: string | undefined): boolean {
  return end === undefined || Date.parse(at) < Date.parse(end);
}

type Canary = NonNullable<Composition['remotes'][string]['canary']>;

/** What a plan does next, when the time of its step is over. */
export type PlannedStep = { kind: 'advance'; percent: number } | { kind: 'promote' } | { kind: 'end' };

/** What the plan of a canary does after the step that it is at; null without a plan. */
export function nextStepOf({ plan }: Pick<Canary, 'plan'>): PlannedStep | null {
  if (!plan) return null;
  const next = plan.steps[plan.step + 1];
  if (next) return { kind: 'advance', percent: next.percent };
  return { kind: plan.promote ? 'promote' : 'end' };
}

/** Whether a plan has a step to take, so that servers look after it. */
export function isUnderWay({ plan }: Pick<Canary, 'plan'>): boolean {
  return plan !== undefined && plan.paused === undefined && nextStepOf({ plan })?.kind !== 'end';
}

/** How long the share of this step is looked at, in milliseconds. */
export function stepTime({ steps, step }: CanaryPlan): number {
  return (steps[step]?.minutes ?? 0) * 60_000;
}

/** When the time of the step is over, in milliseconds since 1970; null without a plan, or without a time to count from. */
export function dueAt({ plan, since }: Pick<Canary, 'plan' | 'since'>): number | null {
  const start = Date.parse(since ?? '');
  return plan && !Number.isNaN(start) ? start + stepTime(plan) : null;
}

type RemoteState = Composition['remotes'][string];

/**
 * The release of a remote that a visitor gets. Each visitor has a fixed place between 0 and 100 for each canary: as the
 * share grows visitors join and none leaves, and another canary draws other visitors.
 */
export function releaseFor(
  remote: string,
  { live, canary }: Pick<RemoteState, 'live' | 'canary'>,
  visitorId: string,
): string {
  if (!canary) return live;
  return placeOf(`${remote}\0${canary.id}\0${visitorId}`) < canary.percent ? canary.id : live;
}

function placeOf(text: string): number {
  return (createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48) * 100;
}

/** The releases that a composition names, as `remote id`, with what they are in it. */
export function namedReleases(composition: Composition | null): Map<string, string> {
  const named = new Map<string, string>();
  for (const [remote, { live, previous, canary }] of Object.entries(composition?.remotes ?? {})) {
    if (previous) named.set(`${remote} ${previous}`, 'previous');
    if (canary) named.set(`${remote} ${canary.id}`, 'canary');
    named.set(`${remote} ${live}`, 'live');
  }
  return named;
}

/** A release of a remote that a composition names. */
export interface ReleaseUse {
  remote: string;
  id: string;
  /** What it is for visitors now: `previous` is where a rollback would go. */
  state: 'live' | 'canary' | 'previous';
}

/** The releases that run in the shell: those of remotes that visitors get, and those that a rollback would bring. */
export function releasesInUse(composition: Composition | null): ReleaseUse[] {
  return Object.entries(composition?.remotes ?? {})
    .filter(([name]) => name !== shellName)
    .flatMap(([remote, { live, canary, previous }]): ReleaseUse[] => [
      { remote, id: live, state: 'live' },
      ...(canary ? [{ remote, id: canary.id, state: 'canary' as const }] : []),
      ...(previous ? [{ remote, id: previous, state: 'previous' as const }] : []),
    ]);
}

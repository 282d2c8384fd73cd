import { createHash } from 'node:crypto';
import type { CanaryPlan, Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';
import type { RightsContent } from '../keys/rights.ts';

/** The state of a site after a revision of its log: plain, immutable data. */
export interface SiteState {
  /** The newest valid revision and its hash; -1 and null before the founding. */
  revision: number;
  sha256: string | null;
  /** The time of that revision, ISO 8601. */
  at: string | null;
  /** Null before the founding. */
  rights: RightsContent | null;
  /** The composition after the newest switch; null before the first one. */
  composition: Composition | null;
  /** The state before that switch, for an undo. */
  before: Pick<Composition, 'remotes' | 'siteFrozen'>;
  /** The last activation of each remote, linked to the earlier ones. */
  activations: Readonly<Record<string, Activation>>;
}

/** An activation of a release. States share earlier activations, so that an act costs the same after ten thousand others. */
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

/** Returns the last activation of a release; undefined if it was never live. */
export function activationOf(
  { activations }: Pick<SiteState, 'activations'>,
  remote: string,
  id: string,
): { from: string | null } | undefined {
  let found = Object.hasOwn(activations, remote) ? activations[remote] : undefined;
  while (found && found.to !== id) found = found.earlier;
  return found;
}

export interface Move {
  remote: string;
  from: string | null;
  to: string;
}

export function movesOf({ remote, from, to, also = [] }: Pick<Composition, 'remote' | 'from' | 'to' | 'also'>): Move[] {
  return [{ remote, from, to }, ...also];
}

/** Whether a revision concerns the whole site; its `remote` then has no meaning. */
export function isAboutSite({ action, undoes }: Pick<Composition, 'action' | 'undoes'>): boolean {
  return [action, undoes?.action].some((one) => one === 'freeze-site' || one === 'unfreeze-site');
}

export interface Freeze {
  /** ISO 8601, UTC. */
  since: string;
  until: string | undefined;
  reason: string | undefined;
  isOfSite: boolean;
}

/** Returns the freeze of a remote that is active at a time (ISO 8601), or null. */
export function freezeOf(
  { siteFrozen, remotes }: Pick<Composition, 'siteFrozen' | 'remotes'>,
  remote: string,
  at: string,
): Freeze | null {
  const { frozen, frozenUntil, frozenFor } = remotes[remote] ?? {};
  if (frozen !== undefined && isBefore(at, frozenUntil)) {
    return { since: frozen, until: frozenUntil, reason: frozenFor, isOfSite: false };
  }
  return siteFreezeOf({ siteFrozen }, at);
}

export function siteFreezeOf({ siteFrozen }: Pick<Composition, 'siteFrozen'>, at: string): Freeze | null {
  if (!siteFrozen || !isBefore(at, siteFrozen.until)) return null;
  const { since, until, reason } = siteFrozen;
  return { since, until, reason, isOfSite: true };
}

function isBefore(at: string, end: string | undefined): boolean {
  return end === undefined || Date.parse(at) < Date.parse(end);
}

type Canary = NonNullable<Composition['remotes'][string]['canary']>;

export type PlannedStep = { kind: 'advance'; percent: number } | { kind: 'promote' } | { kind: 'end' };

export function nextStepOf({ plan }: Pick<Canary, 'plan'>): PlannedStep | null {
  if (!plan) return null;
  const next = plan.steps[plan.step + 1];
  if (next) return { kind: 'advance', percent: next.percent };
  return { kind: plan.promote ? 'promote' : 'end' };
}

/** Whether a plan has a next step, which servers take when it is due. */
export function isUnderWay({ plan }: Pick<Canary, 'plan'>): boolean {
  return plan !== undefined && plan.paused === undefined && nextStepOf({ plan })?.kind !== 'end';
}

/** Returns the duration of the current step, in milliseconds. */
export function stepTime({ steps, step }: CanaryPlan): number {
  return (steps[step]?.minutes ?? 0) * 60_000;
}

/** Returns the end of the current step, in milliseconds since 1970; null without a plan or a start time. */
export function dueAt({ plan, since }: Pick<Canary, 'plan' | 'since'>): number | null {
  const start = Date.parse(since ?? '');
  return plan && !Number.isNaN(start) ? start + stepTime(plan) : null;
}

type RemoteState = Composition['remotes'][string];

/**
 * Returns the release of a remote for a visitor. Each visitor has a fixed position between 0 and 100 for each canary: a growing
 * share adds visitors and removes none, and another canary selects other visitors.
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

export interface ReleaseUse {
  remote: string;
  id: string;
  state: 'live' | 'canary' | 'previous';
}

/** Returns the releases that visitors get, and the targets of rollbacks, of the remotes and of the shell. */
export function releasesInUse(composition: Composition | null): ReleaseUse[] {
  return Object.entries(composition?.remotes ?? {}).flatMap(([remote, { live, canary, previous }]): ReleaseUse[] => [
    { remote, id: live, state: 'live' },
    ...(canary ? [{ remote, id: canary.id, state: 'canary' as const }] : []),
    ...(previous ? [{ remote, id: previous, state: 'previous' as const }] : []),
  ]);
}

/** Returns the releases in use that run in the shell. */
export function remotesInUse(composition: Composition | null): ReleaseUse[] {
  return releasesInUse(composition).filter(({ remote }) => remote !== shellName);
}

/** What a release is for visitors of its remote now; null for one that nobody gets and that none would fall back to. */
export function roleOf(
  id: string,
  state: Pick<RemoteState, 'live' | 'previous' | 'canary'> | undefined,
): 'live' | 'canary' | 'previous' | null {
  if (state?.live === id) return 'live';
  if (state?.canary?.id === id) return 'canary';
  return state?.previous === id ? 'previous' : null;
}

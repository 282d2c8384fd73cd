import type { Composition } from 'kit/contracts/composition';

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

import { oneLine } from '../one-line.ts';
import type { AcceptedRevision } from './accept-revision.ts';
import type { KnownKey } from './rights.ts';

/** Two machines' clocks may differ by so much, in milliseconds. */
const clockDifference = 5 * 60_000;
/** No clock is ahead by so much: whoever says a time like that made it up, in milliseconds. */
const madeUpFrom = 24 * 60 * 60_000;

/** A moment as machines write it: ISO 8601, UTC. */
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/**
 * Why the time that an entry of a log says cannot be right, as the end of a sentence; null when it can. Of a key with an end it
 * is never before the entry that it follows on: it would sign on after its end.
 */
export function timeProblem(
  at: string,
  before: string | undefined,
  { mayGoBack }: { mayGoBack: boolean },
): string | null {
  if (!isInstant(at)) return 'it says no time that can be read';
  if (before === undefined || mayGoBack || Date.parse(at) >= Date.parse(before) - clockDifference) return null;
  return `it says that it is of ${at}, which is before the revision that it follows on`;
}

export function isInstant(at: string): boolean {
  return instantPattern.test(at) && !Number.isNaN(Date.parse(at));
}

/**
 * Whether a key puts the time right again that another one made up: any squad's key can sign a time to come, from which on
 * every key with an end would have ended, whatever remote it is for.
 */
export function setsTime({ remotes, actions, expires }: Pick<KnownKey, 'remotes' | 'actions' | 'expires'>): boolean {
  return remotes === '*' && actions.includes('activate') && expires === null;
}

/** Whether a time is far from having come, by this machine's clock. */
export function isMadeUp(at: string | undefined, now: number): boolean {
  return at !== undefined && Date.parse(at) > now + madeUpFrom;
}

/** What a revision does to others whose time has not come, and what to do, as a sentence; null of any other. */
export function madeUpTimeProblem(current: AcceptedRevision | null, now: number): string | null {
  if (!current || !isMadeUp(current.composition.at, now)) return null;
  const { revision, action, remote, by, at } = current.composition;
  return `Revision ${revision} (${action} of ${remote} by ${oneLine(by)}, key ${current.key ?? 'unknown'}) says that it is of ${at}, a time that has not come: until staff switch something with a key for all remotes without an end ("npm run release -- rollback ${remote}"), keys with an end have ended, and so have freezes with one. Revoke the key ${current.key ?? 'that signed it'} unless its clock was wrong.`;
}

import { setTimeout as wait } from 'node:timers/promises';
import { type Acts, type ReleasePlatform, Site } from '../../platform/index.ts';
import { StaffRefusal } from '../staff-http.ts';
import { whoIs } from '../staff-members.ts';
import type { RoomVisit } from './room.tsx';

/**
 * How long a form waits, in milliseconds, for the servers to report that they serve its revision, so that the next page
 * can show it.
 */
const servedWithin = 1500;

/**
 * Does an act that may be done.
 *
 * @returns its revision
 * @throws StaffRefusal when it changes nothing
 * @throws ReleaseError
 */
export async function carryOut(
  { acting, platform: { chain, store }, session }: RoomVisit,
  act: Acts.Act,
  asked: Acts.ActRequest,
): Promise<number> {
  const { composition, outcome } = await act.perform(acting, asked);
  if (outcome === 'unchanged') throw alreadySo();
  const { revision, action } = composition;
  const moves = Site.movesOf(composition).map(({ remote, to }) => `${remote} ${to}`);
  const words = `revision ${revision}: ${action} of ${moves.join(', ')}`;
  console.log(`[shell] staff page: ${whoIs(session)}, ${words}: ${JSON.stringify(asked.reason)}`);
  // The next page then shows what this server serves; the others follow within the same second.
  const until = Date.now() + servedWithin;
  while (Date.now() < until && (chain.current?.composition.revision ?? 0) < revision) {
    await wait(Math.min(store.pace.poll, 100));
  }
  return revision;
}

/**
 * Gives the revision that this same form made a moment ago, or null. A button that was pressed twice has done its
 * work once, and a message that another person was first would be wrong.
 */
export async function doneAlready(
  { chain }: ReleasePlatform,
  name: string,
  { by, reason, remote, id = '', several = [], expectedRevision = 0 }: Acts.ActRequest,
): Promise<number | null> {
  await chain.refresh({ whole: true }).catch(() => {});
  // Rights may have changed in between.
  const made = chain.history.find(({ revision }) => revision > expectedRevision);
  const action = name === 'rollback-several' ? 'rollback' : name;
  if (!made || made.action !== action || made.by !== by || made.reason !== reason) return null;
  if (id !== '' && made.to !== id) return null;
  const asked = remote === '' ? several.map((one) => one.remote) : [remote];
  const changed = new Set(Site.movesOf(made).map((move) => move.remote));
  return asked.every((one) => changed.has(one)) ? made.revision : null;
}

/**
 * Gives the remotes that an action changes, from the fields of its form. The list is empty when the action is about
 * the whole site, or when the revision of the form is unknown.
 */
export async function remotesOf(
  { chain }: ReleasePlatform,
  { about }: Acts.Act,
  form: URLSearchParams,
  seen: number,
): Promise<string[]> {
  if (about === 'site') return [];
  if (about !== 'last') return form.getAll('remote');
  if (chain.lastRevision < seen) await chain.refresh({ whole: true });
  const last = chain.read(seen);
  return !last || Site.isAboutSite(last) ? [] : Site.movesOf(last).map(({ remote }) => remote);
}

export function alreadySo(): StaffRefusal {
  return new StaffRefusal(409, 'Nothing was changed: that is already so.');
}

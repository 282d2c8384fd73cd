import { setTimeout as wait } from 'node:timers/promises';
import { Acts, type ReleasePlatform, Site } from '../../platform/index.ts';
import { minute } from '../parts.tsx';
import { StaffRefusal } from '../staff-http.ts';
import { whoIs } from '../staff-members.ts';
import { nameBeside, type Room, type RoomRemote, type RoomVisit } from './room.tsx';

type Asked = Partial<Acts.ActRequest> & { remote: string };

/** Says what visitors will get: `Visitors get mf-agents 1.4.1 instead of 1.4.2, within a second.` */
export function describeAct(act: Acts.Act, asked: Asked, { remotes }: Pick<Room, 'remotes'>): string {
  const stateOf = (name: string) => remotes.find((one) => one.name === name)?.state;
  const { remote } = asked;
  const state = stateOf(remote);
  const to = asked.id || state?.previous;
  if (act.takes.includes('several')) {
    const moves = (asked.several ?? []).map(({ remote, to: id = stateOf(remote)?.previous ?? undefined }) => {
      return `${describeMove(remote, stateOf(remote), id)}, within a second.`;
    });
    return `${moves.join(' ')} ${act.effect}`;
  }
  const canary = state?.canary;
  if (canary && act === Acts.acts.promote)
    return `${describeMove(remote, state, canary.id)}, once it has passed the gate again.`;
  if (canary && act === Acts.acts.abort)
    return `The ${canary.percent} % of the visitors who get ${remote} ${canary.id} get ${state?.live} again, within a second. Open tabs follow within ten.`;
  if (act.readBack) return act.readBack({ by: '', reason: '', ...asked });
  if (act.takes.includes('former') && to)
    return `${describeMove(remote, state, to)}, within a second. Open tabs follow within ten.${canary ? ` The canary ${canary.id} ends.` : ''}`;
  if (act.takes.includes('release') && asked.id)
    return `${describeMove(remote, state, asked.id)}, once it has passed the gate, which takes some seconds.`;
  if (act.takes.includes('end')) {
    const whose = act.about === 'site' ? 'any remote' : remote;
    const end = asked.until ? `until ${minute(asked.until)}` : 'until somebody ends the freeze';
    return `No new release of ${whose} goes live ${end}. Rollbacks still work.`;
  }
  return act.effect;
}

function describeMove(remote: string, state: RoomRemote['state'], to: string | null | undefined): string {
  const from = state?.live;
  if (!to || !from) return `Visitors get ${remote} ${to ?? ''}`.trim();
  return `Visitors get ${remote} ${nameBeside(to, from)} instead of ${nameBeside(from, to)}`;
}

/** Gives the remotes that a form changes; none for the whole site, or where its revision is unknown. */
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

/** How long a form waits for the servers, so that the next page can show what they serve, in milliseconds. */
const servedWithin = 1500;

/** Gives the revision of the act. @throws StaffRefusal when it changes nothing, or ReleaseError */
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

export function alreadySo(): StaffRefusal {
  return new StaffRefusal(409, 'Nothing was changed: that is already so.');
}

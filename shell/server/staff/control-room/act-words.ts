import { Acts } from '../../../platform/index.ts';
import { minute } from '../staff-document.ts';
import type { Room, RoomRemote } from './room.ts';

/** What has to be typed to confirm an act on the whole site. */
export const wholeSite = 'whole site';

/** Whether an act depends on what is chosen in its form, so that only the next page can say what it does. */
export function isOpen({ takes }: Acts.Act): boolean {
  return takes.some((field) => field === 'several' || field === 'share' || field === 'end');
}

type Asked = Pick<Acts.ActRequest, 'remote' | 'id' | 'several' | 'percent' | 'plan' | 'until'>;

/**
 * Says what visitors get when an act is done, before it is done: `Visitors get mf-agents 1.4.1 instead of 1.4.2, within a
 * second.`
 */
export function describeAct(act: Acts.Act, asked: Asked, { remotes }: Pick<Room, 'remotes'>): string {
  const remote = remotes.find(({ name }) => name === asked.remote);
  const to = asked.id || remote?.state?.previous;
  if (act.takes.includes('several')) {
    const moves = (asked.several ?? []).map(({ remote: name, to: id }) => {
      const one = remotes.find((other) => other.name === name);
      return `${describeMove(name, one?.state, id ?? one?.state?.previous)}, within a second.`;
    });
    return `${moves.join(' ')} ${act.effect}`;
  }
  const canary = remote?.state?.canary;
  if (canary && act === Acts.acts.promote)
    return `${describeMove(asked.remote, remote?.state, canary.id)}, once it has passed the gate again.`;
  if (canary && act === Acts.acts.abort)
    return `The ${canary.percent} % of the visitors who get ${asked.remote} ${canary.id} get ${remote?.state?.live} again, within a second. Open tabs follow within ten.`;
  if (act.readBack) return act.readBack({ by: '', reason: '', ...asked });
  if (act.takes.includes('former') && to)
    return `${describeMove(asked.remote, remote?.state, to)}, within a second. Open tabs follow within ten.${describeEnd(remote)}`;
  if (act.takes.includes('release') && asked.id)
    return `${describeMove(asked.remote, remote?.state, asked.id)}, once it has passed the gate, which takes some seconds.`;
  if (act.takes.includes('end')) {
    const whose = act.about === 'site' ? 'any remote' : asked.remote;
    const end = asked.until ? `until ${minute(asked.until)}` : 'until somebody ends the freeze';
    return `No new release of ${whose} goes live ${end}. Rollbacks still work.`;
  }
  return act.effect;
}

/** Two releases of one version are told apart by their whole ids. */
function describeMove(remote: string, state: RoomRemote['state'], to: string | null | undefined): string {
  const from = state?.live;
  if (!to || !from) return `Visitors get ${remote} ${to ?? ''}`.trim();
  const [older, newer] = [versionOf(from), versionOf(to)];
  return older === newer
    ? `Visitors get ${remote} ${to} instead of ${from}`
    : `Visitors get ${remote} ${newer} instead of ${older}`;
}

function describeEnd(remote: RoomRemote | undefined): string {
  const canary = remote?.state?.canary;
  return canary ? ` The canary ${canary.id} ends.` : '';
}

function versionOf(id: string): string {
  return id.replace(/-[0-9a-f]{8}$/, '');
}

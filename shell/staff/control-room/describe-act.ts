import { Acts } from '../../platform/index.ts';
import { minute } from '../parts.tsx';
import type { Room, RoomRemote } from './room.ts';

export function titleOf({ title }: Acts.Act, remote: RoomRemote | null | undefined): string {
  return remote ? `${title}: ${remote.name}` : title;
}

/** Whether an act depends on a choice in its form, so that only the next page can describe it. */
export function isOpen({ takes }: Acts.Act): boolean {
  return takes.some((field) => field === 'several' || field === 'share' || field === 'end');
}

type Asked = Partial<Acts.ActRequest> & { remote: string };

/**
 * Describes, before an act is done, what visitors will get: `Visitors get mf-agents 1.4.1 instead of 1.4.2, within a
 * second.`
 */
export function describeAct(act: Acts.Act, asked: Asked, { remotes }: Pick<Room, 'remotes'>): string {
  const stateOf = (name: string) => remotes.find((one) => one.name === name)?.state;
  const state = stateOf(asked.remote);
  const to = asked.id || state?.previous;
  if (act.takes.includes('several')) {
    const moves = (asked.several ?? []).map(({ remote, to: id = stateOf(remote)?.previous ?? undefined }) => {
      return `${describeMove(remote, stateOf(remote), id)}, within a second.`;
    });
    return `${moves.join(' ')} ${act.effect}`;
  }
  const canary = state?.canary;
  if (canary && act === Acts.acts.promote)
    return `${describeMove(asked.remote, state, canary.id)}, once it has passed the gate again.`;
  if (canary && act === Acts.acts.abort)
    return `The ${canary.percent} % of the visitors who get ${asked.remote} ${canary.id} get ${state?.live} again, within a second. Open tabs follow within ten.`;
  if (act.readBack) return act.readBack({ by: '', reason: '', ...asked });
  if (act.takes.includes('former') && to)
    return `${describeMove(asked.remote, state, to)}, within a second. Open tabs follow within ten.${canary ? ` The canary ${canary.id} ends.` : ''}`;
  if (act.takes.includes('release') && asked.id)
    return `${describeMove(asked.remote, state, asked.id)}, once it has passed the gate, which takes some seconds.`;
  if (act.takes.includes('end')) {
    const whose = act.about === 'site' ? 'any remote' : asked.remote;
    const end = asked.until ? `until ${minute(asked.until)}` : 'until somebody ends the freeze';
    return `No new release of ${whose} goes live ${end}. Rollbacks still work.`;
  }
  return act.effect;
}

/** Two releases of one version are written with their whole ids. */
function describeMove(remote: string, state: RoomRemote['state'], to: string | null | undefined): string {
  const from = state?.live;
  if (!to || !from) return `Visitors get ${remote} ${to ?? ''}`.trim();
  const [older = '', newer = ''] = [from, to].map((id) => id.replace(/-[0-9a-f]{8}$/, ''));
  return older === newer
    ? `Visitors get ${remote} ${to} instead of ${from}`
    : `Visitors get ${remote} ${newer} instead of ${older}`;
}

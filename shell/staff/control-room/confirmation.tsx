import { Acts } from '../../platform/index.ts';
import { Button, LineField, Message, minute, PostForm } from '../parts.tsx';
import { formToKeep } from './read-act.ts';
import { nameBeside, type Room, RoomPage, type RoomRemote, rollbackReason, roomHref } from './room.tsx';

/** Whether an act depends on a choice in its form, so that only the next page can describe it. */
export function isOpen({ takes }: Acts.Act): boolean {
  return takes.some((field) => field === 'several' || field === 'share' || field === 'end');
}

export function titleOf({ title }: Acts.Act, remote: string): string {
  return remote === '' ? title : `${title}: ${remote}`;
}

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

/** What has to be typed to confirm an act on the whole site. */
export const wholeSite = 'whole site';

interface ConfirmationProps {
  name: string;
  act: Acts.Act;
  room: Room;
  message: string | null;
  asked: Acts.ActRequest;
  form: URLSearchParams;
  /** An act on the whole site is confirmed by typing. */
  isAboutSite: boolean;
  /** A second person has to approve the act. */
  isRequest: boolean;
}

/** Describes an act before it is done. Hidden fields keep the form for the person who changes it. */
export function ConfirmationPage({ name, act, room, message, asked, form, ...kind }: ConfirmationProps) {
  const { isAboutSite, isRequest } = kind;
  const remote = room.remotes.find((one) => one.name === asked.remote);
  const left = remote && asked.id ? rollbackReason(room.log, remote.name, asked.id) : null;
  return (
    <RoomPage title={titleOf(act, remote?.name ?? '')} before="Confirm" room={room} message={message}>
      {left !== null && <Message>{`${asked.id} was taken back before. ${left}`}</Message>}
      <p className="lead">{describeAct(act, asked, room)}</p>
      {remote?.state && act.takes.includes('share') && (
        <p>
          All others keep the live release, <code>{remote.state.live}</code>.
        </p>
      )}
      <p>
        Why: <bdi>{asked.reason}</bdi>
      </p>
      <p role="status">Nothing has changed yet.{isRequest && ' A second person has to approve this within an hour.'}</p>
      <PostForm action={roomHref(`/act/${name}`)} look="act" hidden={formToKeep(form)}>
        {isAboutSite && (
          <LineField type="text" name="typed" label={`Type “${wholeSite}” to confirm`} required autoComplete="off" />
        )}
        <p className="row">
          <Button name="sure" value="yes">
            {isRequest ? 'Ask for approval' : 'Yes, do this'}
          </Button>
          <Button look="quiet" name="sure" value="no" formNoValidate>
            Change it
          </Button>
        </p>
      </PostForm>
    </RoomPage>
  );
}

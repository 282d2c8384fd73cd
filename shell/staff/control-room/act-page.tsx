import type { Composition } from 'kit/contracts/composition';
import { Acts, Site } from '../../platform/index.ts';
import { Button, ButtonLink, Line, Message, minute, PostForm, TextField } from '../parts.tsx';
import { useSession } from '../session-context.ts';
import { chosenOf, Field } from './act-fields.tsx';
import type { ListedRelease } from './load-room.ts';
import { formToKeep, longestReason } from './read-act.ts';
import { Facts, Freeze } from './remote-status.tsx';
import {
  mayChange,
  nameBeside,
  type Room,
  type RoomRemote,
  remoteHref,
  revisionHref,
  roomHref,
  wasLive,
} from './room.ts';
import { ActLink, Empty, RoomPage } from './room-frame.tsx';

export interface ActPageProps {
  name: string;
  act: Acts.Act;
  room: Room;
  /** The remote of the action, if it is about one. */
  remote: RoomRemote | null;
  /** The releases of each remote that the form offers, newest first. */
  releases: ReadonlyMap<string, readonly ListedRelease[]>;
  /** The fields that are filled in, from the address or from a form that was refused. */
  filled: URLSearchParams;
  message: string | null;
  /** The reason why the signing key may not do this; null when it may. */
  objection: string | null;
  last: Composition | null;
  /** The differences between the named release and the live one; null when the form names none. */
  change: { from: string; to: string; differences: readonly string[] } | null;
  /** The reason why the chosen release was taken back before; null when it never was. */
  left: string | null;
  /** The reason why the gate has no browser; null when it has one, or does not run. */
  noBrowser: string | null;
}

/** The form of an action: the present state, what will happen, and the reason. Nothing changes before it is sent. */
export function ActPage(props: ActPageProps) {
  const { name, act, room, remote, filled, message, objection, last, left, noBrowser } = props;
  const title = titleOf(act, remote);
  const away = remote ? remoteHref(remote.name) : roomHref('');
  if (isNowhere(props)) {
    return (
      <RoomPage title={title} room={room}>
        <Empty>There is no earlier release to roll back to.</Empty>
        <p className="acts">
          <ButtonLink href={away}>{remote ? `Releases of ${remote.name}` : 'Overview'}</ButtonLink>
        </p>
      </RoomPage>
    );
  }
  const ofRemote = remote ? [['remote', remote.name] as const] : [];
  const hidden = [['expect', room.revision] as const, ...ofRemote, ['told', chosenOf(props)] as const];
  const reason = filled.get('reason') ?? '';
  return (
    <RoomPage title={title} room={room} message={message}>
      {objection !== null && (
        <Message>{`${objection} Set ROOM_KEY to a key that has this right, or use the command line.`}</Message>
      )}
      <Hindrance {...props} />
      {left !== null && <Message>{`${chosenOf(props)} was taken back before. ${left}`}</Message>}
      <p className="lead">
        {isOpen(act) ? act.effect : describeAct(act, { remote: remote?.name ?? '', id: chosenOf(props) }, room)}
      </p>
      {noBrowser !== null && (
        <p>
          The gate cannot open its pages in a browser, because {noBrowser}. Install Chromium, Chrome or Edge on the
          server, or try the release by its preview first.
        </p>
      )}
      {remote && (
        <div className="was">
          <p>
            <strong>Now</strong>
          </p>
          {remote.state ? <Facts remote={remote} /> : <p>No release is live.</p>}
        </div>
      )}
      <Change change={props.change} />
      {act.about === 'last' && last && <Last last={last} />}
      <PostForm action={roomHref(`/act/${name}`)} look="act" hidden={hidden}>
        {act.takes.map((field) => (
          <Field key={field} field={field} {...props} />
        ))}
        <div>
          <TextField
            name="reason"
            label="Why"
            rows={3}
            maxLength={longestReason}
            required
            text={reason}
            isMissing={message !== null && reason.trim() === ''}
            describedBy="reason-note"
          />
          <small id="reason-note">Shown in the log with your name.</small>
        </div>
        <p className="row">
          <Button>{remote ? `${act.title} ${remote.name}` : act.title}</Button>
          <ButtonLink href={away}>Cancel</ButtonLink>
        </p>
      </PostForm>
    </RoomPage>
  );
}

/** The freeze that prevents the action, with a link to end it for roles that may. */
function Hindrance({ act, remote }: ActPageProps) {
  const { role } = useSession();
  const freeze = remote?.freeze;
  if (!act.takesRelease || !remote || !freeze) return null;
  const { isOfSite } = freeze;
  return (
    <div className="message">
      <Freeze freeze={freeze} />
      <p>
        {mayChange(role, isOfSite ? [] : [remote.name]) ? (
          <ActLink name={isOfSite ? 'unfreeze-site' : 'unfreeze'} remote={isOfSite ? undefined : remote.name}>
            {isOfSite ? Acts.acts['unfreeze-site'].title : `${Acts.acts.unfreeze.title} of ${remote.name}`}
          </ActLink>
        ) : (
          'Your role cannot end this freeze.'
        )}
      </p>
    </div>
  );
}

/** Whether there is no release to roll back to. A form that was refused is shown in any case, with its text. */
function isNowhere({ act, room, remote, releases, filled, message }: ActPageProps): boolean {
  const goesBack = act.takes.includes('former');
  if (!goesBack || !remote || message !== null || room.knownSince !== null || filled.has('id')) return false;
  return !remote.state?.previous && !(releases.get(remote.name) ?? []).some(wasLive);
}

function Change({ change }: Pick<ActPageProps, 'change'>) {
  if (!change) return null;
  return (
    <div className="was">
      <p>
        <strong>What differs</strong>, <code>{change.from}</code> → <code>{change.to}</code>
      </p>
      <ul>
        {change.differences.map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Last({ last }: { last: Composition }) {
  const { revision, action, at, by, reason } = last;
  return (
    <div className="was">
      <p>
        <strong>
          <a href={revisionHref(revision)}>Revision {revision}</a>, {action}
        </strong>
        , {minute(at)}, by <bdi>{by}</bdi>
      </p>
      {Site.movesOf(last).map(({ remote, from, to }) => (
        <p key={remote}>
          {remote}: {from === to ? to : `${from ?? 'nothing'} → ${to}`}
        </p>
      ))}
      <Line text={reason} />
    </div>
  );
}

function titleOf({ title }: Acts.Act, remote: RoomRemote | null | undefined): string {
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

function describeMove(remote: string, state: RoomRemote['state'], to: string | null | undefined): string {
  const from = state?.live;
  if (!to || !from) return `Visitors get ${remote} ${to ?? ''}`.trim();
  return `Visitors get ${remote} ${nameBeside(to, from)} instead of ${nameBeside(from, to)}`;
}

/** What has to be typed to confirm an act on the whole site. */
export const wholeSite = 'whole site';

interface ConfirmationProps extends Pick<ActPageProps, 'name' | 'act' | 'room' | 'message'> {
  asked: Acts.ActRequest;
  form: URLSearchParams;
  /** An act on the whole site is confirmed by typing. */
  isAboutSite: boolean;
  /** A second person has to approve the act. */
  isRequest: boolean;
}

/**
 * The confirmation of a form: it describes the act before the act is done. Hidden fields keep the form, so that nothing is
 * lost when the person changes it.
 */
export function ConfirmationPage(props: ConfirmationProps) {
  const { name, act, room, asked, form, isAboutSite, isRequest, message } = props;
  const remote = room.remotes.find((one) => one.name === asked.remote);
  return (
    <RoomPage title={titleOf(act, remote)} before="Confirm" room={room} message={message}>
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
          <div>
            <label htmlFor="typed">Type “{wholeSite}” to confirm</label>
            <input type="text" id="typed" name="typed" required autoComplete="off" />
          </div>
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

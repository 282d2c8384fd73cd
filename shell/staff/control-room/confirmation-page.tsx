import type { Acts } from '../../platform/index.ts';
import { PostForm } from '../parts.tsx';
import { describeAct, titleOf } from './describe-act.ts';
import { formToKeep } from './read-act.ts';
import { type Room, roomHref } from './room.ts';
import { RoomPage } from './room-frame.tsx';

/** What has to be typed to confirm an act on the whole site. */
export const wholeSite = 'whole site';

interface ConfirmationProps {
  name: string;
  act: Acts.Act;
  room: Room;
  asked: Acts.ActRequest;
  form: URLSearchParams;
  /** An act on the whole site is confirmed by typing. */
  isAboutSite: boolean;
  /** A second person has to approve the act. */
  isRequest: boolean;
  message: string | null;
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
          <button type="submit" name="sure" value="yes">
            {isRequest ? 'Ask for approval' : 'Yes, do this'}
          </button>
          <button type="submit" className="quiet" name="sure" value="no" formNoValidate>
            Change it
          </button>
        </p>
      </PostForm>
    </RoomPage>
  );
}

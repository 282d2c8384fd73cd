import { Acts, type ReleasePlatform, releaseDifferences, Site, Writing, whyNoBrowser } from '../../platform/index.ts';
import { Button, LineField, Message, PostForm } from '../parts.tsx';
import { StaffRefusal, sendAway, sendPage } from '../staff-http.ts';
import { whoIs } from '../staff-members.ts';
import type { StaffSession } from '../staff-session.ts';
import { ActPage, type ActPageProps, chosenOf } from './act-page.tsx';
import { alreadySo, carryOut, describeAct, remotesOf } from './carry-out-act.ts';
import { loadReleases, rollbackReason } from './load-room.ts';
import { formToKeep, readAct, typedOf } from './read-act.ts';
import {
  approvalHref,
  isWholeSite,
  mayChange,
  type Room,
  type RoomForm,
  RoomPage,
  type RoomRemote,
  refusalOfRole,
  releaseIn,
  revisionHref,
  roomHref,
} from './room.tsx';

/** Shows the forms of the acts and carries them out. Each act is one revision of the composition. */
export const actForm: RoomForm = {
  async show(visit, room, { filled, status, message }) {
    const { platform, acting, session, path } = visit;
    const { name, act } = actIn(path);
    const { composition: last = null } = platform.chain.current ?? {};
    const own = room.remotes.map((one) => one.name).filter((one) => mayChange(session.role, [one]));
    const remotes = act.about === 'several' ? own : await remotesOf(platform, act, filled, last?.revision ?? 0);
    checkRole(session, act, remotes);
    const named = room.remotes.find((one) => one.name === filled.get('remote')) ?? null;
    const remote = act.about === 'remote' ? named : null;
    if (act.about === 'remote' && !remote) throw new StaffRefusal(404, 'There is no such remote.');
    const shown = remote ? [remote] : room.remotes.filter((one) => remotes.includes(one.name));
    const needsReleases = act.takes.some((field) => field === 'former' || field === 'release' || field === 'several');
    // The lists load in parallel, because each of them is a request to the bucket.
    const lists = (needsReleases ? shown : []).map(async (one) => {
      return [one.name, (await loadReleases(platform, one)).releases] as const;
    });
    const { browsing } = acting.policy;
    const chosen = chosenOf({ act, remote, filled });
    const page = {
      ...{ name, act, room, remote, filled, message, last, chosen },
      title: titleOf(act, remote),
      lead: isOpen(act) ? act.effect : describeAct(act, { remote: remote?.name ?? '', id: chosen }, room),
      releases: new Map(await Promise.all(lists)),
      objection: act.about === 'last' ? null : await Writing.objectionTo(acting, act.right, remote?.name ?? null),
      change: await changeOf(platform, act, remote, filled),
      left: remote && rollbackReason(room.log, remote.name, chosen),
      noBrowser: act.takesRelease && browsing ? whyNoBrowser(browsing) : null,
    };
    sendPage(visit, status, <ActPage {...page} />);
  },

  async act(visit) {
    const { approvals, acting, platform, session, path, form } = visit;
    const { name, act } = actIn(path);
    // The rights are those of the revision that was seen; the switch itself refuses another one.
    const remotes = await remotesOf(platform, act, form, Number(form.get('expect')));
    checkRole(session, act, remotes);
    const asked = readAct(act, form, session.name);
    const isAboutSite = remotes.length === 0;
    const isRequest = approvals !== null && isWholeSite(remotes);
    const isSure = form.get('sure') === 'yes';
    const isTyped = form.get('typed')?.trim().toLowerCase() === wholeSite;
    if (isSure ? isAboutSite && !isTyped : isRequest || isAboutSite || !wasTold(act, form)) {
      const room = await visit.load();
      if (form.get('sure') === 'no')
        return actForm.show(visit, room, { filled: typedOf(form), status: 200, message: null });
      const message = isSure ? `Nothing was done. Type “${wholeSite}” to confirm.` : null;
      const confirmed = { name, act, asked, room, form, isAboutSite, isRequest, message };
      return sendPage(visit, isSure ? 422 : 200, <ConfirmationPage {...confirmed} />);
    }
    try {
      if (approvals && isRequest) {
        const { outcome } = await act.perform(acting, { ...asked, dryRun: true });
        if (outcome === 'unchanged') throw alreadySo();
        const request = await approvals.ask(name, formToKeep(form).toString(), session);
        console.log(`[shell] staff page: ${whoIs(session)} asks for the approval of ${name}`);
        return sendAway(visit, approvalHref(request));
      }
      sendAway(visit, `${revisionHref(await carryOut(visit, act, asked))}?done=1`);
    } catch (error) {
      const done = await doneAlready(platform, name, asked);
      if (done === null) throw error;
      sendAway(visit, `${revisionHref(done)}?done=1`);
    }
  },
};

/** Null when the form names no release, or the live one. */
async function changeOf(
  { store, chain }: ReleasePlatform,
  { takes }: Acts.Act,
  remote: RoomRemote | null,
  filled: URLSearchParams,
): Promise<ActPageProps['change']> {
  const from = remote?.state?.live;
  const previous = takes.includes('former') ? remote?.state?.previous : null;
  const to = takes.length === 0 ? null : (releaseIn(filled) ?? previous);
  if (!remote || !from || !to || from === to) return null;
  const move = { remote: remote.name, from, to };
  return { from, to, differences: await releaseDifferences(store, move, chain.current?.composition) };
}

/** Whether an act depends on a choice in its form, so that only the next page can describe it. */
function isOpen({ takes }: Acts.Act): boolean {
  return takes.some((field) => field === 'several' || field === 'share' || field === 'end');
}

function titleOf({ title }: Acts.Act, remote: RoomRemote | null | undefined): string {
  return remote ? `${title}: ${remote.name}` : title;
}

/** Whether the form had no choice, or names the release that its page described. */
function wasTold(act: Acts.Act, form: URLSearchParams): boolean {
  if (isOpen(act)) return false;
  const takesRelease = act.takes.some((field) => field === 'release' || field === 'former');
  return !takesRelease || form.get('told') === (form.get('id') ?? '');
}

function actIn(path: string): { name: string; act: Acts.Act } {
  const name = path.slice('/act/'.length);
  const act = Acts.actNamed(name);
  if (act) return { name, act };
  throw new StaffRefusal(404, 'There is no such action.');
}

function checkRole(session: StaffSession, { title }: Acts.Act, remotes: readonly string[]): void {
  if (mayChange(session.role, remotes)) return;
  const what = remotes.length === 0 ? 'the whole site' : remotes.join(', ').slice(0, 200);
  throw refusalOfRole(session, `change ${what}. This was: ${title}`);
}

/**
 * Gives the revision that this same form made a moment ago, or null. A button that was pressed twice has done its
 * work once, and a message that another person was first would be wrong.
 */
async function doneAlready(
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

/** What has to be typed to confirm an act on the whole site. */
const wholeSite = 'whole site';

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
function ConfirmationPage({ name, act, room, message, asked, form, ...kind }: ConfirmationProps) {
  const { isAboutSite, isRequest } = kind;
  const remote = room.remotes.find((one) => one.name === asked.remote);
  const left = remote && asked.id ? rollbackReason(room.log, remote.name, asked.id) : null;
  return (
    <RoomPage title={titleOf(act, remote)} before="Confirm" room={room} message={message}>
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

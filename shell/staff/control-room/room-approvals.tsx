import { Acts } from '../../platform/index.ts';
import { Button, Fact, PostForm, useSession } from '../parts.tsx';
import { StaffRefusal, sendAway, sendPage } from '../staff-http.ts';
import { whoIs } from '../staff-members.ts';
import type { StaffSession } from '../staff-session.ts';
import { type ApprovalRequest, approvedBy, expiryOf, isPending } from './approvals.ts';
import { carryOut, describeAct, remotesOf } from './carry-out-act.ts';
import { readAct } from './read-act.ts';
import {
  approvalHref,
  mayChange,
  type Room,
  type RoomForm,
  RoomPage,
  type RoomVisit,
  refusalOfRole,
  revisionHref,
  roomHref,
} from './room.tsx';

interface Asked {
  request: ApprovalRequest;
  act: Acts.Act;
  asked: Acts.ActRequest;
  /** The remotes that it changes; none for the site itself. */
  remotes: readonly string[];
}

export const approvalForm: RoomForm = {
  async show(visit, room, { filled, status, message }) {
    const asked = await readRequest(visit, filled);
    sendPage(visit, status, <ApprovalPage {...asked} room={room} message={message} />);
  },

  async act(visit) {
    const { approvals, platform, session, form } = visit;
    const { request, act, asked, remotes } = await readRequest(visit, form);
    const { name } = request;
    if (!mayChange(session.role, remotes)) throw refusalOfRole(session, 'decide this');
    const action = form.get('decision') === 'approve' ? 'approve' : 'decline';
    if (action === 'approve' && isOwn(session, request))
      throw new StaffRefusal(403, 'You asked for this yourself: a second person has to approve it.');
    if (!isPending(request)) throw new StaffRefusal(409, 'The request was decided already, or its hour is over.');
    const { chain } = platform;
    await chain.refresh({ whole: true });
    if (action === 'approve' && isStale(request, chain.current?.composition.revision ?? 0))
      throw new StaffRefusal(409, staleWords);
    if (!(await approvals?.decide(name, { by: session.name, action, at: Date.now() })))
      throw new StaffRefusal(409, 'Somebody else decided it at the same moment.');
    console.log(`[shell] staff page: ${whoIs(session)}: ${action} ${request.act}, which ${request.by} asked for`);
    if (action === 'decline') return sendAway(visit, approvalHref(name));
    const revision = await carryOut(visit, act, { ...asked, by: approvedBy(request.by, session.name) });
    sendAway(visit, `${revisionHref(revision)}?done=1`);
  },
};

async function readRequest({ approvals, platform }: RoomVisit, fields: URLSearchParams): Promise<Asked> {
  if (!approvals) throw new StaffRefusal(404, 'This site does not ask a second person for approval.');
  const request = (await approvals.readAll()).find(({ name }) => name === fields.get('approval'));
  const act = request ? Acts.actNamed(request.act) : null;
  if (!request || !act) throw new StaffRefusal(404, 'There is no such request: it is removed a day after it was made.');
  const form = new URLSearchParams(request.form);
  const asked = readAct(act, form, request.by);
  return { request, act, asked, remotes: await remotesOf(platform, act, form, asked.expectedRevision ?? 0) };
}

const staleWords = 'The site has changed since this was asked for. Ask again for what is to be done now.';

/** The name counts beside the account, because one person may have a token and an account at the provider. */
function isOwn({ name, account }: StaffSession, request: ApprovalRequest): boolean {
  return request.account === account || request.by === name;
}

function isStale({ form }: ApprovalRequest, revision: number): boolean {
  return Number(new URLSearchParams(form).get('expect')) !== revision;
}

interface ApprovalPageProps extends Asked {
  room: Room;
  message: string | null;
}

function ApprovalPage(props: ApprovalPageProps) {
  const { request, act, asked, remotes, room, message } = props;
  const session = useSession();
  const isOwnRequest = isOwn(session, request);
  const title = `Approval: ${act.title}${asked.remote === '' ? '' : ` ${asked.remote}`}`;
  return (
    <RoomPage title={title} room={room} message={message}>
      <p className="lead">{describeAct(act, asked, room)}</p>
      <dl>
        <Fact term="Asked for by">{request.by}</Fact>
        <Fact term="When" at={request.at} />
        <Fact term="Why">{asked.reason}</Fact>
        <Fact term="Can be approved until" at={expiryOf(request)} />
      </dl>
      <p className="notice" role="status">
        {describeState(session, props)}
      </p>
      {isPending(request) && mayChange(session.role, remotes) && (
        <PostForm action={roomHref('/act/approval')} look="act" hidden={[['approval', request.name]]}>
          <p className="row">
            {!isOwnRequest && !isStale(request, room.revision) && (
              <Button name="decision" value="approve">
                Approve and do this
              </Button>
            )}
            <Button look="quiet" name="decision" value="decline">
              {isOwnRequest ? 'Withdraw the request' : 'Decline'}
            </Button>
          </p>
        </PostForm>
      )}
    </RoomPage>
  );
}

function describeState(session: StaffSession, { request, remotes, room }: ApprovalPageProps): string {
  const { decision } = request;
  if (decision)
    return `${decision.action === 'approve' ? 'Approved' : 'Declined'} by ${decision.by}. The log has every change.`;
  if (!isPending(request)) return 'The hour for a second person is over. Nothing has changed.';
  if (!mayChange(session.role, remotes)) return 'Nothing has changed yet. Your role cannot decide this.';
  if (isStale(request, room.revision)) return staleWords;
  return isOwn(session, request)
    ? 'Nothing has changed yet. Send this address to a second person: you cannot approve it yourself.'
    : 'Nothing has changed yet.';
}

import { messageOf } from 'kit/server/text';
import { Acts, type ReleasePlatform } from '../../../platform/index.ts';
import { html, type Markup } from '../../http/html.ts';
import type { Refusals } from '../refusals.ts';
import { renderCsrf, renderTime } from '../staff-document.ts';
import { sendAway } from '../staff-http.ts';
import { nameRole } from '../staff-members.ts';
import type { StaffSession } from '../staff-session.ts';
import { describeAct } from './act-page.ts';
import { type ApprovalRequest, type Approvals, approvedBy, expiryOf, isPending } from './approvals.ts';
import { readAct } from './read-act.ts';
import { approvalHref, mayChange, type Room, revisionHref, roomHref } from './room.ts';
import type { RoomForms } from './room-forms.ts';
import { renderRoomPage } from './room-frame.ts';
import { answer, type FormVisit, type RoomVisit, refuse, refuseRole, whoIs } from './room-visit.ts';

interface RoomApprovalsParts {
  platform: ReleasePlatform;
  approvals: Approvals;
  forms: RoomForms;
  load: () => Promise<Room>;
  refusals: Refusals;
}

/** A request with what can be done with it now. */
interface Asked {
  request: ApprovalRequest;
  act: Acts.Act;
  asked: Acts.ActRequest;
  /** The remotes that it changes; none for the site itself. */
  remotes: readonly string[];
}

/** Shows the acts on the whole site that wait for a second person, and takes the decision of that person. */
export class RoomApprovals {
  readonly #parts: RoomApprovalsParts;

  constructor(parts: RoomApprovalsParts) {
    this.#parts = parts;
  }

  async show(
    visit: RoomVisit,
    room: Room,
    name: string,
    { status = 200, message = null }: { status?: number; message?: string | null } = {},
  ): Promise<void> {
    const asked = await this.#read(name).catch(() => null);
    if (asked) answer(visit, renderApprovalPage(visit.session, { ...asked, room, message }), status);
    else refuse(visit, 404, 'There is no such request: it is removed a day after it was made.');
  }

  /** Takes a decision. */
  async act(visit: FormVisit): Promise<void> {
    const { session, form } = visit;
    const name = form.get('approval') ?? '';
    const showAgain = async (status: number, message: string) =>
      this.show(visit, await this.#parts.load(), name, { status, message: `Nothing was done. ${message}` });
    try {
      const found = await this.#read(name);
      if (!found) return showAgain(404, '');
      const { request, act, asked, remotes } = found;
      if (!mayChange(session.role, remotes)) {
        const message = `Nothing was done: ${session.name} (${nameRole(session.role)}) may not decide this.`;
        return refuseRole(visit, this.#parts.refusals, message);
      }
      const action = form.get('decision') === 'approve' ? 'approve' : 'decline';
      if (action === 'approve' && isOwn(session, request))
        return showAgain(403, 'You asked for this yourself: a second person has to approve it.');
      if (!isPending(request)) return showAgain(409, 'The request was decided already, or its hour is over.');
      const { chain } = this.#parts.platform;
      await chain.refresh({ whole: true });
      if (action === 'approve' && isStale(request, chain.current?.composition.revision ?? 0))
        return showAgain(409, staleWords);
      if (!(await this.#parts.approvals.decide(name, { by: session.name, action, at: Date.now() })))
        return showAgain(409, 'Somebody else decided it at the same moment.');
      console.log(`[shell] staff page: ${whoIs(session)}: ${action} ${request.act}, which ${request.by} asked for`);
      if (action === 'decline') return sendAway(visit.request, visit.response, approvalHref(name));
      const by = approvedBy(request.by, session.name);
      const revision = await this.#parts.forms.carryOut(session, act, { ...asked, by });
      const href = revision === null ? approvalHref(name) : `${revisionHref(revision)}?done=1`;
      sendAway(visit.request, visit.response, href);
    } catch (error) {
      console.error(`[shell] staff page: ${whoIs(session)} could not decide ${name}: ${messageOf(error)}`);
      this.#parts.refusals.note(session.name, { kind: 'act', who: whoIs(session), sentence: messageOf(error) });
      await showAgain(409, messageOf(error));
    }
  }

  /** @throws FormProblem for a form that can no longer be read */
  async #read(name: string): Promise<Asked | null> {
    const request = (await this.#parts.approvals.readAll()).find((one) => one.name === name);
    const act = request ? Acts.actNamed(request.act) : null;
    if (!request || !act) return null;
    const form = new URLSearchParams(request.form);
    const asked = readAct(act, form, request.by);
    return { request, act, asked, remotes: await this.#parts.forms.remotesOf(act, form, asked.expectedRevision ?? 0) };
  }
}

const staleWords = 'The site has changed since this was asked for. Ask again for what is to be done now.';

/** The name counts beside the account, because one person may have a token and an account at the provider. */
function isOwn({ name, account }: StaffSession, request: ApprovalRequest): boolean {
  return request.account === account || request.by === name;
}

function isStale({ form }: ApprovalRequest, revision: number): boolean {
  return Number(new URLSearchParams(form).get('expect')) !== revision;
}

interface ApprovalPageParts extends Asked {
  room: Room;
  message: string | null;
}

function renderApprovalPage(session: StaffSession, parts: ApprovalPageParts): string {
  const { request, act, asked, room, message } = parts;
  const { by, at } = request;
  const body = html`<p class="lead">${describeAct(act, asked, room)}</p>
<dl><div><dt>Asked for by</dt><dd><bdi>${by}</bdi></dd></div><div><dt>When</dt><dd>${renderTime(new Date(at).toISOString())}</dd></div>
<div><dt>Why</dt><dd dir="auto">${asked.reason}</dd></div><div><dt>Can be approved until</dt><dd>${renderTime(new Date(expiryOf(request)).toISOString())}</dd></div></dl>
${renderDecision(session, parts)}`;
  const title = `Approval: ${act.title}${asked.remote === '' ? '' : ` ${asked.remote}`}`;
  const said = message === null ? title : `Not done: ${title}`;
  return renderRoomPage(session, { title: said, heading: title, current: null, room, message, body });
}

/** Renders the decision, or the form to decide. */
function renderDecision(session: StaffSession, { request, remotes, room }: ApprovalPageParts): Markup {
  const { decision, name } = request;
  const state = (words: string) => html`<p class="notice" role="status">${words}</p>`;
  if (decision) {
    const done = decision.action === 'approve' ? 'Approved' : 'Declined';
    return html`${state(`${done} by ${decision.by}. The log has every change.`)}`;
  }
  if (!isPending(request)) return state('The hour for a second person is over. Nothing has changed.');
  const isStaleNow = isStale(request, room.revision);
  if (!mayChange(session.role, remotes)) return state('Nothing has changed yet. Your role cannot decide this.');
  const own = isOwn(session, request);
  const words = own
    ? 'Nothing has changed yet. Send this address to a second person: you cannot approve it yourself.'
    : 'Nothing has changed yet.';
  const approve =
    own || isStaleNow ? html`` : html`<button name="decision" value="approve">Approve and do this</button>`;
  return html`${state(isStaleNow ? staleWords : words)}<form class="act" method="post" action="${roomHref('/act/approval')}">${renderCsrf(session)}<input type="hidden" name="approval" value="${name}">
<p class="row">${approve}<button class="quiet" name="decision" value="decline">${own ? 'Withdraw the request' : 'Decline'}</button></p></form>`;
}

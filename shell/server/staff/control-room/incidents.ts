import { noteStep, type Step, stepActions } from 'kit/server/alerts/alert-log';
import { messageOf } from 'kit/server/text';
import type { ReleasePlatform } from '../../../platform/index.ts';
import { html, type Markup } from '../../http/html.ts';
import type { Refusals } from '../refusals.ts';
import { minute, renderCsrf, renderTime } from '../staff-document.ts';
import { sendAway } from '../staff-http.ts';
import { nameRole } from '../staff-members.ts';
import type { StaffSession } from '../staff-session.ts';
import { FormProblem, longestReason, typedOf } from './read-act.ts';
import { incidentHref, mayChange, type Room, type RoomIncident, remoteHref, roomHref } from './room.ts';
import { renderRoomPage } from './room-frame.ts';
import { answer, type FormVisit, type RoomVisit, refuse, refuseRole, type ShownForm, whoIs } from './room-visit.ts';

interface RoomIncidentsParts {
  platform: ReleasePlatform;
  load: () => Promise<Room>;
  refusals: Refusals;
  /** The names of those who may enter the control room. */
  people: readonly string[];
}

/** Shows an incident and adds to its trail: acknowledged, assigned, resolved, reopened. */
export class RoomIncidents {
  readonly #parts: RoomIncidentsParts;

  constructor(parts: RoomIncidentsParts) {
    this.#parts = parts;
  }

  /** @param name the name of the incident, from the address or from a form */
  show(visit: RoomVisit, room: Room, name: string, { filled, status, message }: ShownForm): void {
    const incident = room.incidents.find((one) => one.name === name);
    if (incident) {
      const isDone = visit.query.has('done') && incident.steps.at(-1)?.by === visit.session.name;
      const parts = { room, incident, filled, message, people: this.#peopleFor(visit.session), isDone };
      answer(visit, renderIncidentPage(visit.session, parts), status);
    } else refuse(visit, 404, 'There is no such incident: it is forgotten seven days after its end.');
  }

  /** Adds the step of a form. */
  async act(visit: FormVisit): Promise<void> {
    const { session, form } = visit;
    const room = await this.#parts.load();
    const name = form.get('incident') ?? '';
    const incident = room.incidents.find((one) => one.name === name);
    const showAgain = async (status: number, message: string) =>
      this.show(visit, await this.#parts.load(), name, { filled: typedOf(form), status, message });
    if (!incident) return showAgain(404, '');
    if (!mayHandle(session, incident)) {
      const message = `Nothing was done: ${session.name} (${nameRole(session.role)}) may not handle this incident.`;
      return refuseRole(visit, this.#parts.refusals, message);
    }
    try {
      const step = this.#read(form, session);
      if (!isAddedAlready(incident, step)) {
        const seen = Number(form.get('expect') ?? '');
        const isNext = Number.isInteger(seen) && seen >= 0 && seen <= incident.steps.length;
        if (!isNext || !(await noteStep(this.#parts.platform.store.incidents, incident, step, seen))) {
          return showAgain(409, 'Nothing was done: somebody else was first. The trail below has what they did.');
        }
        console.log(`[shell] staff page: ${whoIs(session)}, incident ${name}: ${step.action}`);
      }
      sendAway(visit.request, visit.response, `${incidentHref(name)}?done=1`);
    } catch (error) {
      if (!(error instanceof FormProblem))
        console.error(`[shell] staff page: ${whoIs(session)}, incident ${name}: ${messageOf(error)}`);
      await showAgain(error instanceof FormProblem ? 422 : 409, `Nothing was done. ${messageOf(error)}`);
    }
  }

  /** @throws FormProblem */
  #read(form: URLSearchParams, session: StaffSession): Step {
    const action = stepActions.find((one) => one === form.get('step'));
    if (!action) throw new FormProblem('Choose what to do with the incident.');
    const note = (form.get('note') ?? '').trim();
    if (note.length > longestReason)
      throw new FormProblem(`A note has at most ${longestReason} characters, this one ${note.length}.`);
    const named = action === 'assign' ? (form.get('to') ?? '') : '';
    if (named !== '' && !this.#peopleFor(session).includes(named))
      throw new FormProblem(`${JSON.stringify(named.slice(0, 80))} is nobody who may enter the control room.`);
    return { at: new Date().toISOString(), by: session.name, action, to: named || null, note };
  }

  /** No list of this site names those who sign in at the OpenID provider. They can take an incident themselves. */
  #peopleFor({ name }: Pick<StaffSession, 'name'>): string[] {
    return [...new Set([...this.#parts.people, name])];
  }
}

/** Whether the last step is the one of this form: its button was pressed twice. */
function isAddedAlready({ steps }: RoomIncident, { by, action, to, note }: Step): boolean {
  const last = steps.at(-1);
  return last !== undefined && last.by === by && last.action === action && last.to === to && last.note === note;
}

/** What people made of an incident so far. */
interface Handling {
  /** False after it was resolved or ended by itself, unless a person reopened it later. */
  isOpen: boolean;
  words: string;
}

/** Reads the trail of an incident. */
function handlingOf({ endedAt, steps }: Pick<RoomIncident, 'endedAt' | 'steps'>): Handling {
  const last = (...actions: Step['action'][]) => steps.findLast(({ action }) => actions.includes(action));
  const decision = last('resolve', 'reopen');
  if (decision?.action === 'resolve') return { isOpen: false, words: `resolved by ${decision.by}` };
  if (endedAt !== null && !decision) return { isOpen: false, words: 'over' };
  const owner = last('assign')?.to;
  if (owner) return { isOpen: true, words: `assigned to ${owner}` };
  const acknowledged = last('acknowledge');
  return { isOpen: true, words: acknowledged ? `acknowledged by ${acknowledged.by}` : 'not acknowledged' };
}

export function openIncidents({ incidents }: Pick<Room, 'incidents'>): RoomIncident[] {
  return incidents.filter((incident) => handlingOf(incident).isOpen);
}

/** Whether this person may handle the incident. One that concerns no remote concerns the whole site. */
function mayHandle({ role }: Pick<StaffSession, 'role'>, { about }: Pick<RoomIncident, 'about'>): boolean {
  return mayChange(role, about === null ? [] : [about]);
}

/** A list of incidents, each with what people made of it. */
export function renderIncidentList(incidents: readonly RoomIncident[]): Markup {
  return html`<ol class="log">${incidents.map((incident) => {
    const { name, at, endedAt, subject, text } = incident;
    const { isOpen, words } = handlingOf(incident);
    return html`<li><p><a href="${incidentHref(name)}"><bdi>${subject}</bdi></a> <span class="is ${isOpen ? 'bad' : 'calm'}">${isOpen ? '▲' : '○'} ${words}</span></p>
<p><bdi>${text}</bdi></p><small>${renderTime(at)}${endedAt === null ? '' : `, over since ${minute(endedAt)}`}</small></li>`;
  })}</ol>`;
}

/** All incidents of the last seven days, and older ones that are still open. */
export function renderIncidentsPage(session: StaffSession, room: Room): string {
  const list =
    room.incidents.length === 0
      ? html`<p class="empty">No incidents in the last seven days.</p>`
      : renderIncidentList(room.incidents);
  return renderRoomPage(session, { title: 'Incidents', current: 'Incidents', room, body: list });
}

interface IncidentPageParts {
  room: Room;
  incident: RoomIncident;
  /** The fields of a form that was refused, or that waited for a login. */
  filled: URLSearchParams;
  message: string | null;
  /** The names that the incident can be assigned to. */
  people: readonly string[];
  /** Whether the reader has just added the last step. */
  isDone: boolean;
}

/** The page of one incident: what happened, what to do with it, and who did what so far. */
function renderIncidentPage(session: StaffSession, parts: IncidentPageParts): string {
  const { room, incident, message, isDone } = parts;
  const { at, endedAt, about, subject, text, steps } = incident;
  const { isOpen, words } = handlingOf(incident);
  const last = steps.at(-1);
  const body = html`${isDone && last ? html`<p class="done" role="status">Done: ${describeStep(last)}.</p>` : html``}
<div class="head"><span class="is ${isOpen ? 'bad' : 'calm'}">${isOpen ? '▲' : '○'} ${words}</span></div>
<p class="lead"><bdi>${text}</bdi></p><dl><div><dt>Began</dt><dd>${renderTime(at)}</dd></div>${endedAt === null ? html`` : html`<div><dt>Over since</dt><dd>${renderTime(endedAt)}</dd></div>`}
${about === null ? html`` : html`<div><dt>Remote</dt><dd><a href="${remoteHref(about)}">${about}</a></dd></div>`}</dl>
${mayHandle(session, incident) ? renderForm(session, parts) : html``}<h2>Trail</h2>${renderTrail(steps)}`;
  return renderRoomPage(session, {
    title: message === null ? subject : `Not done: ${subject}`,
    heading: subject,
    current: 'Incidents',
    room,
    message,
    body,
  });
}

const titles: Readonly<Record<Step['action'], string>> = {
  acknowledge: 'Acknowledge',
  assign: 'Assign',
  resolve: 'Resolve',
  reopen: 'Reopen',
};

function renderForm(session: StaffSession, { incident, filled, people }: IncidentPageParts): Markup {
  const { name, steps } = incident;
  const { isOpen } = handlingOf(incident);
  const button = (action: Step['action'], look: string) =>
    html`<button${look === '' ? html`` : html` class="${look}"`} name="step" value="${action}">${titles[action]}</button>`;
  const offered = stepActions.filter((action) =>
    action === 'reopen' ? !isOpen : isOpen && (action !== 'acknowledge' || isUnseen(steps)),
  );
  const chosen = filled.get('to') ?? '';
  const options = [['', 'nobody'], ...people.map((person) => [person, person])].map(
    ([value = '', words = '']) =>
      html`<option value="${value}"${value === chosen ? html` selected` : html``}>${words}</option>`,
  );
  const assign = html`<div class="row"><div><label for="to">Assign to</label><select id="to" name="to">${options}</select></div>${button('assign', 'quiet low')}</div>`;
  const others = offered.filter((action) => action !== 'assign');
  return html`<form class="act" method="post" action="${roomHref('/act/incident')}">${renderCsrf(session)}<input type="hidden" name="incident" value="${name}"><input type="hidden" name="expect" value="${steps.length}">
<div><label for="note">Note</label><textarea id="note" name="note" rows="3" maxlength="${longestReason}" dir="auto" aria-describedby="note-note">
${filled.get('note') ?? ''}</textarea><small id="note-note">Optional. Shown in the trail with your name.</small></div>
<p class="row">${others.map((action, index) => button(action, index === 0 ? '' : 'quiet'))}</p>${offered.includes('assign') ? assign : html``}</form>`;
}

function isUnseen(steps: readonly Step[]): boolean {
  return !steps.some(({ action }) => action === 'acknowledge');
}

function renderTrail(steps: readonly Step[]): Markup {
  if (steps.length === 0) return html`<p class="empty">Nobody has acknowledged it yet.</p>`;
  return html`<ol class="log">${steps
    .toReversed()
    .map(
      (step) =>
        html`<li><p><bdi>${describeStep(step)}</bdi></p>${step.note === '' ? html`` : html`<p><bdi>${step.note}</bdi></p>`}<small>${renderTime(step.at)}</small></li>`,
    )}</ol>`;
}

function describeStep({ by, action, to }: Step): string {
  if (action === 'assign') return to === null ? `${by} assigned it to nobody` : `${by} assigned it to ${to}`;
  return `${by} ${{ acknowledge: 'acknowledged', resolve: 'resolved', reopen: 'reopened' }[action]} it`;
}

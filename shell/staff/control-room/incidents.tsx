import { noteStep, type Step, stepActions } from 'kit/server/alerts/alert-log';
import { html, type Markup } from '../../server/http/html.ts';
import { minute, renderDone, renderForm, renderSelect, renderTime } from '../staff-document.ts';
import { StaffRefusal, sendAway, sendPage } from '../staff-http.ts';
import { whoIs } from '../staff-members.ts';
import type { StaffSession } from '../staff-session.ts';
import { longestReason, mistake } from './read-act.ts';
import { incidentHref, mayChange, type Room, type RoomIncident, remoteHref, roomHref } from './room.ts';
import { type RoomForm, refusalOfRole, renderRoomPage } from './room-frame.ts';

/** Shows an incident and adds to its trail: acknowledged, assigned, resolved, reopened. */
export const incidentForm: RoomForm = {
  show({ people }, visit, room, { filled, status, message }) {
    const { session, query } = visit;
    const incident = findIncident(room, filled);
    const isDone = query.has('done') && incident.steps.at(-1)?.by === session.name;
    const shown = { room, incident, filled, message, people: peopleFor(session, people), isDone };
    sendPage(visit, status, renderIncidentPage(session, shown));
  },

  async act({ load, people, platform }, visit) {
    const { session, form } = visit;
    const incident = findIncident(await load(), form);
    if (!mayHandle(session, incident)) throw refusalOfRole(session, 'handle this incident');
    const step = readStep(form, session, people);
    if (!isAddedAlready(incident, step)) {
      const seen = Number(form.get('expect') ?? '');
      const isNext = Number.isInteger(seen) && seen >= 0 && seen <= incident.steps.length;
      if (!isNext || !(await noteStep(platform.store.incidents, incident, step, seen)))
        throw new StaffRefusal(409, 'Nothing was done: somebody else was first. The trail below has what they did.');
      console.log(`[shell] staff page: ${whoIs(session)}, incident ${incident.name}: ${step.action}`);
    }
    sendAway(visit, `${incidentHref(incident.name)}?done=1`);
  },
};

function readStep(form: URLSearchParams, session: StaffSession, people: readonly string[]): Step {
  const action = stepActions.find((one) => one === form.get('step'));
  if (!action) throw mistake('Choose what to do with the incident.');
  const note = (form.get('note') ?? '').trim();
  if (note.length > longestReason)
    throw mistake(`A note has at most ${longestReason} characters, this one ${note.length}.`);
  const named = action === 'assign' ? (form.get('to') ?? '') : '';
  if (named !== '' && !peopleFor(session, people).includes(named))
    throw mistake(`${JSON.stringify(named.slice(0, 80))} is nobody who may enter the control room.`);
  return { at: new Date().toISOString(), by: session.name, action, to: named || null, note };
}

/** No list of this site names those who sign in at the OpenID provider. They can take an incident themselves. */
function peopleFor({ name }: StaffSession, people: readonly string[]): string[] {
  return [...new Set([...people, name])];
}

function findIncident({ incidents }: Room, fields: URLSearchParams): RoomIncident {
  const found = incidents.find(({ name }) => name === fields.get('incident'));
  if (found) return found;
  throw new StaffRefusal(404, 'There is no such incident: it is forgotten seven days after its end.');
}

/** Whether the last step is the one of this form: its button was pressed twice. */
function isAddedAlready({ steps }: RoomIncident, { by, action, to, note }: Step): boolean {
  const last = steps.at(-1);
  return last !== undefined && last.by === by && last.action === action && last.to === to && last.note === note;
}

/** Reads from the trail of an incident what people made of it, and whether it is open: a person may reopen it. */
function handlingOf({ endedAt, steps }: Pick<RoomIncident, 'endedAt' | 'steps'>): { isOpen: boolean; words: string } {
  const last = (...actions: Step['action'][]) => steps.findLast(({ action }) => actions.includes(action));
  const decision = last('resolve', 'reopen');
  if (decision?.action === 'resolve') return { isOpen: false, words: `○ resolved by ${decision.by}` };
  if (endedAt !== null && !decision) return { isOpen: false, words: '○ over' };
  const owner = last('assign')?.to;
  if (owner) return { isOpen: true, words: `▲ assigned to ${owner}` };
  const acknowledged = last('acknowledge');
  return { isOpen: true, words: acknowledged ? `▲ acknowledged by ${acknowledged.by}` : '▲ not acknowledged' };
}

function renderHandling(incident: RoomIncident): Markup {
  const { isOpen, words } = handlingOf(incident);
  return html`<span class="is ${isOpen ? 'bad' : 'calm'}">${words}</span>`;
}

export function openIncidents({ incidents }: Pick<Room, 'incidents'>): RoomIncident[] {
  return incidents.filter((incident) => handlingOf(incident).isOpen);
}

/** Whether this person may handle the incident. One that concerns no remote concerns the whole site. */
function mayHandle({ role }: Pick<StaffSession, 'role'>, { about }: Pick<RoomIncident, 'about'>): boolean {
  return mayChange(role, about === null ? [] : [about]);
}

export function renderIncidentList(incidents: readonly RoomIncident[]): Markup {
  return html`<ol class="log">${incidents.map((incident) => {
    const { name, at, endedAt, subject, text } = incident;
    return html`<li><p><a href="${incidentHref(name)}"><bdi>${subject}</bdi></a> ${renderHandling(incident)}</p>
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
  people: readonly string[];
  /** Whether the reader has just added the last step. */
  isDone: boolean;
}

/** The page of one incident: what happened, what to do with it, and who did what so far. */
function renderIncidentPage(session: StaffSession, parts: IncidentPageParts): string {
  const { room, incident, message, isDone } = parts;
  const { at, endedAt, about, subject, text, steps } = incident;
  const last = steps.at(-1);
  const body = html`${isDone && last && renderDone(`Done: ${describeStep(last)}.`)}
<div class="head">${renderHandling(incident)}</div>
<p class="lead"><bdi>${text}</bdi></p><dl><div><dt>Began</dt><dd>${renderTime(at)}</dd></div>${endedAt !== null && html`<div><dt>Over since</dt><dd>${renderTime(endedAt)}</dd></div>`}
${about !== null && html`<div><dt>Remote</dt><dd><a href="${remoteHref(about)}">${about}</a></dd></div>`}</dl>
${mayHandle(session, incident) && renderStepForm(session, parts)}<h2>Trail</h2>${renderTrail(steps)}`;
  return renderRoomPage(session, { title: subject, current: 'Incidents', room, message, body });
}

const titles: Readonly<Record<Step['action'], string>> = {
  acknowledge: 'Acknowledge',
  assign: 'Assign',
  resolve: 'Resolve',
  reopen: 'Reopen',
};

function renderStepForm(session: StaffSession, { incident, filled, people }: IncidentPageParts): Markup {
  const { name, steps } = incident;
  const { isOpen } = handlingOf(incident);
  const isSeen = steps.some(({ action }) => action === 'acknowledge');
  const button = (action: Step['action'], look: string) =>
    html`<button${look !== '' && html` class="${look}"`} name="step" value="${action}">${titles[action]}</button>`;
  const offered = stepActions.filter((action) =>
    action === 'reopen' ? !isOpen : isOpen && !(action === 'acknowledge' && isSeen),
  );
  const options = [['', 'nobody'] as const, ...people.map((person) => [person, person] as const)];
  const to = renderSelect({ name: 'to', label: 'Assign to', options, chosen: filled.get('to') ?? '' });
  const others = offered.filter((action) => action !== 'assign');
  const body = html`
<div><label for="note">Note</label><textarea id="note" name="note" rows="3" maxlength="${longestReason}" dir="auto" aria-describedby="note-note">
${filled.get('note') ?? ''}</textarea><small id="note-note">Optional. Shown in the trail with your name.</small></div>
<p class="row">${others.map((action, index) => button(action, index === 0 ? '' : 'quiet'))}</p>${offered.includes('assign') && html`<div class="row">${to}${button('assign', 'quiet low')}</div>`}`;
  const hidden = Object.entries({ incident: name, expect: steps.length });
  return renderForm(session, { action: roomHref('/act/incident'), look: 'act', hidden, body });
}

function renderTrail(steps: readonly Step[]): Markup {
  if (steps.length === 0) return html`<p class="empty">Nobody has acknowledged it yet.</p>`;
  return html`<ol class="log">${steps
    .toReversed()
    .map(
      (step) =>
        html`<li><p><bdi>${describeStep(step)}</bdi></p>${step.note !== '' && html`<p><bdi>${step.note}</bdi></p>`}<small>${renderTime(step.at)}</small></li>`,
    )}</ol>`;
}

function describeStep({ by, action, to }: Step): string {
  if (action === 'assign') return to === null ? `${by} assigned it to nobody` : `${by} assigned it to ${to}`;
  return `${by} ${{ acknowledge: 'acknowledged', resolve: 'resolved', reopen: 'reopened' }[action]} it`;
}

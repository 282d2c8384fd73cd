import { type Step, stepActions } from 'kit/server/alerts/alert-log';
import { html, type Markup } from '../../http/html.ts';
import { minute, renderCsrf, renderTime } from '../staff-document.ts';
import type { StaffSession } from '../staff-session.ts';
import { mayChange } from './may-change.ts';
import { longestReason } from './read-act.ts';
import type { Room, RoomIncident } from './room.ts';
import { incidentHref, remoteHref, roomHref } from './room-address.ts';
import { renderRoomPage } from './room-frame.ts';

/** What people made of an incident so far. */
interface Handling {
  /** Nobody has resolved it, and it has not ended by itself, or somebody has reopened it. */
  isOpen: boolean;
  words: string;
}

/** Reads the trail of an incident. */
export function handlingOf({ endedAt, steps }: Pick<RoomIncident, 'endedAt' | 'steps'>): Handling {
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
export function mayHandle({ role }: Pick<StaffSession, 'role'>, { about }: Pick<RoomIncident, 'about'>): boolean {
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
  /** Whether the person who looks at it added the last step a moment ago. */
  isDone: boolean;
}

/** The page of one incident: what happened, what to do with it, and who did what so far. */
export function renderIncidentPage(session: StaffSession, parts: IncidentPageParts): string {
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

import { noteStep, type Step, stepActions } from 'kit/server/alerts/alert-log';
import { messageOf } from 'kit/server/text';
import type { ReleasePlatform } from '../../../platform/index.ts';
import type { Refusals } from '../refusals.ts';
import { sendAway } from '../staff-answer.ts';
import { nameRole } from '../staff-role.ts';
import { mayHandle, renderIncidentPage } from './incident-page.ts';
import { FormProblem, longestReason, typedOf } from './read-act.ts';
import type { Room, RoomIncident } from './room.ts';
import { incidentHref } from './room-address.ts';
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
      const { people } = this.#parts;
      answer(visit, renderIncidentPage(visit.session, { room, incident, filled, message, people, isDone }), status);
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
      const step = this.#read(form, session.name);
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
  #read(form: URLSearchParams, by: string): Step {
    const action = stepActions.find((one) => one === form.get('step'));
    if (!action) throw new FormProblem('Choose what to do with the incident.');
    const note = (form.get('note') ?? '').trim();
    if (note.length > longestReason)
      throw new FormProblem(`A note has at most ${longestReason} characters, this one ${note.length}.`);
    const named = action === 'assign' ? (form.get('to') ?? '') : '';
    if (named !== '' && !this.#parts.people.includes(named))
      throw new FormProblem(`${JSON.stringify(named.slice(0, 80))} is nobody who may enter the control room.`);
    return { at: new Date().toISOString(), by, action, to: named || null, note };
  }
}

/** Whether the last step is the one of this form: its button was pressed twice. */
function isAddedAlready({ steps }: RoomIncident, { by, action, to, note }: Step): boolean {
  const last = steps.at(-1);
  return last !== undefined && last.by === by && last.action === action && last.to === to && last.note === note;
}

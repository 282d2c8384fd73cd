import { noteStep, type Step, stepActions } from 'kit/server/alerts/alert-log';
import { At, Button, Empty, Fact, Items, Line, PostForm, Select, TextField, Time, useSession } from '../parts.tsx';
import { StaffRefusal, sendAway, sendPage } from '../staff-http.ts';
import { whoIs } from '../staff-members.ts';
import type { StaffSession } from '../staff-session.ts';
import { longestReason, mistake } from './read-act.ts';
import {
  incidentHref,
  mayChange,
  type Room,
  type RoomForm,
  type RoomIncident,
  RoomPage,
  refusalOfRole,
  remoteHref,
  roomHref,
  Status,
} from './room.tsx';

export const incidentForm: RoomForm = {
  show(visit, room, { filled, status, message }) {
    const { people, session, query } = visit;
    const incident = findIncident(room, filled);
    const last = incident.steps.at(-1);
    const done = query.has('done') && last?.by === session.name ? `Done: ${describeStep(last)}.` : null;
    const shown = { room, incident, filled, message, people: peopleFor(session, people), done };
    sendPage(visit, status, <IncidentPage {...shown} />);
  },

  async act(visit) {
    const { load, people, platform, session, form } = visit;
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
  const named = form.get('to') ?? '';
  if (named !== '' && !peopleFor(session, people).includes(named))
    throw mistake(`${JSON.stringify(named.slice(0, 80))} is nobody who may enter the control room.`);
  const by = { at: new Date().toISOString(), by: session.name, note };
  if (action === 'resolve' || action === 'reopen') return { ...by, action, to: null };
  // Somebody may choose a person and then press Acknowledge.
  return { ...by, action: named === '' ? action : 'assign', to: named || null };
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
  const isOpen = endedAt === null || decision !== undefined;
  const owner = last('assign')?.to;
  const acknowledged = last('acknowledge');
  const known = acknowledged ? `acknowledged by ${acknowledged.by}` : 'not acknowledged';
  const words = owner ? `assigned to ${owner}` : known;
  return { isOpen, words: isOpen ? `▲ ${words}` : `○ over, ${words}` };
}

function Handling({ incident }: { incident: RoomIncident }) {
  const { isOpen, words } = handlingOf(incident);
  return <Status look={isOpen ? 'bad' : 'calm'}>{words}</Status>;
}

export function openIncidents({ incidents }: Pick<Room, 'incidents'>): RoomIncident[] {
  return incidents.filter((incident) => handlingOf(incident).isOpen);
}

/** Whether this person may handle the incident. One that concerns no remote concerns the whole site. */
function mayHandle({ role }: Pick<StaffSession, 'role'>, { about }: Pick<RoomIncident, 'about'>): boolean {
  return mayChange(role, about === null ? [] : [about]);
}

interface IncidentListProps {
  incidents: readonly RoomIncident[];
  /** Without what was reported when they began: its figures are older than those beside the list. */
  isBrief?: boolean;
}

export function IncidentList({ incidents, isBrief = false }: IncidentListProps) {
  return (
    <Items look="log">
      {incidents.map((incident) => {
        const { name, at, endedAt, subject, text } = incident;
        return (
          <>
            <p>
              <a href={incidentHref(name)}>
                <bdi>{subject}</bdi>
              </a>{' '}
              <Handling incident={incident} />
            </p>
            {!isBrief && <Line text={text} />}
            <small>
              <Time iso={at} />
              <At words=", over since " iso={endedAt} />
            </small>
          </>
        );
      })}
    </Items>
  );
}

export function IncidentsPage({ room }: { room: Room }) {
  return (
    <RoomPage title="Incidents" current="Incidents" room={room}>
      {room.incidents.length === 0 ? (
        <Empty>No incidents in the last seven days.</Empty>
      ) : (
        <IncidentList incidents={room.incidents} />
      )}
    </RoomPage>
  );
}

interface IncidentPageProps {
  room: Room;
  incident: RoomIncident;
  /** The fields of a form that was refused, or that waited for a login. */
  filled: URLSearchParams;
  message: string | null;
  people: readonly string[];
  done: string | null;
}

function IncidentPage({ room, incident, message, done, ...fields }: IncidentPageProps) {
  const { at, endedAt, about, subject, text, steps } = incident;
  return (
    <RoomPage title={subject} current="Incidents" room={room} message={message} done={done}>
      <div className="head">
        <Handling incident={incident} />
      </div>
      <dl>
        <Fact term="Reported when it began">{text}</Fact>
        <Fact term="Began" at={at} />
        {endedAt !== null && <Fact term="Over since" at={endedAt} />}
        {about !== null && (
          <Fact term="Remote">
            <a href={remoteHref(about)}>{about}</a>
          </Fact>
        )}
      </dl>
      {mayHandle(useSession(), incident) && <StepForm incident={incident} {...fields} />}
      <h2>Trail</h2>
      {steps.length === 0 && <Empty>Nobody has acknowledged it yet.</Empty>}
      {steps.length > 0 && (
        <Items look="log">
          {steps.toReversed().map((step) => (
            <>
              <Line text={describeStep(step)} />
              <Line text={step.note} />
              <small>
                <Time iso={step.at} />
              </small>
            </>
          ))}
        </Items>
      )}
    </RoomPage>
  );
}

const titles: Readonly<Record<Step['action'], string>> = {
  acknowledge: 'Acknowledge',
  assign: 'Assign',
  resolve: 'Resolve',
  reopen: 'Reopen',
};

function StepForm({ incident, filled, people }: Pick<IncidentPageProps, 'incident' | 'filled' | 'people'>) {
  const { name, steps } = incident;
  const { isOpen } = handlingOf(incident);
  const isSeen = steps.some(({ action }) => action === 'acknowledge' || action === 'assign');
  const isResolved = !isOpen && steps.findLast(({ action }) => action !== 'assign')?.action === 'resolve';
  const owner = steps.findLast(({ action }) => action === 'assign')?.to;
  const button = (action: Step['action'], look?: string) => (
    <Button key={action} look={look} name="step" value={action}>
      {titles[action]}
    </Button>
  );
  // What ended by itself may still be acknowledged or assigned.
  const isOffered: Readonly<Record<Step['action'], boolean>> = {
    acknowledge: !isResolved && !isSeen,
    assign: !isResolved,
    resolve: isOpen,
    reopen: !isOpen,
  };
  const offered = stepActions.filter((action) => isOffered[action]);
  const others = offered.filter((action) => action !== 'assign');
  const hidden = Object.entries({ incident: name, expect: steps.length });
  return (
    <PostForm action={roomHref('/act/incident')} look="act" hidden={hidden}>
      <div>
        <TextField
          name="note"
          label="Note"
          rows={3}
          maxLength={longestReason}
          defaultValue={filled.get('note') ?? ''}
          aria-describedby="note-note"
        />
        <small id="note-note">Optional. Shown in the trail with your name.</small>
      </div>
      <p className="row">{others.map((action, index) => button(action, index === 0 ? undefined : 'quiet'))}</p>
      {offered.includes('assign') && (
        <div className="row">
          <Select
            name="to"
            label="Assign to"
            options={[['', 'nobody'], ...people]}
            chosen={filled.get('to') ?? owner ?? ''}
          />
          {button('assign', 'quiet low')}
        </div>
      )}
    </PostForm>
  );
}

function describeStep({ by, action, to }: Step): string {
  if (action === 'assign') return to === null ? `${by} assigned it to nobody` : `${by} assigned it to ${to}`;
  return `${by} ${{ acknowledge: 'acknowledged', resolve: 'resolved', reopen: 'reopened' }[action]} it`;
}

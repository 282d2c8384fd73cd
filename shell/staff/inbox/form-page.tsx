import { type LeadState, type ListedForm, type LookAnswer, leadStates, officeLimits } from 'kit/contracts/office';
import { telephoneHref } from 'kit/contracts/telephone';
import type { ReactNode } from 'react';
import {
  Button,
  ButtonLink,
  Check,
  Done,
  Fact,
  Items,
  LineField,
  Message,
  PostForm,
  Select,
  TextField,
  Time,
} from '../parts.tsx';
import { StaffPage } from '../staff-page.tsx';
import { Deliveries } from './deliveries.tsx';
import { inboxPlace } from './inbox-address.ts';
import { isPhone, Marks, oneOf, Phone, State, shorten, stateNames } from './marks.tsx';

export interface Typed {
  note: string;
  state: LeadState | null;
  /** Empty for nobody, and for no reminder. */
  assignee: string;
  remindOn: string;
}

interface FormPageProps {
  answer: LookAnswer;
  message: string | null;
  done: string | null;
  typed: Typed | undefined;
  personHref: string | null;
  /** The list that the form was opened from, as `back` has it. */
  back: string;
  /** The reason of a return that was refused; null for none. */
  reason: string | null;
  canUndo: boolean;
  people: readonly string[];
}

export function FormPage({ message, done, personHref, canUndo, ...page }: FormPageProps) {
  const { answer, back } = page;
  const { form, title, fields, returned, erasedAt, history } = answer;
  const { reference, kind, name, createdAt } = form;
  const isHeld = form.quarantine !== null && !form.isTest && !form.isErased;
  const nobody = form.isErased ? 'Erased' : 'No name';
  const called = <bdi>{name === '' ? nobody : shorten(name)}</bdi>;
  return (
    <StaffPage title={reference} place={isHeld ? 'Quarantine' : 'Inbox'} heading={called}>
      <p>
        <a href={`${inboxPlace}${back}`}>Back to the list</a>
      </p>
      <Message>{message}</Message>
      <Done>{done}</Done>
      {canUndo && (
        <PostForm action={`${inboxPlace}/undo`} hidden={Object.entries({ back, reference })}>
          <Button look="quiet">Undo</Button>
        </PostForm>
      )}
      <p>
        {oneOf[kind]}, {reference}, <Time iso={createdAt} /> <State state={form.state} /> <Marks form={form} />
      </p>
      <Reach form={form} />
      {isHeld && (
        <PostForm action={`${inboxPlace}/${reference}/release`} look="card" hidden={[['back', back]]}>
          <p>
            In quarantine: {form.quarantine}. If a person sent it, release it: it is then delivered like any other form.
          </p>
          <Button>Release {reference}</Button>
        </PostForm>
      )}
      {returned && (
        <p>
          Returned by {returned.by}, <Time iso={returned.at} />: <bdi>{returned.reason}</bdi>
        </p>
      )}
      {erasedAt ? (
        <p>
          The contents of this form were erased, <Time iso={erasedAt} />. Only its reference, its times and who worked
          on it are kept.
        </p>
      ) : (
        <>
          <h2>{title}</h2>
          <dl>
            {fields.map(({ label, value }) => (
              <Fact key={label} term={label}>
                {isMoment.test(value) ? <Time iso={value} /> : value}
              </Fact>
            ))}
          </dl>
          <Work {...page} />
        </>
      )}
      {history.length > 0 && <History history={history} />}
      {form.kind === 'lead' && !returned && !form.isErased && <Return {...page} />}
      <Deliveries answer={answer} back={back} />
      <Others answer={answer} personHref={personHref} />
    </StaffPage>
  );
}

/** A time as the API writes it. The page shows it in the same format as its other times. */
const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function Reach({ form: { phone, email } }: { form: ListedForm }) {
  return (
    <p className="row reach">
      {isPhone(phone) ? (
        <ButtonLink isMain href={telephoneHref(phone)}>
          Call {phone}
        </ButtonLink>
      ) : (
        <Phone text={phone} />
      )}
      {/^[^\s@<>"']+@[^\s@<>"']+$/.test(email) && (
        <ButtonLink href={`mailto:${encodeURIComponent(email)}`}>
          Write <bdi>{shorten(email)}</bdi>
        </ButtonLink>
      )}
    </p>
  );
}

/** A lead is returned once, to the partner that sent it. */
function Return({ answer, back, reason }: Pick<FormPageProps, 'answer' | 'back' | 'reason'>) {
  const { reference } = answer.form;
  return (
    <details open={reason !== null}>
      <summary>Return this lead</summary>
      <PostForm action={`${inboxPlace}/${reference}/return`} hidden={[['back', back]]}>
        <TextField
          name="reason"
          label="Reason, for its partner"
          rows={2}
          maxLength={500}
          required
          defaultValue={reason ?? ''}
          isMissing={reason === ''}
        />
        <p>
          <Check name="sure" value="yes" required>
            Yes, return it. Its partner is told, with the reason. It cannot be undone.
          </Check>
        </p>
        <Button look="quiet">Return {reference}</Button>
      </PostForm>
    </details>
  );
}

function Work({ answer: { form }, back, typed, people }: Pick<FormPageProps, 'answer' | 'back' | 'typed' | 'people'>) {
  const chosen = typed?.state ?? form.state;
  const assignee = typed?.assignee ?? form.assignee ?? '';
  const remindOn = typed?.remindOn ?? form.remindOn ?? '';
  const names = new Set([...people, assignee]);
  names.delete('');
  return (
    <>
      <h2>State and notes</h2>
      <PostForm
        action={`${inboxPlace}/${form.reference}/save`}
        hidden={Object.entries({ back, version: form.version })}
      >
        <fieldset className="row">
          <legend>State</legend>
          {leadStates.map((state) => (
            <label key={state} className="check">
              <input type="radio" name="state" value={state} defaultChecked={state === chosen} /> {stateNames[state]}
            </label>
          ))}
        </fieldset>
        <div className="fields">
          <Select name="assignee" label="Assigned to" options={[['', 'Nobody'], ...names]} chosen={assignee} />
          <LineField type="date" name="remindOn" label="Reminder on" defaultValue={remindOn} />
        </div>
        <TextField name="note" label="Note" rows={4} maxLength={officeLimits.note} defaultValue={typed?.note} />
        <p>
          <Button>Save</Button>
        </p>
      </PostForm>
    </>
  );
}

function History({ history }: Pick<LookAnswer, 'history'>) {
  return (
    <>
      <h3>History</h3>
      <Items look="log">
        {history.map(({ at, by, state, note }) => (
          <>
            <p>
              <Time iso={at} /> <strong>{by}</strong>
              {state !== null && (
                <>
                  {' '}
                  set it to <State state={state} />
                </>
              )}
            </p>
            {note !== null && (
              <p className="note" dir="auto">
                {note}
              </p>
            )}
          </>
        ))}
      </Items>
    </>
  );
}

function Others({ answer: { others }, personHref }: Pick<FormPageProps, 'answer' | 'personHref'>) {
  if (others.length === 0 && personHref === null) return null;
  return (
    <>
      <h2>Other forms from this address</h2>
      {others.length === 0 ? (
        <p>There are none.</p>
      ) : (
        <ul className="others">
          {others.map((form) => (
            <FormItem key={form.reference} form={form}>
              <State state={form.state} /> <bdi>{shorten(form.about)}</bdi>
            </FormItem>
          ))}
        </ul>
      )}
      {personHref !== null && (
        <p>
          <a href={personHref}>Look up this customer: export or erase everything</a>
        </p>
      )}
    </>
  );
}

export function FormItem({
  form: { reference, kind, createdAt },
  children,
}: {
  form: ListedForm;
  children: ReactNode;
}) {
  return (
    <li>
      <a href={`${inboxPlace}/${reference}`}>{reference}</a> {oneOf[kind]}, <Time iso={createdAt} /> {children}
    </li>
  );
}

import { type ListAnswer, type ListedForm, leadStates } from 'kit/contracts/office';
import * as z from 'zod/mini';
import { Button, ButtonLink, Check, PostForm, Select, Table, Time } from '../parts.tsx';
import { useSession } from '../session-context.ts';
import { StaffPage } from '../staff-page.tsx';
import {
  backOf,
  formAddress,
  hiddenOf,
  hrefWith,
  inboxPlace,
  type Listed,
  type Listing,
  noFilters,
} from './inbox-address.ts';
import { Choices, countIn, formatCount, MoreFilters, namesOf, Search } from './list-filters.tsx';
import { DayField, Marks, oneOf, Phone, State, shorten, stateNames } from './marks.tsx';

interface ListPageProps extends Listed {
  /** Null where there is only a message. */
  answer: ListAnswer | null;
  message: string | null;
  outcome: Outcome | null;
  /** The time zone whose days the filters name. */
  zone: string;
  people: readonly string[];
}

export const outcomeSchema = z.object({
  /** Whether anything was done. */
  isDone: z.boolean(),
  said: z.string(),
  /** A sentence for each form that was left alone. */
  missed: z.array(z.string()),
  /** One of the forms that an undo changes back; null where there is nothing to undo. */
  undo: z.nullable(z.string()),
});
export type Outcome = z.infer<typeof outcomeSchema>;

/** The inbox or the quarantine; without an answer, only its frame with the message. */
export function ListPage({ listing, hide, answer, message, outcome, zone, people }: ListPageProps) {
  const listed = { listing, hide };
  const isQuarantine = listing.place === 'quarantine';
  return (
    <StaffPage title={isQuarantine ? 'Quarantine' : 'Inbox'} message={message}>
      {outcome && <WhatWasDone outcome={outcome} {...listed} />}
      {isQuarantine && (
        <p>
          A machine seems to have sent these, so they were not delivered. If one is from a person, open it and release
          it.
        </p>
      )}
      <Search {...listed} />
      <Choices counts={answer?.counts ?? null} {...listed} />
      <MoreFilters partners={answer?.partners ?? []} zone={zone} {...listed} />
      {answer && <Forms answer={answer} people={people} {...listed} />}
      {answer && answer.forms.length > 0 && <Export counts={answer.counts} {...listed} />}
    </StaffPage>
  );
}

function WhatWasDone({ outcome: { isDone, said, missed, undo }, ...listed }: Listed & { outcome: Outcome }) {
  return (
    <>
      <div className={isDone ? 'done' : 'message'} role={isDone ? 'status' : 'alert'}>
        <p>{said}</p>
        {missed.length > 0 && (
          <>
            <p>Left alone:</p>
            <ul>
              {missed.map((why) => (
                <li key={why}>{why}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      {undo !== null && (
        <PostForm action={`${inboxPlace}/undo`} hidden={[['reference', undo], ...hiddenOf(listed)]}>
          <Button look="quiet">Undo</Button>
        </PostForm>
      )}
    </>
  );
}

function Forms({
  answer: { forms, next },
  people,
  ...listed
}: Listed & { answer: ListAnswer; people: readonly string[] }) {
  const { listing, hide } = listed;
  if (forms.length === 0)
    return (
      <>
        <Filtered {...listed} />
        <p className="empty">{whyEmpty(listing)}</p>
      </>
    );
  const back = backOf(listing, hide);
  const isInbox = listing.place === 'inbox';
  const shown = forms.map((form) => ['shown', pickOf(form)] as const);
  return (
    <>
      <Filtered {...listed} />
      <PostForm action={`${inboxPlace}/${isInbox ? 'change' : 'spam'}`} hidden={[...hiddenOf(listed), ...shown]}>
        <Table look="forms" heads={['Who', 'Phone and mail', 'About', 'When', 'State']}>
          {forms.map((form) => (
            <Row key={form.reference} form={form} back={back} />
          ))}
        </Table>
        {isInbox ? <Change count={forms.length} people={people} /> : <Delete count={forms.length} />}
      </PostForm>
      <p className="row">
        {listing.after !== '' && <ButtonLink href={hrefWith(listed, {})}>Back to the first</ButtonLink>}
        {next !== null && (
          <ButtonLink rel="next" href={hrefWith(listed, { after: next })}>
            Show more
          </ButtonLink>
        )}
      </p>
    </>
  );
}

/** The filters, beside what they leave: a search keeps them. */
function Filtered({ listing, hide }: Listed) {
  const named = namesOf(listing);
  if (named.length === 0) return null;
  return (
    <div className="row filtered">
      <p>Filtered by: {named.join(', ')}.</p>
      <ButtonLink href={hrefWith({ listing, hide }, noFilters)}>Show all forms</ButtonLink>
    </div>
  );
}

function Change({ count, people }: { count: number; people: readonly string[] }) {
  const { name } = useSession();
  const others = people.filter((person) => person !== name).map((person) => [person, person] as const);
  const states = leadStates.map((state) => [state, stateNames[state]] as const);
  return (
    <fieldset className="aside bulk">
      <legend>Change the selected forms</legend>
      <div className="fields">
        <Select name="new-state" label="State" options={[['', 'As it is'], ...states]} chosen="" />
        <Select
          name="new-assignee"
          label="Assigned to"
          options={[['', 'As it is'], [name, `Me (${name})`], ...others, ['-', 'Nobody']]}
          chosen=""
        />
        <DayField name="new-reminder" label="Reminder on" />
      </div>
      <p className="row">
        <All count={count} />
        <Button>Change</Button>
      </p>
    </fieldset>
  );
}

function Delete({ count }: { count: number }) {
  return (
    <fieldset className="aside bulk">
      <legend>What no person sent</legend>
      <p className="row">
        <All count={count} />
        <Button look="quiet">Delete the selected forms as spam</Button>
      </p>
    </fieldset>
  );
}

/** Without a script nothing can tick all boxes, so one stands for them. */
function All({ count }: { count: number }) {
  return (
    <Check name="all" value="yes">
      All {count} on this page
    </Check>
  );
}

function pickOf({ reference, version }: ListedForm): string {
  return `${reference}.${version}`;
}

function whyEmpty(listing: Listing): string {
  const { search, place, after, tests } = listing;
  if (after !== '') return 'There are no more forms.';
  const hidden = tests === '' ? ' Tests are hidden.' : '';
  if (search !== '') {
    return `No results for “${search}”. Try fewer words; three digits of a phone number are enough.${hidden}`;
  }
  if (namesOf(listing).length > 0) return `No forms match these filters.${hidden}`;
  return place === 'quarantine'
    ? 'The quarantine is empty.'
    : `No forms yet. What visitors and partners send appears here.${hidden}`;
}

function Row({ form, back }: { form: ListedForm; back: string }) {
  const { reference, kind, name, phone, email, about, page, createdAt, state, assignee, remindOn, isErased } = form;
  const called = name === '' ? 'No name' : shorten(name);
  const work = [assignee !== null && `For ${assignee}`, remindOn !== null && `Reminder ${remindOn}`].filter(Boolean);
  return (
    <tr>
      <th scope="row">
        {!isErased && (
          <>
            <input
              type="checkbox"
              name="pick"
              value={pickOf(form)}
              aria-label={`Select ${called}, ${reference}`}
            />{' '}
          </>
        )}
        <a href={formAddress(reference, { back })}>
          <bdi>{called}</bdi>
        </a>
        <small>
          {oneOf[kind]}, {reference}
        </small>
        <Marks form={form} />
      </th>
      <td data-label="Reach">
        <Phone text={phone} />
        <small>
          <bdi>{shorten(email)}</bdi>
        </small>
      </td>
      <td data-label="About">
        <bdi>{shorten(about)}</bdi>
        {page !== null && (
          <small>
            <bdi>{shorten(page)}</bdi>
          </small>
        )}
      </td>
      <td data-label="When">
        <Time iso={createdAt} />
      </td>
      <td data-label="State">
        <State state={state} />
        {work.length > 0 && <small>{work.join(', ')}</small>}
      </td>
    </tr>
  );
}

function Export({ counts, ...listed }: Listed & Pick<ListAnswer, 'counts'>) {
  const count = counts ? ` ${formatCount(countIn(counts, listed.listing.state))}` : '';
  return (
    <PostForm action={`${inboxPlace}/export`} look="aside" hidden={hiddenOf(listed)}>
      <p>Download these{count} forms, all pages of this list, with every field. Times are in UTC.</p>
      <p className="row">
        <Button look="quiet" name="format" value="xlsx">
          Download for Excel
        </Button>
        <Button look="quiet" name="format" value="csv">
          Download as CSV
        </Button>
      </p>
    </PostForm>
  );
}

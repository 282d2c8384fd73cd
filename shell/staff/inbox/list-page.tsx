import { type ListAnswer, type ListedForm, leadStates } from 'kit/contracts/office';
import * as z from 'zod/mini';
import { Button, ButtonLink, Check, Empty, LineField, PostForm, Select, Table, Time, useSession } from '../parts.tsx';
import { StaffPage } from '../staff-page.tsx';
import {
  backOf,
  formAddress,
  hiddenOf,
  hrefWith,
  inboxPlace,
  type Listing,
  noFilters,
  queryOf,
} from './inbox-address.ts';
import type { Answered, InboxVisit } from './inbox-visit.ts';
import { Choices, countIn, formatCount, MoreFilters, namesOf, Search } from './list-filters.tsx';
import { Marks, oneOf, Phone, State, shorten, stateNames } from './marks.tsx';

export const outcomeSchema = z.object({
  isDone: z.boolean(),
  said: z.string(),
  missed: z.array(z.string()),
  /** One of the forms that an undo changes back; null where there is nothing to undo. */
  undo: z.nullable(z.string()),
});
export type Outcome = z.infer<typeof outcomeSchema>;

interface ListPageProps extends Answered<ListAnswer>, Pick<InboxVisit, 'zone' | 'people'> {
  listing: Listing;
  outcome: Outcome | null;
  /** What was chosen in a form that was refused. */
  typed: URLSearchParams;
}

/** The inbox or the quarantine; without an answer, only its frame with the message. */
export function ListPage({ listing, answer, message, outcome, zone, people, typed }: ListPageProps) {
  const isQuarantine = listing.place === 'quarantine';
  return (
    <StaffPage
      title={isQuarantine ? 'Quarantine' : 'Inbox'}
      message={message}
      quarantined={answer?.quarantined ? formatCount(answer.quarantined) : undefined}
    >
      {outcome && <WhatWasDone outcome={outcome} listing={listing} />}
      {isQuarantine && (
        <p>
          A machine seems to have sent these, so they were not delivered. If one is from a person, open it and release
          it.
        </p>
      )}
      <Search listing={listing} />
      <Choices listing={listing} counts={answer?.counts ?? null} />
      <MoreFilters listing={listing} partners={answer?.partners ?? []} zone={zone} />
      {answer && <Filtered listing={listing} zone={zone} />}
      {answer?.forms.length === 0 && (
        <Empty>
          <WhyEmpty listing={listing} zone={zone} />
        </Empty>
      )}
      {answer && answer.forms.length > 0 && <Forms answer={answer} people={people} listing={listing} typed={typed} />}
    </StaffPage>
  );
}

function WhatWasDone({ outcome, listing }: { outcome: Outcome; listing: Listing }) {
  const { isDone, said, missed, undo } = outcome;
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
        <PostForm action={`${inboxPlace}/undo`} hidden={[['reference', undo], ...hiddenOf(listing)]}>
          <Button look="quiet">Undo</Button>
        </PostForm>
      )}
    </>
  );
}

interface FormsProps {
  answer: ListAnswer;
  people: readonly string[];
  listing: Listing;
  typed: URLSearchParams;
}

function Forms({ answer: { forms, next, counts }, people, listing, typed }: FormsProps) {
  const back = backOf(listing);
  const isInbox = listing.place === 'inbox';
  const shown = forms.map((form) => ['shown', pickOf(form)] as const);
  const total = counts && countIn(counts, listing.state);
  const count = total === null ? '' : ` ${formatCount(total)}`;
  const fields = [['place', listing.place] as const, ...queryOf(listing), ...shown];
  const picked = typed.getAll('pick');
  return (
    <>
      <PostForm action={`${inboxPlace}/${isInbox ? 'change' : 'spam'}`} hidden={fields}>
        <Table look="forms" heads={['Who', 'Phone and mail', 'About', 'When', 'State']}>
          {forms.map((form) => (
            <Row key={form.reference} form={form} back={back} isPicked={picked.includes(pickOf(form))} />
          ))}
        </Table>
        <fieldset className="card bulk">
          <legend>{isInbox ? 'Change the selected forms' : 'What no person sent'}</legend>
          {isInbox && <Changes people={people} typed={typed} />}
          <p className="row">
            {/* Without a script nothing can tick all boxes, so one stands for them. */}
            <Check name="all" value="yes" defaultChecked={typed.has('all')}>
              {forms.length === 1 ? 'The form' : `All ${forms.length}`} on this page
            </Check>
            {isInbox ? <Button>Change</Button> : <Button look="quiet">Delete the selected forms as spam</Button>}
          </p>
        </fieldset>
      </PostForm>
      <p className="row">
        {listing.after !== '' && <ButtonLink href={hrefWith(listing, {})}>Back to the first</ButtonLink>}
        {next !== null && (
          <ButtonLink rel="next" href={hrefWith(listing, { after: next })}>
            Show more
          </ButtonLink>
        )}
      </p>
      <PostForm action={`${inboxPlace}/export`} look="card" hidden={hiddenOf(listing)}>
        <p>
          {total === 1 ? 'Download this form' : `Download these${count} forms, all pages of this list`}, with every
          field. Times are in UTC.
        </p>
        <p className="row">
          <Button look="quiet" name="format" value="xlsx">
            Download for Excel
          </Button>
          <Button look="quiet" name="format" value="csv">
            Download as CSV
          </Button>
        </p>
      </PostForm>
    </>
  );
}

/** The filters, beside what they leave: a search keeps them. */
function Filtered({ listing, zone }: { listing: Listing; zone: string }) {
  const named = namesOf(listing, zone);
  if (named.length === 0) return null;
  return (
    <div className="row filtered">
      <p>Filtered by: {named.join(', ')}.</p>
      <ButtonLink href={hrefWith(listing, noFilters)}>Show all forms</ButtonLink>
    </div>
  );
}

function Changes({ people, typed }: { people: readonly string[]; typed: URLSearchParams }) {
  const { name } = useSession();
  const others = people.filter((person) => person !== name);
  const states = leadStates.map((state) => [state, stateNames[state]] as const);
  const assignees = [['', 'As it is'], [name, `Me (${name})`], ...others, ['-', 'Nobody']] as const;
  return (
    <div className="fields">
      <Select
        name="new-state"
        label="State"
        options={[['', 'As it is'], ...states]}
        chosen={typed.get('new-state') ?? ''}
      />
      <Select name="new-assignee" label="Assigned to" options={assignees} chosen={typed.get('new-assignee') ?? ''} />
      <LineField type="date" name="new-reminder" label="Reminder on" defaultValue={typed.get('new-reminder') ?? ''} />
    </div>
  );
}

function pickOf({ reference, version }: ListedForm): string {
  return `${reference}.${version}`;
}

function WhyEmpty({ listing, zone }: { listing: Listing; zone: string }) {
  const { search, s, place, after, tests } = listing;
  if (after !== '') return 'There are no more forms.';
  const others = namesOf({ ...listing, search: '', tests: '' }, zone);
  if (search === '' && others.length === 0 && place === 'quarantine') return 'The quarantine is empty.';
  const narrowed = [place === 'quarantine' && 'Quarantine', ...others].filter(Boolean);
  const isNarrowed = search !== '' && narrowed.length > 0;
  return (
    <>
      {search !== '' && `No results for “${search}”. Try fewer words; three digits of a phone number are enough.`}
      {search === '' && others.length > 0 && 'No forms match these filters.'}
      {search === '' && others.length === 0 && 'No forms yet. What visitors and partners send appears here.'}
      {isNarrowed && (
        <>
          {' '}
          The search is narrowed by: {narrowed.join(', ')}.{' '}
          <a href={hrefWith(listing, { ...noFilters, search, s, tests, place: 'inbox' })}>Search everywhere</a>.
        </>
      )}
      {tests === '' && (
        <>
          {' '}
          Tests are hidden. <a href={hrefWith(listing, { tests: 'yes' })}>Show them</a>.
        </>
      )}
    </>
  );
}

function Row({ form, back, isPicked }: { form: ListedForm; back: string; isPicked: boolean }) {
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
              defaultChecked={isPicked}
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
      <td>
        <Phone text={phone} />
        <small>
          <bdi>{shorten(email)}</bdi>
        </small>
      </td>
      <td>
        <bdi>{shorten(about)}</bdi>
        {page !== null && (
          <small>
            <bdi>{shorten(page)}</bdi>
          </small>
        )}
      </td>
      <td>
        <Time iso={createdAt} />
      </td>
      <td>
        <State state={state} />
        {work.length > 0 && <small>{work.join(', ')}</small>}
      </td>
    </tr>
  );
}

import { type EraseAnswer, officeLimits, type PersonAnswer } from 'kit/contracts/office';
import { Button, Check, countOf, Done, PostForm } from '../parts.tsx';
import { StaffRefusal, sendPage } from '../staff-http.ts';
import { StaffPage } from '../staff-page.tsx';
import { nameWay } from './deliveries.tsx';
import { FormItem } from './form-page.tsx';
import { inboxPlace } from './inbox-address.ts';
import { type Answered, type InboxForm, type InboxVisit, refusalIn, showAnswer } from './inbox-visit.ts';
import { isPhone, Marks, shorten } from './marks.tsx';

export const personPlace = `${inboxPlace}/person`;

export function contactIn(form: URLSearchParams): string {
  return (form.get('who') ?? '').trim().slice(0, officeLimits.email);
}

export function showPerson(visit: InboxVisit, asked: string, refusal?: StaffRefusal): Promise<void> {
  const isAsked = asked !== '' && (!refusal || refusal.status === 409);
  return showAnswer(
    visit,
    async () => (isAsked ? visit.client.ask(visit.who, { act: 'person', who: asked }) : null),
    (answered) => <PersonPage {...answered} asked={asked} />,
    refusal,
  );
}

export async function erasePerson(visit: InboxForm): Promise<void> {
  const { client, who, form } = visit;
  const asked = contactIn(form);
  try {
    if (form.get('sure') !== 'yes') throw new StaffRefusal(409, 'Nothing was erased: tick the box to confirm.');
    const count = Number(form.get('count'));
    const answer = await client.ask(who, { act: 'erase-person', who: asked, count });
    sendPage(visit, 200, <ErasedPage answer={answer} />);
  } catch (error) {
    await showPerson(visit, asked, refusalIn(error));
  }
}

const title = 'Customer look-up';

function PersonPage({ answer, message, asked }: Answered<PersonAnswer> & { asked: string }) {
  return (
    <StaffPage title={title} message={message}>
      <p>
        Find everything that a person has sent, by the mail address or the phone number in their forms, to export or
        erase it.
      </p>
      <PostForm action={personPlace}>
        <label htmlFor="who">Mail address or phone number</label>
        <div className="row">
          <input
            id="who"
            name="who"
            type="search"
            defaultValue={asked}
            minLength={3}
            maxLength={officeLimits.email}
            required
            autoComplete="off"
          />
          <Button>Look up</Button>
        </div>
      </PostForm>
      {answer && <Found answer={answer} />}
    </StaffPage>
  );
}

function Found({ answer }: { answer: PersonAnswer }) {
  const { who, count, forms, mentions } = answer;
  if (count === 0 && mentions.length === 0)
    return (
      <p className="empty" role="status">
        Nothing is kept about <bdi>{who}</bdi>.
      </p>
    );
  return (
    <>
      <h2>
        {countOf(count)} of <bdi>{who}</bdi>
      </h2>
      <ul className="others">
        {forms.map((form) => (
          <FormItem key={form.reference} form={form}>
            <bdi>{shorten(form.name)}</bdi> <bdi>{shorten(form.phone)}</bdi> <bdi>{shorten(form.email)}</bdi>{' '}
            <Marks form={form} />
          </FormItem>
        ))}
      </ul>
      {count > forms.length && <p>and {count - forms.length} more.</p>}
      <Beside answer={answer} />
      {mentions.length > 0 && <p>The address or number also appears in notes on {mentions.join(', ')}.</p>}
      <h2>Export</h2>
      <PostForm action={`${personPlace}/export`} hidden={[['who', who]]}>
        <p>All of it in one file (JSON), for the person who asked.</p>
        <Button look="quiet">Download</Button>
      </PostForm>
      <h2>Erase</h2>
      <WhatHappens answer={answer} />
      <PostForm action={`${personPlace}/erase`} hidden={Object.entries({ who, count })}>
        <p>
          <Check name="sure" value="yes" required>
            Yes, erase {countOf(count)}. It cannot be undone.
          </Check>
        </p>
        <Button>Erase {countOf(count)}</Button>
      </PostForm>
    </>
  );
}

/** The other mail addresses and phone numbers of these forms. Forms that have only those are not among the found ones. */
function Beside({ answer: { who, forms } }: { answer: PersonAnswer }) {
  const contacts = forms.flatMap(({ email, phone }) => [email.toLowerCase(), isPhone(phone) ? phone : '']);
  const others = new Map(contacts.filter(Boolean).map((contact) => [plain(contact), contact]));
  others.delete(plain(who));
  if (others.size === 0) return null;
  return (
    <>
      <p>These forms also name what follows. Forms with that alone are not in this list: look them up, too.</p>
      <div className="row">
        {[...others.values()].map((contact) => (
          <PostForm key={contact} action={personPlace} hidden={[['who', contact]]}>
            <Button look="quiet">Look up {shorten(contact)}</Button>
          </PostForm>
        ))}
      </div>
    </>
  );
}

/** A contact as it is compared: the same number may be written with its country or without. */
function plain(contact: string): string {
  return contact.includes('@') ? contact.trim().toLowerCase() : contact.replaceAll(/\D/g, '').slice(-10);
}

function namesOf(told: readonly string[]): string {
  return told
    .filter((channel) => channel !== 'reply')
    .map(nameWay)
    .join(', ');
}

/** Describes which data is erased and which is kept, because the customer may ask the office. */
function WhatHappens({ answer: { told, mailed, mentions } }: { answer: PersonAnswer }) {
  const channels = namesOf(told);
  return (
    <ul>
      <li>
        Deleted for good: every field, the sender's network and browser, notes, and what receivers answered
        {mentions.length > 0 && '; the address or number in notes on other forms'}.
      </li>
      <li>
        Kept: reference, kind, times and states, and who worked on it, without anything about the person. Partners see
        “erased”.
      </li>
      <li>{channels === '' ? 'No webhook received any of it.' : `Told at once to erase their copies: ${channels}.`}</li>
      <li>
        {mailed === 0
          ? 'The office received no mail about it.'
          : `${countOf(mailed, 'mail')} about it went to the office: delete ${mailed === 1 ? 'it' : 'them'} in the mailbox yourself.`}{' '}
        Backups keep it until they are replaced.
      </li>
    </ul>
  );
}

function ErasedPage({ answer: { erased, references, mentions, told, mailed } }: { answer: EraseAnswer }) {
  const channels = namesOf(told);
  return (
    <StaffPage title="Erased" place={title}>
      <Done>
        {countOf(erased)} erased
        {mentions > 0 && `, and the address or number in notes on ${countOf(mentions, 'other form')}`}.
      </Done>
      <ul>
        <li>{channels === '' ? 'No webhook received any of it.' : `Being told to erase their copies: ${channels}.`}</li>
        <li>
          {mailed === 0
            ? 'The office received no mail about it.'
            : `Still to do: delete ${countOf(mailed, 'mail')} in the office's mailbox; search it for the references below.`}
        </li>
      </ul>
      <p>{references.join(' ')}</p>
      <p>
        <a href={inboxPlace}>Back to the inbox</a>
      </p>
    </StaffPage>
  );
}

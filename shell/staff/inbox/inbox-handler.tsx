import { assigneePattern, officeLimits, referencePattern } from 'kit/contracts/office';
import { hideText, showText } from '../private-text.ts';
import { StaffRefusal, sendAway, sendPage, type Visit } from '../staff-http.ts';
import { showAudit } from './audit.tsx';
import { ConfirmPage } from './confirm-page.tsx';
import { FormPage, type Typed } from './form-page.tsx';
import { formAddress, inboxPlace, isDay, readBack } from './inbox-address.ts';
import { download, type InboxForm, type InboxParts, type InboxVisit, refusalIn } from './inbox-visit.ts';
import { changeForms, deleteSpam, exportList, searchList, showList, undoChange, undoOfList } from './list-handler.tsx';
import { stateOf } from './marks.tsx';
import type { Asking } from './office-client.ts';
import { actOnPartners, showPartners } from './partners.tsx';
import { contactIn, erasePerson, personPlace, showPerson } from './person.tsx';

const said = new Map([
  ['saved', 'Saved.'],
  ['returned', 'Returned: its partner is told.'],
  ['undone', 'Undone: it is as it was before. A note stays.'],
  ['sent', 'It is being sent again.'],
  ['released', 'Released: it is in the inbox now.'],
]);

interface InboxHandlerParts extends Pick<InboxParts, 'client' | 'zone' | 'people'> {
  key: Buffer;
}

/** Handles the pages and forms of the inbox. Each one asks the API in the name of the reader. */
export class InboxHandler {
  readonly #parts: InboxParts;

  constructor({ key, ...parts }: InboxHandlerParts) {
    this.#parts = { ...parts, hide: (text) => hideText(key, text), show: (hidden) => showText(key, hidden) };
  }

  async handle(asked: Visit & { who: Asking }, form: URLSearchParams | null): Promise<void> {
    const visit = { ...asked, ...this.#parts };
    if (form) await takeForm({ ...visit, form });
    else await showPage(visit);
  }
}

const actsOnLists = ['search', 'export', 'change', 'undo', 'spam'];

async function showPage(visit: InboxVisit): Promise<void> {
  const { path, query } = visit;
  if (path === '') return showList(visit, 'inbox');
  if (path === 'quarantine') return showList(visit, 'quarantine');
  if (path === 'person') return showPerson(visit, visit.show(query.get('e') ?? '') ?? '');
  if (path === 'audit') return showAudit(visit);
  if (path === 'partners') return showPartners(visit);
  const [first = '', second] = path.split('/');
  // Somebody opens the address of a form that was refused once more.
  if (second !== undefined || actsOnLists.includes(path)) {
    return sendAway(visit, second === undefined ? inboxPlace : `${inboxPlace}/${first}`);
  }
  return showForm(visit, referenceIn(path));
}

async function takeForm(visit: InboxForm): Promise<void> {
  const { path, form, client, who } = visit;
  const [first = '', second = ''] = path.split('/');
  if (path === 'search') return searchList(visit);
  if (path === 'export') return exportList(visit);
  if (path === 'change') return changeForms(visit);
  if (path === 'undo') return undo(visit);
  if (path === 'spam') return deleteSpam(visit);
  if (path === 'person') return sendAway(visit, personHref(visit, contactIn(form)));
  if (path === 'person/export') {
    const body = await client.stream(who, { act: 'export-person', who: contactIn(form) });
    return download(visit, { name: 'about-one-person', end: 'json', type: 'application/json; charset=utf-8' }, body);
  }
  if (path === 'person/erase') return erasePerson(visit);
  if (first === 'partners') return actOnPartners(visit, second);
  const reference = referenceIn(first);
  if (second === 'save') return save(visit, reference);
  if (second === 'return') return giveBack(visit, reference);
  if (second === 'resend' || second === 'release') return deliver(visit, reference, second);
  throw noSuchPage();
}

async function deliver(visit: InboxForm, reference: string, act: 'resend' | 'release'): Promise<void> {
  const { form, client, who } = visit;
  const channel = form.get('channel') ?? '';
  if (form.get('sure') !== 'yes') {
    const answer = await client.ask(who, { act: 'look', reference });
    return sendPage(visit, 200, <ConfirmPage answer={answer} act={act} channel={channel} back={backIn(visit)} />);
  }
  if (act === 'release') return carryOut(visit, reference, 'released', () => client.ask(who, { act, reference }));
  return carryOut(visit, reference, 'sent', () => client.ask(who, { act, reference, channel }));
}

/** Does what a form of one page asks for, and shows the page with what was done, or with the refusal. */
async function carryOut(
  visit: InboxForm,
  reference: string,
  done: string,
  perform: () => Promise<unknown>,
  kept: { typed?: Typed; reason?: string } = {},
): Promise<void> {
  try {
    await perform();
  } catch (error) {
    return showForm(visit, reference, { refusal: refusalIn(error), ...kept });
  }
  sendAway(visit, formAddress(reference, { done, back: backIn(visit) }));
}

function backIn({ form, query, show }: InboxVisit & Partial<InboxForm>): string {
  return readBack((form ?? query).get('back') ?? '', show);
}

function personHref({ hide }: InboxVisit, contact: string): string {
  return `${personPlace}?e=${hide(contact)}`;
}

/** Shows a form with what was typed when it could not be saved, so that nothing is lost. */
async function showForm(
  visit: InboxVisit & Partial<InboxForm>,
  reference: string,
  { refusal, typed, reason = null }: { refusal?: StaffRefusal; typed?: Typed; reason?: string | null } = {},
): Promise<void> {
  const { client, who, people, query } = visit;
  const answer = await client.ask(who, { act: 'look', reference }).catch((error: unknown) => {
    throw refusal ?? error;
  });
  const contact = answer.form.email || answer.form.phone;
  const isContact = contact !== '' && contact.length <= officeLimits.email;
  const done = refusal ? '' : (query.get('done') ?? '');
  const page = (
    <FormPage
      answer={answer}
      typed={typed}
      reason={reason}
      message={refusal?.message ?? null}
      done={said.get(done) ?? null}
      personHref={isContact ? personHref(visit, contact) : null}
      back={backIn(visit)}
      canUndo={done === 'saved'}
      people={[...people, who.name]}
    />
  );
  sendPage(visit, refusal?.status ?? 200, page);
}

async function save(visit: InboxForm, reference: string): Promise<void> {
  const { client, who, form } = visit;
  const note = form.get('note') ?? '';
  const state = stateOf(form.get('state'));
  const version = Number(form.get('version'));
  const assignee = (form.get('assignee') ?? '').trim();
  const remindOn = form.get('remindOn') ?? '';
  const refusal = (why: string) => new StaffRefusal(422, `Nothing was saved: ${why}`);
  const perform = async () => {
    if ((assignee !== '' && !assigneePattern.test(assignee)) || (remindOn !== '' && !isDay(remindOn)))
      throw refusal('choose somebody of the list, and a day like 2026-11-22.');
    if (state === null || !Number.isInteger(version)) throw refusal('choose a state.');
    if (note.length > officeLimits.note)
      throw refusal(`a note has at most ${officeLimits.note} characters, this one ${note.length}.`);
    await client.ask(who, { act: 'save', reference, version, state, assignee, remindOn, note });
  };
  await carryOut(visit, reference, 'saved', perform, { typed: { note, state, assignee, remindOn } });
}

/** A list has its place in the form; the page of one form has not. */
async function undo(visit: InboxForm): Promise<void> {
  const { form } = visit;
  const reference = form.get('reference') ?? '';
  if (form.has('place') || !referencePattern.test(reference)) return undoOfList(visit, reference);
  await carryOut(visit, reference, 'undone', async () => {
    const { said, missed } = await undoChange(visit, reference);
    if (missed.length > 0) throw new StaffRefusal(409, `${said} ${missed.join(' ')}`);
  });
}

async function giveBack(visit: InboxForm, reference: string): Promise<void> {
  const { client, who, form } = visit;
  const reason = (form.get('reason') ?? '').trim();
  const refusal = (why: string) => new StaffRefusal(422, `Nothing was returned: ${why}`);
  const perform = async () => {
    if (reason === '' || reason.length > 500)
      throw refusal('give a reason of at most 500 characters, for the partner.');
    if (form.get('sure') !== 'yes') throw refusal('tick the box to confirm.');
    await client.ask(who, { act: 'return', reference, reason });
  };
  await carryOut(visit, reference, 'returned', perform, { reason });
}

/** @throws StaffRefusal for a text that is no reference */
function referenceIn(path: string): string {
  const reference = path.toUpperCase();
  if (!referencePattern.test(reference)) throw noSuchPage();
  return reference;
}

function noSuchPage(): StaffRefusal {
  return new StaffRefusal(404, 'There is no such page of the inbox.');
}

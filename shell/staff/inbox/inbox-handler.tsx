import { assigneePattern, officeLimits, referencePattern } from 'kit/contracts/office';
import { hideText, showText } from '../private-text.ts';
import { StaffRefusal, sendAway, sendPage } from '../staff-http.ts';
import { officeRoleOf } from '../staff-members.ts';
import type { StaffSession } from '../staff-session.ts';
import { showAudit } from './audit.tsx';
import { ConfirmPage } from './confirm-page.tsx';
import { FormPage, type Typed } from './form-page.tsx';
import { formAddress, isDay, readBack } from './inbox-address.ts';
import { download, type InboxForm, type InboxParts, type InboxVisit, refusalIn } from './inbox-visit.ts';
import { changeForms, deleteSpam, exportList, searchList, showList, undoChange, undoOfList } from './list-handler.tsx';
import { stateOf } from './marks.tsx';
import type { Asking, OfficeClient } from './office-client.ts';
import { actOnPartners, showPartners } from './partners.tsx';
import { contactIn, erasePerson, personPlace, showPerson } from './person.tsx';

const said = new Map([
  ['saved', 'Saved.'],
  ['returned', 'Returned: its partner is told.'],
  ['undone', 'Undone: it is as it was before. A note stays.'],
  ['sent', 'It is being sent again.'],
  ['released', 'Released: it is in the inbox now.'],
]);

/** Handles the pages and forms of the inbox. Each one asks the API in the name of the reader. */
export class InboxHandler {
  readonly #parts: InboxParts;

  /** @param key encrypts text in addresses */
  constructor(
    client: OfficeClient,
    key: Buffer,
    { zone = 'UTC', people = [] }: { zone?: string | undefined; people?: readonly string[] } = {},
  ) {
    const ofKey = { hide: (text: string) => hideText(key, text), show: (hidden: string) => showText(key, hidden) };
    this.#parts = { client, zone, people, ...ofKey };
  }

  /** Gives the role in the inbox; null for a role that may not see it. */
  whoIs({ name, role }: StaffSession): Asking | null {
    const known = officeRoleOf(role);
    return known && { name, role: known };
  }

  async show(visit: InboxVisit): Promise<void> {
    const { path, query } = visit;
    if (path === '') return showList(this.#parts, visit, 'inbox');
    if (path === 'quarantine') return showList(this.#parts, visit, 'quarantine');
    if (path === 'person') return showPerson(this.#parts.client, visit, this.#parts.show(query.get('e') ?? '') ?? '');
    if (path === 'audit') return showAudit(this.#parts.client, visit);
    if (path === 'partners') return showPartners(this.#parts.client, visit);
    return this.#showForm(visit, referenceIn(path));
  }

  async act(visit: InboxForm): Promise<void> {
    const { path, form, who } = visit;
    const [first = '', second = ''] = path.split('/');
    if (path === 'search') return searchList(this.#parts, visit);
    if (path === 'export') return exportList(this.#parts, visit);
    if (path === 'change') return changeForms(this.#parts, visit);
    if (path === 'undo') return this.#undo(visit);
    if (path === 'spam') return deleteSpam(this.#parts, visit);
    if (path === 'person') return sendAway(visit, this.#personHref(contactIn(form)));
    if (path === 'person/export') {
      const body = await this.#parts.client.stream(who, { act: 'export-person', who: contactIn(form) });
      return download(visit, { name: 'about-one-person', end: 'json', type: 'application/json; charset=utf-8' }, body);
    }
    if (path === 'person/erase') return erasePerson(this.#parts.client, visit);
    if (first === 'partners') return actOnPartners(this.#parts.client, visit, second);
    const reference = referenceIn(first);
    if (second === 'save') return this.#save(visit, reference);
    if (second === 'return') return this.#return(visit, reference);
    if (second !== 'resend' && second !== 'release') throw noSuchPage();
    const channel = form.get('channel') ?? '';
    if (form.get('sure') !== 'yes') {
      const answer = await this.#parts.client.ask(who, { act: 'look', reference });
      const page = <ConfirmPage answer={answer} act={second} channel={channel} back={this.#backIn(form)} />;
      return sendPage(visit, 200, page);
    }
    await this.#do(visit, reference, second === 'resend' ? 'sent' : 'released', () =>
      second === 'resend'
        ? this.#parts.client.ask(who, { act: 'resend', reference, channel })
        : this.#parts.client.ask(who, { act: 'release', reference }),
    );
  }

  /** Does what a form of one page asks for, and shows the page with what was done, or with the refusal. */
  async #do(
    visit: InboxForm,
    reference: string,
    done: string,
    work: () => Promise<unknown>,
    kept: { typed?: Typed; reason?: string } = {},
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      return this.#showForm(visit, reference, { refusal: refusalIn(error), ...kept });
    }
    sendAway(visit, formAddress(reference, { done, back: this.#backIn(visit.form) }));
  }

  #backIn(fields: URLSearchParams): string {
    return readBack(fields.get('back') ?? '', this.#parts);
  }

  #personHref(contact: string): string {
    return `${personPlace}?e=${this.#parts.hide(contact)}`;
  }

  /** Shows a form with what was typed when it could not be saved, so that nothing is lost. */
  async #showForm(
    visit: InboxVisit & Partial<InboxForm>,
    reference: string,
    { refusal, typed, reason = null }: { refusal?: StaffRefusal; typed?: Typed; reason?: string | null } = {},
  ): Promise<void> {
    const { who, session, query } = visit;
    const answer = await this.#parts.client.ask(who, { act: 'look', reference }).catch((error: unknown) => {
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
        personHref={isContact ? this.#personHref(contact) : null}
        back={this.#backIn(visit.form ?? query)}
        canUndo={done === 'saved'}
        people={[...this.#parts.people, session.name]}
      />
    );
    sendPage(visit, refusal?.status ?? 200, page);
  }

  async #save(visit: InboxForm, reference: string): Promise<void> {
    const { who, form } = visit;
    // Browsers send line breaks as CRLF.
    const note = (form.get('note') ?? '').replaceAll('\r\n', '\n');
    const state = stateOf(form.get('state'));
    const version = Number(form.get('version'));
    const assignee = (form.get('assignee') ?? '').trim();
    const remindOn = form.get('remindOn') ?? '';
    const refusal = (why: string) => new StaffRefusal(422, `Nothing was saved: ${why}`);
    const save = async () => {
      if ((assignee !== '' && !assigneePattern.test(assignee)) || (remindOn !== '' && !isDay(remindOn)))
        throw refusal('choose somebody of the list, and a day like 2026-11-22.');
      if (state === null || !Number.isInteger(version)) throw refusal('choose a state.');
      if (note.length > officeLimits.note)
        throw refusal(`a note has at most ${officeLimits.note} characters, this one ${note.length}.`);
      await this.#parts.client.ask(who, { act: 'save', reference, version, state, assignee, remindOn, note });
    };
    const typed = { note, state, assignee, remindOn };
    await this.#do(visit, reference, 'saved', save, { typed });
  }

  /** A list has its place in the form; the page of one form has not. */
  async #undo(visit: InboxForm): Promise<void> {
    const { who, form } = visit;
    const reference = form.get('reference') ?? '';
    if (form.has('place') || !referencePattern.test(reference)) return undoOfList(this.#parts, visit, reference);
    await this.#do(visit, reference, 'undone', async () => {
      const { said, missed } = await undoChange(this.#parts.client, who, reference);
      if (missed.length > 0) throw new StaffRefusal(409, `${said} ${missed.join(' ')}`);
    });
  }

  async #return(visit: InboxForm, reference: string): Promise<void> {
    const { who, form } = visit;
    const reason = (form.get('reason') ?? '').trim();
    const refusal = (why: string) => new StaffRefusal(422, `Nothing was returned: ${why}`);
    const giveBack = async () => {
      if (reason === '' || reason.length > 500)
        throw refusal('give a reason of at most 500 characters, for the partner.');
      if (form.get('sure') !== 'yes') throw refusal('tick the box to confirm.');
      await this.#parts.client.ask(who, { act: 'return', reference, reason });
    };
    await this.#do(visit, reference, 'returned', giveBack, { reason });
  }
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

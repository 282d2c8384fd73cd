import { assigneePattern, officeLimits, referencePattern } from 'kit/contracts/office';
import { hideText, showText } from '../private-text.ts';
import { sendAway, sendPage } from '../staff-http.ts';
import { officeRoleOf } from '../staff-members.ts';
import type { StaffSession } from '../staff-session.ts';
import { renderAuditPage } from './audit-page.ts';
import { type Confirmed, renderConfirmPage } from './confirm-page.ts';
import { renderErased, renderFormPage, renderPersonPage, type Typed } from './form-page.ts';
import { backOf, formAddress, inboxPlace, isDay, listingOfBack, stateOf } from './inbox-address.ts';
import { download, type InboxForm, type InboxVisit, refusalIn, refuse, showAnswer, today } from './inbox-visit.ts';
import { ListHandler, undoChange } from './list-handler.ts';
import { type Asking, type OfficeClient, OfficeRefusal } from './office-client.ts';
import { PartnersHandler } from './partners.ts';

const said: Readonly<Record<string, string>> = {
  saved: 'Saved.',
  returned: 'Returned: its partner is told.',
  undone: 'Undone: it is as it was before. A note stays.',
  sent: 'It is being sent again.',
  released: 'Released: it is being delivered like any other form.',
};

/** Handles the pages and forms of the inbox. Each one asks the API in the name of the reader. */
export class InboxHandler {
  readonly #client: OfficeClient;
  readonly #lists: ListHandler;
  readonly #partners: PartnersHandler;
  readonly #people: readonly string[];
  readonly #hide: (text: string) => string;
  readonly #show: (hidden: string) => string | null;

  /**
   * `key` encrypts text in addresses; `zone` is the time zone of the office's days; `people` are the names that a form can be
   * assigned to.
   */
  constructor(
    client: OfficeClient,
    key: Buffer,
    { zone = 'UTC', people = [] }: { zone?: string | undefined; people?: readonly string[] } = {},
  ) {
    this.#client = client;
    this.#people = people;
    this.#hide = (text) => hideText(key, text);
    this.#show = (hidden) => showText(key, hidden);
    this.#partners = new PartnersHandler(client);
    this.#lists = new ListHandler({ client, zone, people, hide: this.#hide, show: this.#show });
  }

  /** Gives the role in the inbox; null for a role that may not see it. */
  whoIs({ name, role }: StaffSession): Asking | null {
    const known = officeRoleOf(role);
    return known && { name, role: known };
  }

  async show(visit: InboxVisit): Promise<void> {
    const { path } = visit;
    if (path === '') return this.#lists.show(visit, 'inbox');
    if (path === 'quarantine') return this.#lists.show(visit, 'quarantine');
    if (path === 'person') return this.#showPerson(visit, this.#show(visit.query.get('e') ?? '') ?? '');
    if (path === 'audit') return this.#showAudit(visit);
    if (path === 'partners') return this.#partners.show(visit);
    if (referencePattern.test(path.toUpperCase())) return this.#showForm(visit, path.toUpperCase());
    return refuse(visit, noSuchPage());
  }

  async act(visit: InboxForm): Promise<void> {
    const { path, form } = visit;
    const [first = '', second = ''] = path.split('/');
    if (path === 'search') return this.#lists.search(visit);
    if (path === 'export') return this.#lists.export(visit);
    if (path === 'change') return this.#lists.change(visit);
    if (path === 'undo') return this.#undo(visit);
    if (path === 'spam') return this.#lists.deleteSpam(visit);
    if (path === 'person') return sendAway(visit, `${inboxPlace}/person?e=${this.#hide(contactIn(form))}`);
    if (path === 'person/export') return this.#exportPerson(visit);
    if (path === 'person/erase') return this.#erasePerson(visit);
    if (first === 'partners') return this.#partners.act(visit, second);
    const reference = first.toUpperCase();
    if (!referencePattern.test(reference)) return refuse(visit, noSuchPage());
    if (second === 'save') return this.#save(visit, reference);
    if (second === 'return') return this.#return(visit, reference);
    if (second !== 'resend' && second !== 'release') return refuse(visit, noSuchPage());
    const channel = form.get('channel') ?? '';
    if (form.get('sure') !== 'yes') return this.#confirm(visit, reference, { act: second, channel });
    const done = second === 'resend' ? 'sent' : 'released';
    await this.#do(visit, reference, done, () =>
      second === 'resend'
        ? this.#client.ask(visit.who, { act: 'resend', reference, channel })
        : this.#client.ask(visit.who, { act: 'release', reference }),
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

  async #confirm(visit: InboxForm, reference: string, confirmed: Omit<Confirmed, 'back'>): Promise<void> {
    try {
      const answer = await this.#client.ask(visit.who, { act: 'look', reference });
      const back = this.#backIn(visit.form);
      sendPage(visit, 200, renderConfirmPage(visit.session, answer, { ...confirmed, back }));
    } catch (error) {
      refuse(visit, refusalIn(error));
    }
  }

  /** The list that the reader came from. The address is built anew, so that no foreign text is repeated. */
  #backIn(fields: URLSearchParams): string {
    const listing = listingOfBack(fields.get('back') ?? '', this.#show);
    return listing === null ? '' : backOf(listing, this.#hide);
  }

  /** Shows a form with what was typed when it could not be saved, so that nothing is lost. */
  async #showForm(
    visit: InboxVisit & Partial<InboxForm>,
    reference: string,
    {
      refusal = null,
      typed = null,
      reason = '',
    }: { refusal?: OfficeRefusal | null; typed?: Typed | null; reason?: string } = {},
  ): Promise<void> {
    const { who, session, query } = visit;
    try {
      const answer = await this.#client.ask(who, { act: 'look', reference });
      const contact = answer.form.email || answer.form.phone;
      const isContact = contact !== '' && contact.length <= officeLimits.email;
      const personHref = isContact ? `${inboxPlace}/person?e=${this.#hide(contact)}` : null;
      const done = refusal ? null : (said[query.get('done') ?? ''] ?? null);
      const message = refusal?.message ?? null;
      const back = this.#backIn(visit.form ?? query);
      const canUndo = refusal === null && query.get('done') === 'saved';
      const parts = {
        answer,
        message,
        done,
        typed,
        personHref,
        back,
        canUndo,
        reason,
        people: [...this.#people, session.name],
      };
      sendPage(visit, refusal?.status ?? 200, renderFormPage(session, parts));
    } catch (error) {
      refuse(visit, refusal ?? refusalIn(error), typed?.note ?? reason);
    }
  }

  async #save(visit: InboxForm, reference: string): Promise<void> {
    const { who, form } = visit;
    // Browsers send line breaks as CRLF.
    const note = (form.get('note') ?? '').replaceAll('\r\n', '\n');
    const state = stateOf(form.get('state'));
    const version = Number(form.get('version'));
    const assignee = (form.get('assignee') ?? '').trim();
    const remindOn = form.get('remindOn') ?? '';
    const refusal = (why: string) => new OfficeRefusal(422, `Nothing was saved: ${why}`);
    const save = async () => {
      if ((assignee !== '' && !assigneePattern.test(assignee)) || (remindOn !== '' && !isDay(remindOn)))
        throw refusal('choose somebody of the list, and a day like 2026-11-22.');
      if (state === null || !Number.isInteger(version)) throw refusal('choose a state.');
      if (note.length > officeLimits.note)
        throw refusal(`a note has at most ${officeLimits.note} characters, this one ${note.length}.`);
      await this.#client.ask(who, { act: 'save', reference, version, state, assignee, remindOn, note });
    };
    const typed = { note, state, assignee, remindOn };
    await this.#do(visit, reference, 'saved', save, { typed });
  }

  async #showPerson(visit: InboxVisit, asked: string, refusal: OfficeRefusal | null = null): Promise<void> {
    const { who, session } = visit;
    const isAsked = asked !== '' && (refusal === null || refusal.status === 409);
    await showAnswer(
      visit,
      async () => (isAsked ? this.#client.ask(who, { act: 'person', who: asked }) : null),
      (answer, message) => renderPersonPage(session, { answer, asked, message }),
      refusal,
    );
  }

  async #erasePerson(visit: InboxForm): Promise<void> {
    const { who, session, form } = visit;
    const asked = contactIn(form);
    if (form.get('sure') !== 'yes') {
      return this.#showPerson(visit, asked, new OfficeRefusal(409, 'Nothing was erased: tick the box to confirm.'));
    }
    try {
      const count = Number(form.get('count'));
      const answer = await this.#client.ask(who, { act: 'erase-person', who: asked, count });
      sendPage(visit, 200, renderErased(session, answer));
    } catch (error) {
      await this.#showPerson(visit, asked, refusalIn(error));
    }
  }

  async #exportPerson(visit: InboxForm): Promise<void> {
    const asked = contactIn(visit.form);
    await download(visit, `about-one-person-${today()}.json`, 'application/json; charset=utf-8', () =>
      this.#client.stream(visit.who, { act: 'export-person', who: asked }),
    );
  }

  /** A list has its place in the form; the page of one form has not. */
  async #undo(visit: InboxForm): Promise<void> {
    const { who, form } = visit;
    const reference = form.get('reference') ?? '';
    if (form.has('place') || !referencePattern.test(reference)) return this.#lists.undo(visit, reference);
    await this.#do(visit, reference, 'undone', async () => {
      const { done, missed } = await undoChange(this.#client, who, reference);
      if (missed.length > 0) throw new OfficeRefusal(409, `${done} ${missed.join(' ')}`);
    });
  }

  async #return(visit: InboxForm, reference: string): Promise<void> {
    const { who, form } = visit;
    const reason = (form.get('reason') ?? '').trim();
    const refusal = (why: string) => new OfficeRefusal(422, `Nothing was returned: ${why}`);
    const giveBack = async () => {
      if (reason === '' || reason.length > 500)
        throw refusal('give a reason of at most 500 characters, for the partner.');
      if (form.get('sure') !== 'yes') throw refusal('tick the box to confirm.');
      await this.#client.ask(who, { act: 'return', reference, reason });
    };
    await this.#do(visit, reference, 'returned', giveBack, { reason });
  }

  async #showAudit(visit: InboxVisit): Promise<void> {
    const { who, session, query } = visit;
    const after = query.get('after')?.slice(0, 100) || null;
    await showAnswer(
      visit,
      () => this.#client.ask(who, { act: 'audit', after }),
      (answer, message) => renderAuditPage(session, { answer, message, isFirst: after === null }),
    );
  }
}

function contactIn(form: URLSearchParams): string {
  return (form.get('who') ?? '').trim().slice(0, officeLimits.email);
}

function noSuchPage(): OfficeRefusal {
  return new OfficeRefusal(404, 'There is no such page of the inbox.');
}

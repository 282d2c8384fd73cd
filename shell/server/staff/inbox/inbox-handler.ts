import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assigneePattern, kindNames, type OfficeFilters, officeLimits, referencePattern } from 'kit/contracts/office';
import { hideText, showText } from '../private-text.ts';
import { sendAway, sendPage, staffHeaders } from '../staff-answer.ts';
import { officeRoleOf } from '../staff-role.ts';
import type { StaffSession } from '../staff-session.ts';
import { renderAuditPage } from './audit-page.ts';
import { changePicked, outcomeOf, picksIn, undoChange } from './change-picked.ts';
import { type Confirmed, renderConfirmPage, renderSpamPage } from './confirm-page.ts';
import { renderFormPage, type Typed } from './form-page.ts';
import {
  addressOf,
  backOf,
  filtersOf,
  formAddress,
  inboxPlace,
  isDay,
  type Listing,
  listingOf,
  listingOfBack,
  stateOf,
} from './inbox-address.ts';
import { type Outcome, renderList } from './list-page.ts';
import { type Asking, type OfficeClient, OfficeRefusal } from './office-client.ts';
import { renderErased, renderPersonPage } from './person-page.ts';
import { renderRefused } from './refused-page.ts';

/** A request of somebody who may see the inbox. */
export interface InboxVisit {
  request: IncomingMessage;
  response: ServerResponse;
  session: StaffSession;
  who: Asking;
  /** The path below the inbox, for example `L-7F3K9Q/save`; empty for the inbox itself. */
  path: string;
  query: URLSearchParams;
}

interface FormVisit extends InboxVisit {
  form: URLSearchParams;
}

const said: Readonly<Record<string, string>> = {
  saved: 'Saved.',
  returned: 'Returned: its partner is told.',
  undone: 'Undone: it is as it was before. A note stays.',
  sent: 'It is being sent again.',
  released: 'Released: it is being delivered like any other form.',
};

/** Handles the pages and forms of the inbox. They ask the API each time, in the name of the person who looks. */
export class InboxHandler {
  readonly #client: OfficeClient;
  readonly #zone: string;
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
    { zone = 'UTC', people }: { zone?: string | undefined; people: readonly string[] },
  ) {
    this.#client = client;
    this.#zone = zone;
    this.#people = people;
    this.#hide = (text) => hideText(key, text);
    this.#show = (hidden) => showText(key, hidden);
  }

  /** Gives the role in the inbox; null for somebody who may not see it. */
  whoIs({ name, role }: StaffSession): Asking | null {
    const known = officeRoleOf(role);
    return known && { name, role: known };
  }

  async show(visit: InboxVisit): Promise<void> {
    const { path } = visit;
    if (path === '') return this.#showList(visit, 'inbox');
    if (path === 'quarantine') return this.#showList(visit, 'quarantine');
    if (path === 'person') return this.#showPerson(visit, this.#show(visit.query.get('e') ?? '') ?? '');
    if (path === 'audit') return this.#showAudit(visit);
    if (referencePattern.test(path.toUpperCase())) return this.#showForm(visit, path.toUpperCase());
    return this.#refuse(visit, new OfficeRefusal(404, 'There is no such page of the inbox.'));
  }

  async act(visit: FormVisit): Promise<void> {
    const { path, form } = visit;
    const [first = '', second = ''] = path.split('/');
    const reference = first.toUpperCase();
    if (path === 'search') return this.#search(visit);
    if (path === 'export') return this.#export(visit);
    if (path === 'change') return this.#change(visit);
    if (path === 'undo') return this.#undo(visit);
    if (path === 'spam') return this.#deleteSpam(visit);
    if (path === 'person') {
      return this.#away(visit, `${inboxPlace}/person?e=${this.#hide(contactIn(form))}`);
    }
    if (path === 'person/export') return this.#exportPerson(visit);
    if (path === 'person/erase') return this.#erasePerson(visit);
    if (!referencePattern.test(reference)) {
      return this.#refuse(visit, new OfficeRefusal(404, 'There is no such page of the inbox.'));
    }
    if (second === 'save') return this.#save(visit, reference);
    if (second === 'return') return this.#return(visit, reference);
    const act = second === 'resend' || second === 'release' ? second : null;
    if (act === null) return this.#refuse(visit, new OfficeRefusal(404, 'There is no such page of the inbox.'));
    const channel = form.get('channel') ?? '';
    if (form.get('sure') !== 'yes') return this.#confirm(visit, reference, { act, channel });
    try {
      if (act === 'resend') await this.#client.ask(visit.who, { act, reference, channel });
      else await this.#client.ask(visit.who, { act, reference });
    } catch (error) {
      return this.#showForm(visit, reference, { refusal: refusalIn(error) });
    }
    this.#away(
      visit,
      formAddress(reference, { done: act === 'resend' ? 'sent' : 'released', back: this.#backIn(form) }),
    );
  }

  async #confirm(visit: FormVisit, reference: string, confirmed: Omit<Confirmed, 'back'>): Promise<void> {
    try {
      const answer = await this.#client.ask(visit.who, { act: 'look', reference });
      const back = this.#backIn(visit.form);
      this.#page(visit, 200, renderConfirmPage(visit.session, answer, { ...confirmed, back }));
    } catch (error) {
      this.#refuse(visit, refusalIn(error));
    }
  }

  async #showList(visit: InboxVisit, place: Listing['place']): Promise<void> {
    const { query } = visit;
    await this.#list(visit, listingOf(place, query, this.#show), { outcome: this.#outcomeIn(query) });
  }

  async #list(
    visit: InboxVisit,
    listing: Listing,
    { outcome = null, refusal = null }: { outcome?: Outcome | null; refusal?: OfficeRefusal | null },
  ): Promise<void> {
    const { who, session } = visit;
    const parts = { hide: this.#hide, zone: this.#zone, people: this.#people, outcome };
    try {
      const filters = this.#filtersOf(listing, who);
      const answer = await this.#client.ask(who, { act: 'list', ...filters, after: listing.after });
      const message = refusal?.message ?? null;
      this.#page(visit, refusal?.status ?? 200, renderList(session, listing, { answer, message, ...parts }));
    } catch (error) {
      const { status, message } = refusalIn(error);
      this.#page(visit, status, renderList(session, listing, { answer: null, message, ...parts }));
    }
  }

  /** @throws OfficeRefusal for filters that make no sense. */
  #filtersOf(listing: Listing, { name }: Asking): OfficeFilters {
    const filters = filtersOf(listing, { zone: this.#zone, by: name });
    if (typeof filters === 'string') throw new OfficeRefusal(400, filters);
    return filters;
  }

  /** The list whose filters a form has in hidden fields. */
  #listingIn(form: URLSearchParams): Listing {
    const place = form.get('place') === 'quarantine' ? 'quarantine' : 'inbox';
    return { ...listingOf(place, form, this.#show), after: null };
  }

  #search(visit: FormVisit): void {
    const search = (visit.form.get('q') ?? '').trim().slice(0, officeLimits.search);
    this.#away(visit, addressOf({ ...this.#listingIn(visit.form), search }, this.#hide));
  }

  /** The list that somebody came from, in our own words: nothing of an address is repeated as it came. */
  #backIn(fields: URLSearchParams): string {
    const listing = listingOfBack(fields.get('back') ?? '', this.#show);
    return listing === null ? '' : backOf(listing, this.#hide);
  }

  /** Shows a form with what was typed when it could not be saved, so that nothing is lost. */
  async #showForm(
    visit: InboxVisit & Partial<FormVisit>,
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
      const parts = { answer, message, done, typed, personHref, back, canUndo, reason, people: this.#people };
      this.#page(visit, refusal?.status ?? 200, renderFormPage(session, parts));
    } catch (error) {
      this.#refuse(visit, refusal ?? refusalIn(error), typed?.note ?? reason);
    }
  }

  async #save(visit: FormVisit, reference: string): Promise<void> {
    const { who, form } = visit;
    // Browsers send line breaks as CRLF.
    const note = (form.get('note') ?? '').replaceAll('\r\n', '\n');
    const state = stateOf(form.get('state'));
    const version = Number(form.get('version'));
    const assignee = (form.get('assignee') ?? '').trim();
    const remindOn = form.get('remindOn') ?? '';
    const typed = { note, state, assignee, remindOn };
    if ((assignee !== '' && !assigneePattern.test(assignee)) || (remindOn !== '' && !isDay(remindOn))) {
      const refusal = new OfficeRefusal(
        422,
        'Nothing was saved: choose somebody of the list, and a day like 2026-11-22.',
      );
      return this.#showForm(visit, reference, { refusal, typed });
    }
    if (state === null || !Number.isInteger(version)) {
      const refusal = new OfficeRefusal(422, 'Nothing was saved: choose a state.');
      return this.#showForm(visit, reference, { refusal, typed });
    }
    if (note.length > officeLimits.note) {
      const refusal = new OfficeRefusal(
        422,
        `Nothing was saved: a note has at most ${officeLimits.note} characters, this one ${note.length}.`,
      );
      return this.#showForm(visit, reference, { refusal, typed });
    }
    try {
      await this.#client.ask(who, { act: 'save', reference, version, state, assignee, remindOn, note });
    } catch (error) {
      return this.#showForm(visit, reference, { refusal: refusalIn(error), typed });
    }
    this.#away(visit, formAddress(reference, { done: 'saved', back: this.#backIn(form) }));
  }

  async #showPerson(visit: InboxVisit, asked: string, refusal: OfficeRefusal | null = null): Promise<void> {
    const { who, session } = visit;
    try {
      const isAsked = asked !== '' && (refusal === null || refusal.status === 409);
      const answer = isAsked ? await this.#client.ask(who, { act: 'person', who: asked }) : null;
      const message = refusal?.message ?? null;
      this.#page(visit, refusal?.status ?? 200, renderPersonPage(session, { answer, asked, message }));
    } catch (error) {
      const { status, message } = refusalIn(error);
      this.#page(visit, status, renderPersonPage(session, { answer: null, asked, message }));
    }
  }

  async #erasePerson(visit: FormVisit): Promise<void> {
    const { who, session, form } = visit;
    const asked = contactIn(form);
    if (form.get('sure') !== 'yes') {
      return this.#showPerson(visit, asked, new OfficeRefusal(409, 'Nothing was erased: tick the box to confirm.'));
    }
    try {
      const count = Number(form.get('count'));
      const answer = await this.#client.ask(who, { act: 'erase-person', who: asked, count });
      this.#page(visit, 200, renderErased(session, answer));
    } catch (error) {
      await this.#showPerson(visit, asked, refusalIn(error));
    }
  }

  async #exportPerson(visit: FormVisit): Promise<void> {
    const asked = contactIn(visit.form);
    await this.#download(visit, `about-one-person-${today()}.json`, 'application/json; charset=utf-8', () =>
      this.#client.stream(visit.who, { act: 'export-person', who: asked }),
    );
  }

  async #change(visit: FormVisit): Promise<void> {
    const listing = this.#listingIn(visit.form);
    try {
      this.#toOutcome(visit, listing, await changePicked(this.#client, visit.who, visit.form));
    } catch (error) {
      await this.#list(visit, listing, { refusal: refusalIn(error) });
    }
  }

  /** Asks first, because it cannot be undone. */
  async #deleteSpam(visit: FormVisit): Promise<void> {
    const { session, who, form } = visit;
    const listing = this.#listingIn(form);
    try {
      const forms = picksIn(form, 'deleted');
      if (form.get('sure') !== 'yes') {
        return this.#page(visit, 200, renderSpamPage(session, forms, { listing, hide: this.#hide }));
      }
      const answer = await this.#client.ask(who, { act: 'spam', forms });
      this.#toOutcome(visit, listing, outcomeOf('deleted', answer));
    } catch (error) {
      await this.#list(visit, listing, { refusal: refusalIn(error) });
    }
  }

  async #return(visit: FormVisit, reference: string): Promise<void> {
    const { who, form } = visit;
    const reason = (form.get('reason') ?? '').trim();
    try {
      if (reason === '' || reason.length > 500) {
        throw new OfficeRefusal(422, 'Nothing was returned: give a reason of at most 500 characters, for the partner.');
      }
      if (form.get('sure') !== 'yes') {
        throw new OfficeRefusal(422, 'Nothing was returned: tick the box to confirm.');
      }
      await this.#client.ask(who, { act: 'return', reference, reason });
    } catch (error) {
      return this.#showForm(visit, reference, { refusal: refusalIn(error), reason });
    }
    this.#away(visit, formAddress(reference, { done: 'returned', back: this.#backIn(form) }));
  }

  /** A list has its place in the form; the page of one form has not. */
  async #undo(visit: FormVisit): Promise<void> {
    const { who, form } = visit;
    const reference = form.get('reference') ?? '';
    const listing = this.#listingIn(form);
    const isOfList = form.has('place') || !referencePattern.test(reference);
    try {
      const outcome = await undoChange(this.#client, who, reference);
      if (isOfList || outcome.missed.length > 0) return this.#toOutcome(visit, listing, outcome);
      this.#away(visit, formAddress(reference, { done: 'undone', back: this.#backIn(form) }));
    } catch (error) {
      const refusal = refusalIn(error);
      if (isOfList) await this.#list(visit, listing, { refusal });
      else await this.#showForm(visit, reference, { refusal });
    }
  }

  /** What was done stands in the address of the list, encrypted, so that nobody else can write it. */
  #toOutcome(visit: FormVisit, listing: Listing, outcome: Outcome): void {
    const address = addressOf(listing, this.#hide);
    const said = new URLSearchParams({ said: this.#hide(JSON.stringify(outcome)) });
    this.#away(visit, `${address}${address.includes('?') ? '&' : '?'}${said}`);
  }

  #outcomeIn(query: URLSearchParams): Outcome | null {
    const said = this.#show(query.get('said') ?? '');
    // Anything else that this server encrypts is a text that somebody typed.
    return said?.startsWith('{"done":') ? (JSON.parse(said) as Outcome) : null;
  }

  async #export(visit: FormVisit): Promise<void> {
    const listing = this.#listingIn(visit.form);
    const name = `${listing.kind === null ? 'forms' : kindNames[listing.kind].toLowerCase()}-${today()}.csv`;
    await this.#download(visit, name, 'text/csv; charset=utf-8', () =>
      this.#client.stream(visit.who, { act: 'export', ...this.#filtersOf(listing, visit.who) }),
    );
  }

  async #download(
    visit: InboxVisit,
    name: string,
    type: string,
    open: () => Promise<ReadableStream<Uint8Array>>,
  ): Promise<void> {
    const { response } = visit;
    let body: ReadableStream<Uint8Array>;
    try {
      body = await open();
    } catch (error) {
      return this.#refuse(visit, refusalIn(error));
    }
    const headers = { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` };
    response.writeHead(200, { ...staffHeaders, ...headers });
    // The connection breaks, because a file that ends in the middle must not look complete.
    await pipeline(Readable.fromWeb(body as never), response).catch(() => response.destroy()); // Node's own type of the same stream.
  }

  async #showAudit(visit: InboxVisit): Promise<void> {
    const { who, session, query } = visit;
    const after = query.get('after')?.slice(0, 100) || null;
    try {
      const answer = await this.#client.ask(who, { act: 'audit', after });
      this.#page(visit, 200, renderAuditPage(session, { answer, message: null, isFirst: after === null }));
    } catch (error) {
      const { status, message } = refusalIn(error);
      this.#page(visit, status, renderAuditPage(session, { answer: null, message, isFirst: true }));
    }
  }

  #refuse(visit: InboxVisit, { status, message }: OfficeRefusal, typed = ''): void {
    this.#page(visit, status, renderRefused(visit.session, message, typed));
  }

  #page({ request, response }: InboxVisit, status: number, page: string): void {
    sendPage(request, response, status, page);
  }

  #away({ request, response }: InboxVisit, location: string): void {
    sendAway(request, response, location);
  }
}

function contactIn(form: URLSearchParams): string {
  return (form.get('who') ?? '').trim().slice(0, officeLimits.email);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** @throws errors that are not refusals, because they are bugs. */
function refusalIn(error: unknown): OfficeRefusal {
  if (error instanceof OfficeRefusal) return error;
  throw error;
}

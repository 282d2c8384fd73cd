import {
  assigneePattern,
  type ChangeAnswer,
  type ExportFormat,
  kindNames,
  type OfficeFilters,
  officeLimits,
  type RequestOf,
} from 'kit/contracts/office';
import * as z from 'zod/mini';
import { sendAway, sendPage } from '../staff-http.ts';
import { renderSpamPage } from './confirm-page.ts';
import { addressOf, filtersOf, isDay, type Listing, listingOf, stateOf } from './inbox-address.ts';
import { download, type InboxForm, type InboxVisit, refusalIn, showAnswer, today } from './inbox-visit.ts';
import { type Outcome, renderList } from './list-page.ts';
import { type Asking, type OfficeClient, OfficeRefusal } from './office-client.ts';

interface ListHandlerParts {
  client: OfficeClient;
  zone: string;
  people: readonly string[];
  hide: (text: string) => string;
  show: (hidden: string) => string | null;
}

const exportTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const outcomeSchema = z.object({ done: z.string(), missed: z.array(z.string()), undo: z.nullable(z.string()) });

/** Handles the lists of the inbox and of the quarantine, and what is done from there. */
export class ListHandler {
  readonly #parts: ListHandlerParts;

  constructor(parts: ListHandlerParts) {
    this.#parts = parts;
  }

  async show(visit: InboxVisit, place: Listing['place']): Promise<void> {
    const { query } = visit;
    await this.#list(visit, listingOf(place, query, this.#parts.show), { outcome: this.#outcomeIn(query) });
  }

  async #list(
    visit: InboxVisit,
    listing: Listing,
    { outcome = null, refusal = null }: { outcome?: Outcome | null; refusal?: OfficeRefusal | null },
  ): Promise<void> {
    const { who, session } = visit;
    const { client, hide, zone, people } = this.#parts;
    await showAnswer(
      visit,
      async () => client.ask(who, { act: 'list', ...this.#filtersOf(listing, who), after: listing.after }),
      (answer, message) => renderList(session, listing, { answer, message, hide, zone, people, outcome }),
      refusal,
    );
  }

  /** @throws OfficeRefusal for filters that make no sense. */
  #filtersOf(listing: Listing, { name }: Asking): OfficeFilters {
    const filters = filtersOf(listing, { zone: this.#parts.zone, by: name });
    if (typeof filters === 'string') throw new OfficeRefusal(400, filters);
    return filters;
  }

  /** The list whose filters a form has in hidden fields. */
  #listingIn(form: URLSearchParams): Listing {
    const place = form.get('place') === 'quarantine' ? 'quarantine' : 'inbox';
    return { ...listingOf(place, form, this.#parts.show), after: null };
  }

  search(visit: InboxForm): void {
    const search = (visit.form.get('q') ?? '').trim().slice(0, officeLimits.search);
    sendAway(visit, addressOf({ ...this.#listingIn(visit.form), search }, this.#parts.hide));
  }

  /** Changes the forms that were selected in a list. */
  change(visit: InboxForm): Promise<void> {
    const { who, form } = visit;
    return this.#do(visit, async () => {
      const request = { act: 'change', forms: picksIn(form, 'changed'), ...changesIn(form) } as const;
      return outcomeOf('changed', await this.#parts.client.ask(who, request));
    });
  }

  /** Asks first, because it cannot be undone. */
  deleteSpam(visit: InboxForm): Promise<void> {
    const { session, who, form } = visit;
    return this.#do(visit, async (listing) => {
      const forms = picksIn(form, 'deleted');
      if (form.get('sure') === 'yes')
        return outcomeOf('deleted', await this.#parts.client.ask(who, { act: 'spam', forms }));
      sendPage(visit, 200, renderSpamPage(session, forms, { listing, hide: this.#parts.hide }));
      return null;
    });
  }

  undo(visit: InboxForm, reference: string): Promise<void> {
    return this.#do(visit, () => undoChange(this.#parts.client, visit.who, reference));
  }

  /**
   * Does what a form of a list asks for, and shows the list with the outcome, or with the refusal. Without an outcome the
   * form was answered already.
   */
  async #do(visit: InboxForm, work: (listing: Listing) => Promise<Outcome | null>): Promise<void> {
    const listing = this.#listingIn(visit.form);
    try {
      const outcome = await work(listing);
      if (outcome) this.#toOutcome(visit, listing, outcome);
    } catch (error) {
      await this.#list(visit, listing, { refusal: refusalIn(error) });
    }
  }

  /** What was done stands in the address of the list, encrypted, so that nobody else can write it. */
  #toOutcome(visit: InboxForm, listing: Listing, outcome: Outcome): void {
    const address = addressOf(listing, this.#parts.hide);
    const said = new URLSearchParams({ said: this.#parts.hide(JSON.stringify(outcome)) });
    sendAway(visit, `${address}${address.includes('?') ? '&' : '?'}${said}`);
  }

  /** Null for what this server encrypted as another thing, such as a text that somebody searched for. */
  #outcomeIn(query: URLSearchParams): Outcome | null {
    try {
      return outcomeSchema.parse(JSON.parse(this.#parts.show(query.get('said') ?? '') ?? 'null'));
    } catch {
      return null;
    }
  }

  async export(visit: InboxForm): Promise<void> {
    const listing = this.#listingIn(visit.form);
    const format = visit.form.get('format') === 'xlsx' ? 'xlsx' : 'csv';
    const name = `${listing.kind === null ? 'forms' : kindNames[listing.kind].toLowerCase()}-${today()}.${format}`;
    await download(visit, name, exportTypes[format], () =>
      this.#parts.client.stream(visit.who, {
        act: 'export',
        // An API of the version before knows no formats.
        ...(format === 'xlsx' && { format }),
        ...this.#filtersOf(listing, visit.who),
      }),
    );
  }
}

/** @throws OfficeRefusal where there is nothing to undo */
export async function undoChange(client: OfficeClient, who: Asking, reference: string): Promise<Outcome> {
  return outcomeOf('as before', await client.ask(who, { act: 'undo', reference }));
}

/** The selected forms, each with the version that was shown: `L-7F3K9Q.3`. */
function picksIn(form: URLSearchParams, what: 'changed' | 'deleted'): RequestOf<'change'>['forms'] {
  const picks = [...new Set(form.getAll(form.has('all') ? 'shown' : 'pick'))];
  if (picks.length === 0) throw refusalOf('select at least one form.', what);
  if (picks.length > officeLimits.atOnce) {
    throw refusalOf(
      `at most ${officeLimits.atOnce} forms can be ${what} at once, and these are ${picks.length}.`,
      what,
    );
  }
  return picks.map((pick) => {
    const [, reference = '', version] = /^([A-Z]-[0-9A-Z]{6})\.(\d{1,9})$/.exec(pick) ?? [];
    if (version === undefined) throw refusalOf('the selection cannot be read. Reload the page and select again.', what);
    return { reference, version: Number(version) };
  });
}

function changesIn(form: URLSearchParams): Pick<RequestOf<'change'>, 'state' | 'assignee' | 'remindOn'> {
  const state = stateOf(form.get('new-state'));
  const assignee = form.get('new-assignee') || null;
  const remindOn = form.get('new-reminder') || null;
  if (state === null && assignee === null && remindOn === null)
    throw refusalOf('choose a state, somebody or a reminder.');
  if (assignee !== null && assignee !== '-' && !assigneePattern.test(assignee)) {
    throw refusalOf('choose somebody of the list.');
  }
  if (remindOn !== null && !isDay(remindOn)) throw refusalOf('a reminder takes a day like 2026-11-22.');
  return { state, assignee: assignee === '-' ? '' : assignee, remindOn };
}

function refusalOf(why: string, what = 'changed'): OfficeRefusal {
  return new OfficeRefusal(422, `Nothing was ${what}: ${why}`);
}

/** Ten of the forms that were left alone are named, because all of it stands in an address. */
function outcomeOf(what: 'changed' | 'as before' | 'deleted', { changed, missed }: ChangeAnswer): Outcome {
  const named = missed.slice(0, 10);
  const more = missed.length - named.length;
  const count = `${changed.length} ${changed.length === 1 ? 'form' : 'forms'} ${what}.`;
  return {
    done: changed.length === 0 ? 'Nothing was done.' : count,
    missed: more > 0 ? [...named, `And ${more} more.`] : named,
    undo: what === 'changed' ? (changed[0] ?? null) : null,
  };
}

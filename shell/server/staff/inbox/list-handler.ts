import { type ExportFormat, kindNames, type OfficeFilters, officeLimits } from 'kit/contracts/office';
import * as z from 'zod/mini';
import { changePicked, outcomeOf, picksIn, undoChange } from './change-picked.ts';
import { renderSpamPage } from './confirm-page.ts';
import { addressOf, filtersOf, type Listing, listingOf } from './inbox-address.ts';
import { download, type FormVisit, goTo, type InboxVisit, refusalIn, showPage, today } from './inbox-visit.ts';
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
    const parts = { hide: this.#parts.hide, zone: this.#parts.zone, people: this.#parts.people, outcome };
    try {
      const filters = this.#filtersOf(listing, who);
      const answer = await this.#parts.client.ask(who, { act: 'list', ...filters, after: listing.after });
      const message = refusal?.message ?? null;
      showPage(visit, refusal?.status ?? 200, renderList(session, listing, { answer, message, ...parts }));
    } catch (error) {
      const { status, message } = refusalIn(error);
      showPage(visit, status, renderList(session, listing, { answer: null, message, ...parts }));
    }
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

  search(visit: FormVisit): void {
    const search = (visit.form.get('q') ?? '').trim().slice(0, officeLimits.search);
    goTo(visit, addressOf({ ...this.#listingIn(visit.form), search }, this.#parts.hide));
  }

  async change(visit: FormVisit): Promise<void> {
    const listing = this.#listingIn(visit.form);
    try {
      this.#toOutcome(visit, listing, await changePicked(this.#parts.client, visit.who, visit.form));
    } catch (error) {
      await this.#list(visit, listing, { refusal: refusalIn(error) });
    }
  }

  /** Asks first, because it cannot be undone. */
  async deleteSpam(visit: FormVisit): Promise<void> {
    const { session, who, form } = visit;
    const listing = this.#listingIn(form);
    try {
      const forms = picksIn(form, 'deleted');
      if (form.get('sure') !== 'yes') {
        return showPage(visit, 200, renderSpamPage(session, forms, { listing, hide: this.#parts.hide }));
      }
      const answer = await this.#parts.client.ask(who, { act: 'spam', forms });
      this.#toOutcome(visit, listing, outcomeOf('deleted', answer));
    } catch (error) {
      await this.#list(visit, listing, { refusal: refusalIn(error) });
    }
  }

  async undo(visit: FormVisit, reference: string): Promise<void> {
    const listing = this.#listingIn(visit.form);
    try {
      this.#toOutcome(visit, listing, await undoChange(this.#parts.client, visit.who, reference));
    } catch (error) {
      await this.#list(visit, listing, { refusal: refusalIn(error) });
    }
  }

  /** What was done stands in the address of the list, encrypted, so that nobody else can write it. */
  #toOutcome(visit: FormVisit, listing: Listing, outcome: Outcome): void {
    const address = addressOf(listing, this.#parts.hide);
    const said = new URLSearchParams({ said: this.#parts.hide(JSON.stringify(outcome)) });
    goTo(visit, `${address}${address.includes('?') ? '&' : '?'}${said}`);
  }

  /** Null for what this server encrypted as another thing, such as a text that somebody searched for. */
  #outcomeIn(query: URLSearchParams): Outcome | null {
    try {
      return outcomeSchema.parse(JSON.parse(this.#parts.show(query.get('said') ?? '') ?? 'null'));
    } catch {
      return null;
    }
  }

  async export(visit: FormVisit): Promise<void> {
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

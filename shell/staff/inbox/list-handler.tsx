import { assigneePattern, type ChangeAnswer, kindNames, officeLimits, type RequestOf } from 'kit/contracts/office';
import { parseJson } from 'kit/server/text';
import { countOf } from '../parts.tsx';
import { addressWith, StaffRefusal, sendAway, sendPage } from '../staff-http.ts';
import { SpamPage } from './confirm-page.tsx';
import { addressOf, filtersOf, isDay, type Listing, listingOf, placeOf, queryOf } from './inbox-address.ts';
import { download, type InboxForm, type InboxVisit, refusalIn, showAnswer } from './inbox-visit.ts';
import { ListPage, type Outcome, outcomeSchema } from './list-page.tsx';
import { stateNames, stateOf } from './marks.tsx';

const exportTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Shows the inbox or the quarantine. What was done before stands in the address, encrypted, so that nobody else can write it. */
export function showList(visit: InboxVisit, place: Listing['place']): Promise<void> {
  const outcome = parseJson(outcomeSchema, visit.show(visit.query.get('said') ?? '') ?? '');
  return sendList(visit, listingOf(place, visit.query, visit.show), outcome);
}

function sendList(
  visit: InboxVisit & Partial<InboxForm>,
  listing: Listing,
  outcome: Outcome | null,
  refusal?: StaffRefusal,
): Promise<void> {
  const { client, who, zone, people, form: typed = new URLSearchParams() } = visit;
  return showAnswer(
    visit,
    async () => client.ask(who, { act: 'list', ...filtersOf(listing, visit), after: listing.after || null }),
    (answered) => <ListPage {...answered} {...{ listing, outcome, zone, people, typed }} />,
    refusal,
  );
}

function listingIn({ form, show }: InboxForm): Listing {
  const place = form.get('place') === 'quarantine' ? 'quarantine' : 'inbox';
  return listingOf(place, form, show);
}

export function searchList(visit: InboxForm): void {
  const search = (visit.form.get('q') ?? '').trim().slice(0, officeLimits.search);
  sendAway(visit, addressOf({ ...listingIn(visit), s: search && visit.hide(search) }));
}

export function changeForms(visit: InboxForm): Promise<void> {
  const { client, who, form } = visit;
  return actOnList(visit, async () => {
    const forms = picksIn(form, 'changed');
    const changes = changesIn(form);
    return outcomeOf('changed', await client.ask(who, { act: 'change', forms, ...changes }), wordsOf(changes));
  });
}

/** Asks first, because it cannot be undone. */
export function deleteSpam(visit: InboxForm): Promise<void> {
  const { client, who, form } = visit;
  return actOnList(visit, async (listing) => {
    const forms = picksIn(form, 'deleted');
    if (form.get('sure') === 'yes') return outcomeOf('deleted', await client.ask(who, { act: 'spam', forms }));
    sendPage(visit, 200, <SpamPage forms={forms} listing={listing} />);
    return null;
  });
}

export function undoOfList(visit: InboxForm, reference: string): Promise<void> {
  return actOnList(visit, () => undoChange(visit, reference));
}

/** Shows the list with the outcome, or with the refusal. Without an outcome the form was answered already. */
async function actOnList(visit: InboxForm, work: (listing: Listing) => Promise<Outcome | null>): Promise<void> {
  const listing = listingIn(visit);
  try {
    const outcome = await work(listing);
    if (!outcome) return;
    const query = queryOf({ ...listing, after: '' });
    query.set('said', visit.hide(JSON.stringify(outcome)));
    sendAway(visit, addressWith(placeOf(listing), query));
  } catch (error) {
    await sendList(visit, listing, null, refusalIn(error));
  }
}

export async function exportList(visit: InboxForm): Promise<void> {
  const { client, who, form } = visit;
  const listing = listingIn(visit);
  const format = form.get('format') === 'xlsx' ? 'xlsx' : 'csv';
  const name = listing.kind === '' ? 'forms' : kindNames[listing.kind].toLowerCase();
  // An API of the version before knows no formats.
  const request: RequestOf<'export'> = {
    act: 'export',
    ...filtersOf(listing, visit),
    ...(format === 'xlsx' && { format }),
  };
  const file = { name, end: format, type: exportTypes[format] };
  await download(visit, file, await client.stream(who, request));
}

/** @throws StaffRefusal where there is nothing to undo */
export async function undoChange({ client, who }: InboxVisit, reference: string): Promise<Outcome> {
  return outcomeOf('as before', await client.ask(who, { act: 'undo', reference }));
}

/** The selected forms, each with the version that was shown: `L-7F3K9Q.3`. */
function picksIn(form: URLSearchParams, what: 'changed' | 'deleted'): RequestOf<'change'>['forms'] {
  const picks = [...new Set(form.getAll(form.has('all') ? 'shown' : 'pick'))];
  const refusal = (why: string) => new StaffRefusal(422, `Nothing was ${what}: ${why}`);
  if (picks.length === 0) throw refusal('select at least one form.');
  if (picks.length > officeLimits.atOnce)
    throw refusal(`at most ${officeLimits.atOnce} forms can be ${what} at once, and these are ${picks.length}.`);
  return picks.map((pick) => {
    const [, reference = '', version] = /^([A-Z]-[0-9A-Z]{6})\.(\d{1,9})$/.exec(pick) ?? [];
    if (version === undefined) throw refusal('the selection cannot be read. Reload the page and select again.');
    return { reference, version: Number(version) };
  });
}

function changesIn(form: URLSearchParams): Pick<RequestOf<'change'>, 'state' | 'assignee' | 'remindOn'> {
  const state = stateOf(form.get('new-state'));
  const assignee = form.get('new-assignee') || null;
  const remindOn = form.get('new-reminder') || null;
  const refusal = (why: string) => new StaffRefusal(422, `Nothing was changed: ${why}`);
  if (state === null && assignee === null && remindOn === null)
    throw refusal('choose a state, somebody or a reminder.');
  if (assignee !== null && assignee !== '-' && !assigneePattern.test(assignee))
    throw refusal('choose somebody of the list.');
  if (remindOn !== null && !isDay(remindOn)) throw refusal('a reminder takes a day like 2026-11-22.');
  return { state, assignee: assignee === '-' ? '' : assignee, remindOn };
}

/** `Called, for otto, reminder 2026-12-01` */
function wordsOf({ state, assignee, remindOn }: ReturnType<typeof changesIn>): string {
  const words = [
    state && stateNames[state],
    assignee !== null && `for ${assignee || 'nobody'}`,
    remindOn && `reminder ${remindOn}`,
  ];
  return words.filter(Boolean).join(', ');
}

/** Ten of the forms that were left alone are named, because all of it stands in an address. */
function outcomeOf(what: 'changed' | 'as before' | 'deleted', { changed, missed }: ChangeAnswer, to?: string): Outcome {
  const more = missed.length - 10;
  return {
    isDone: changed.length > 0,
    said:
      changed.length === 0
        ? 'Nothing was done.'
        : `${countOf(changed.length)} ${what}${to === undefined ? '' : `: ${to}`}.`,
    missed: [...missed.slice(0, 10), ...(more > 0 ? [`And ${more} more.`] : [])],
    undo: what === 'changed' ? (changed[0] ?? null) : null,
  };
}

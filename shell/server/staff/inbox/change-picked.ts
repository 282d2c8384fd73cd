import { assigneePattern, type ChangeAnswer, officeLimits, type RequestOf } from 'kit/contracts/office';
import { isDay, stateOf } from './inbox-address.ts';
import type { Outcome } from './list-page.ts';
import { type Asking, type OfficeClient, OfficeRefusal } from './office-client.ts';

/**
 * Changes the forms that were selected in a list.
 *
 * @throws OfficeRefusal for a form that makes no sense, and where the API refuses it
 */
export async function changePicked(client: OfficeClient, who: Asking, form: URLSearchParams): Promise<Outcome> {
  const { forms, ...changes } = { forms: picksIn(form, 'changed'), ...changesIn(form) };
  const answer = await client.ask(who, { act: 'change', forms, ...changes });
  return outcomeOf('changed', answer);
}

/** @throws OfficeRefusal where there is nothing to undo */
export async function undoChange(client: OfficeClient, who: Asking, reference: string): Promise<Outcome> {
  return outcomeOf('as before', await client.ask(who, { act: 'undo', reference }));
}

/** The selected forms, each with the version that was shown: `L-7F3K9Q.3`. */
export function picksIn(form: URLSearchParams, what: 'changed' | 'deleted'): RequestOf<'change'>['forms'] {
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
export function outcomeOf(what: 'changed' | 'as before' | 'deleted', { changed, missed }: ChangeAnswer): Outcome {
  const named = missed.slice(0, 10);
  const more = missed.length - named.length;
  const count = `${changed.length} ${changed.length === 1 ? 'form' : 'forms'} ${what}.`;
  return {
    done: changed.length === 0 ? 'Nothing was done.' : count,
    missed: more > 0 ? [...named, `And ${more} more.`] : named,
    undo: what === 'changed' ? (changed[0] ?? null) : null,
  };
}

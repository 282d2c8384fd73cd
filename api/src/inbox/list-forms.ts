import { type LeadState, type ListAnswer, leadStates, officeLimits, type RequestOf } from 'kit/contracts/office';
import type { Database } from '../database/database.ts';
import { submissionKinds } from '../submissions/kinds.ts';
import { type ListedRow, listedColumns, presentListed } from './listed-form.ts';
import { searchQueryOf } from './search-query.ts';

type Wanted = Omit<RequestOf<'list'>, 'act'>;

/** A place in the list: what is new stands first, then by time, then by id. */
interface Place {
  isNew: boolean;
  moment: string;
  id: string;
}

/** So many of the newest are looked through before the index of words is asked: where a word is common, that is enough. */
const lookedThrough = 600;

const inbox = 'quarantine_reason is null and purged_at is null';
/** A test is never delivered, so it is not held back either. */
const quarantine = 'quarantine_reason is not null and purged_at is null and not is_test';

/**
 * A page of the inbox or of the quarantine. A search finds what is in quarantine, too: whoever calls about a form must not
 * be told that there is none.
 */
export async function listForms(database: Database, wanted: Wanted): Promise<ListAnswer> {
  const query = searchQueryOf(wanted.search);
  if (wanted.search.trim() !== '' && query === null) return { forms: [], next: null };
  const rows =
    query === null ? await newest(database, wanted, officeLimits.atOnce + 1) : await found(database, wanted, query);
  const shown = rows.slice(0, officeLimits.atOnce);
  const last = shown.at(-1);
  return {
    forms: shown.map(presentListed),
    next: rows.length > shown.length && last ? cursorOf(last) : null,
  };
}

/** Each state of each kind has its part of the index, so that no filter has to walk past what it does not want. */
function newest(database: Database, wanted: Wanted, limit: number, query: string | null = null): Promise<ListedRow[]> {
  const { after } = bound(wanted);
  const isHeld = wanted.place === 'quarantine';
  const parts = isHeld
    ? `select id, created_at, office_state from submissions
       where ${quarantine} and kind = any($kinds::text[]) and office_state = any($states::text[]) and ${beyond}
       order by (office_state = 'new') desc, created_at desc, id desc limit $limit`
    : `select part.* from unnest($states::text[]) as wanted_state, unnest($kinds::text[]) as wanted_kind, lateral (
         select id, created_at, office_state from submissions
         where ${inbox} and office_state = wanted_state and kind = wanted_kind and ${beyond}
         order by created_at desc, id desc limit $limit
       ) as part`;
  return database.run(
    `with newest as materialized (
       select id from (${parts}) as parts order by (office_state = 'new') desc, created_at desc, id desc limit $limit
     )
     select ${listedColumns} from submissions
     where id in (select id from newest) ${query === null ? '' : 'and search @@ $query::tsquery'}
     order by (office_state = 'new') desc, submissions.created_at desc, submissions.id desc limit ${officeLimits.atOnce + 1}`,
    { ...filters(wanted), ...after, limit, ...(query === null ? {} : { query }) },
  ) as Promise<ListedRow[]>; // The columns are those of the row.
}

async function found(database: Database, wanted: Wanted, query: string): Promise<ListedRow[]> {
  const near = await newest(database, wanted, lookedThrough, query);
  if (near.length > officeLimits.atOnce) return near;
  const { after } = bound(wanted);
  const scope = wanted.place === 'quarantine' ? quarantine : 'true';
  return database.run(
    `with hits as materialized (
       select id, office_state, created_at from submissions
       where search @@ $query::tsquery and kind = any($kinds::text[]) and office_state = any($states::text[])
         and ${scope} and ${beyond}
     ), first as materialized (
       select id from hits order by (office_state = 'new') desc, created_at desc, id desc limit $limit
     )
     select ${listedColumns} from submissions where id in (select id from first)
     order by (office_state = 'new') desc, submissions.created_at desc, submissions.id desc`,
    { ...filters(wanted), ...after, query, limit: officeLimits.atOnce + 1 },
  ) as Promise<ListedRow[]>; // As above.
}

const beyond = `(not $isBound::boolean
  or (office_state = 'new', created_at, id) < ($isNew::boolean, $moment::timestamptz, $id::uuid))`;

function filters({ kind, state }: Wanted): { kinds: string[]; states: readonly LeadState[] } {
  return {
    kinds: kind === null ? Object.keys(submissionKinds) : [kind],
    states: state === null ? leadStates : [state],
  };
}

function bound({ after }: Wanted) {
  const place = after === null ? null : placeOf(after);
  const nobody = '00000000-0000-0000-0000-000000000000';
  return {
    after: {
      isBound: place !== null,
      isNew: place?.isNew ?? false,
      moment: place?.moment ?? 'epoch',
      id: place?.id ?? nobody,
    },
  };
}

function cursorOf({ office_state: state, moment, id }: ListedRow): string {
  return [state === 'new' ? 'new' : 'old', moment, id].join(' | ');
}

/** Null for what is no place of ours: the list begins at its start. */
function placeOf(cursor: string): Place | null {
  const [, rank, moment = '', id = ''] = /^(new|old) \| ([\d :.+-]+) \| ([0-9a-f-]{36})$/.exec(cursor) ?? [];
  return rank === undefined || Number.isNaN(Date.parse(moment)) ? null : { isNew: rank === 'new', moment, id };
}

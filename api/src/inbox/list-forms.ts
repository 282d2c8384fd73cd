import {
  type ExportFormat,
  type LeadState,
  type ListAnswer,
  leadStates,
  type OfficeFilters,
  officeLimits,
  type RequestOf,
} from 'kit/contracts/office';
import { CommandError } from 'kit/server/command-error';
import { DatabaseError, QueryTypes } from 'sequelize';
import type { Database } from '../database/database.ts';
import { isHeld } from '../quarantine/quarantine-statements.ts';
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

/** In milliseconds, of one statement: below the timeout of the connection, so that the server stops it, too. */
const longestQuery = 1200;

const inbox = 'quarantine_reason is null and purged_at is null';

/**
 * A page of the inbox or of the quarantine. A search finds what is in quarantine, too: whoever calls about a form must not
 * be told that there is none.
 * @throws CommandError 2 for filters that leave too much to look through
 */
export async function listForms(database: Database, wanted: Wanted): Promise<ListAnswer> {
  const query = queryOf(wanted);
  const partners = (await database.run('select name from partners order by name limit 500')).map(({ name }) =>
    String(name),
  );
  if (query === 'nothing') return { forms: [], next: null, counts: null, partners };
  const [rows, counts] = await Promise.all([
    query === null ? newest(database, wanted, officeLimits.atOnce + 1) : found(database, wanted, query),
    countStates(database, wanted, query),
  ]);
  const shown = rows.slice(0, officeLimits.atOnce);
  const last = shown.at(-1);
  return {
    forms: shown.map(presentListed),
    next: rows.length > shown.length && last ? cursorOf(last) : null,
    counts,
    partners,
  };
}

/**
 * The ids of all forms of a list, in its order.
 * @throws CommandError 2 where they are more than one export of this format has, or too many to look through
 */
export async function idsOfList(
  database: Database,
  wanted: OfficeFilters,
  format: ExportFormat = 'csv',
): Promise<string[]> {
  const limit = format === 'xlsx' ? officeLimits.inWorkbook : officeLimits.exported;
  const query = queryOf(wanted);
  if (query === 'nothing') return [];
  const { condition, values } = conditionOf(wanted);
  const rows = await inTime(
    database,
    `select id from submissions where ${scopeOf(wanted, query)} and ${ofKindAndState} and ${condition}
       ${query === null ? '' : 'and search @@ $query::tsquery'}
     order by (office_state = 'new') desc, created_at desc, id desc limit ${limit + 1}`,
    { ...kindAndState(wanted), ...values, ...(query === null ? {} : { query }) },
  );
  if (rows.length > limit && format === 'xlsx') {
    throw new CommandError(
      `More than ${limit} forms match, and an Excel workbook has at most that many: choose a shorter period, or take the CSV file.`,
    );
  }
  if (rows.length > limit) {
    throw new CommandError(
      `More than ${limit} forms match, and one export has at most that many: choose a shorter period. "npm run office -- leads export" takes any number.`,
    );
  }
  return rows.map(({ id }) => String(id));
}

function queryOf({ search }: OfficeFilters): string | null | 'nothing' {
  return search.trim() === '' ? null : (searchQueryOf(search) ?? 'nothing');
}

/** Each state of each kind has its part of the index, so that no filter has to walk past what it does not want. */
function newest(database: Database, wanted: Wanted, limit: number, query: string | null = null): Promise<ListedRow[]> {
  const { condition, period, values } = conditionOf(wanted);
  // Of a search only the newest are looked through, whatever the other filters leave of them.
  const inner = query === null ? condition : period;
  const parts =
    wanted.place === 'quarantine'
      ? `select id, created_at, office_state from submissions
         where ${isHeld} and ${ofKindAndState} and ${inner} and ${beyond}
         order by (office_state = 'new') desc, created_at desc, id desc limit $limit`
      : `select part.* from unnest($states::text[]) as wanted_state, unnest($kinds::text[]) as wanted_kind, lateral (
           select id, created_at, office_state from submissions
           where ${inbox} and office_state = wanted_state and kind = wanted_kind and ${inner} and ${beyond}
           order by created_at desc, id desc limit $limit
         ) as part`;
  return inTime(
    database,
    `with newest as materialized (
       select id from (${parts}) as parts order by (office_state = 'new') desc, created_at desc, id desc limit $limit
     )
     select ${listedColumns} from submissions
     where id in (select id from newest) ${query === null ? '' : `and search @@ $query::tsquery and ${condition}`}
     order by (office_state = 'new') desc, submissions.created_at desc, submissions.id desc limit ${officeLimits.atOnce + 1}`,
    { ...kindAndState(wanted), ...values, ...startOf(wanted), limit, ...(query === null ? {} : { query }) },
  );
}

async function found(database: Database, wanted: Wanted, query: string): Promise<ListedRow[]> {
  const near = await newest(database, wanted, lookedThrough, query);
  if (near.length > officeLimits.atOnce) return near;
  const { condition, values } = conditionOf(wanted);
  return inTime(
    database,
    `with hits as materialized (
       select id, office_state, created_at from submissions
       where search @@ $query::tsquery and ${ofKindAndState} and ${scopeOf(wanted, query)} and ${condition} and ${beyond}
     ), first as materialized (
       select id from hits order by (office_state = 'new') desc, created_at desc, id desc limit $limit
     )
     select ${listedColumns} from submissions where id in (select id from first)
     order by (office_state = 'new') desc, submissions.created_at desc, submissions.id desc`,
    { ...kindAndState(wanted), ...values, ...startOf(wanted), query, limit: officeLimits.atOnce + 1 },
  );
}

/** Null where counting takes too long: the list is worth showing without its numbers. */
async function countStates(
  database: Database,
  wanted: Wanted,
  query: string | null,
): Promise<Record<LeadState, number> | null> {
  const { condition, values } = conditionOf(wanted);
  const { kinds } = kindAndState(wanted);
  try {
    const rows = await inTime<{ state: LeadState; forms: number }>(
      database,
      `select state, (
         select count(*)::int from (
           select from submissions where ${scopeOf(wanted, query)} and office_state = state
             and kind = any($kinds::text[]) and ${condition} ${query === null ? '' : 'and search @@ $query::tsquery'}
           limit ${officeLimits.counted}
         ) as counted
       ) as forms from unnest($states::text[]) as state`,
      { ...values, kinds, states: leadStates, ...(query === null ? {} : { query }) },
    );
    // One row for each of the states.
    return Object.fromEntries(rows.map(({ state, forms }) => [state, forms])) as Record<LeadState, number>;
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}

const beyond = `(not $isBound::boolean
  or (office_state = 'new', created_at, id) < ($isNew::boolean, $moment::timestamptz, $id::uuid))`;
const ofKindAndState = 'kind = any($kinds::text[]) and office_state = any($states::text[])';

function kindAndState({ kind, state }: OfficeFilters): { kinds: string[]; states: readonly LeadState[] } {
  return {
    kinds: kind === null ? Object.keys(submissionKinds) : [kind],
    states: state === null ? leadStates : [state],
  };
}

function scopeOf({ place }: OfficeFilters, query: string | null): string {
  if (place === 'quarantine') return isHeld;
  return query === null ? inbox : 'purged_at is null';
}

/** The other filters as a condition with its values; `period` is the part that the index of the inbox has. */
function conditionOf({ since, until, industry, source, tests, assignee, remindBy }: OfficeFilters) {
  const period = [
    ...(since === null ? [] : ['created_at >= $since::timestamptz']),
    ...(until === null ? [] : ['created_at < $until::timestamptz']),
  ];
  const others = [
    ...(tests ? [] : ['not is_test']),
    // As `industryOfPage` reads it.
    ...(industry === null
      ? []
      : [`coalesce(industry, substring(lower(page_path) from '^/(?:industries/)?([a-z-]+)/*$')) = $industry::text`]),
    ...(source === null ? [] : [source === 'website' ? 'partner is null' : 'partner = $partner::text']),
    ...(assignee === null ? [] : [assignee === '' ? 'office_assignee is null' : 'office_assignee = $assignee::text']),
    ...(remindBy === null ? [] : ['office_remind_on <= $remindBy::date']),
  ];
  return {
    period: ['true', ...period].join(' and '),
    condition: ['true', ...period, ...others].join(' and '),
    values: {
      ...(since === null ? {} : { since }),
      ...(until === null ? {} : { until }),
      ...(industry === null ? {} : { industry }),
      ...(source === null || source === 'website' ? {} : { partner: source.replace('partner:', '') }),
      ...(assignee === null || assignee === '' ? {} : { assignee }),
      ...(remindBy === null ? {} : { remindBy }),
    },
  };
}

/**
 * Runs a statement that PostgreSQL itself ends after {@link longestQuery}: without that it would go on after nobody waits.
 * @throws CommandError 2 when it takes longer
 */
async function inTime<Row extends object = ListedRow>(
  database: Database,
  text: string,
  values: Record<string, unknown>,
): Promise<Row[]> {
  const { sequelize } = database;
  try {
    return await database.use(() =>
      sequelize.transaction(async (transaction) => {
        await sequelize.query(`set local statement_timeout = ${longestQuery}`, { transaction });
        return sequelize.query<Row>(text, { bind: values, type: QueryTypes.SELECT, transaction });
      }),
    );
  } catch (error) {
    if (!(error instanceof DatabaseError) || !isTimeout(error)) throw error;
    throw new CommandError('There are too many forms to look through: choose a shorter period, a kind or a state.');
  }
}

/** SQLSTATE 57014: the statement ran into its timeout. */
function isTimeout({ parent }: DatabaseError): boolean {
  return 'code' in parent && parent.code === '57014';
}

/** Where the page begins, as values of the statement. */
function startOf({ after }: Wanted) {
  const place = after === null ? null : placeOf(after);
  const start = { isNew: false, moment: 'epoch', id: '00000000-0000-0000-0000-000000000000' };
  return { isBound: place !== null, ...(place ?? start) };
}

function cursorOf({ office_state: state, moment, id }: ListedRow): string {
  return [state === 'new' ? 'new' : 'old', moment, id].join(' | ');
}

/** Null for what is no place of ours: the list begins at its start. */
function placeOf(cursor: string): Place | null {
  const [, rank, moment = '', id = ''] = /^(new|old) \| ([\d :.+-]+) \| ([0-9a-f-]{36})$/.exec(cursor) ?? [];
  return rank === undefined || Number.isNaN(Date.parse(moment)) ? null : { isNew: rank === 'new', moment, id };
}

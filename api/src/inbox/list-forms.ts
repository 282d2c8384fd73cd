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
import { DatabaseUnavailableError } from '../database/connection.ts';
import type { Database } from '../database/database.ts';
import { kindNames } from '../submissions/kinds.ts';
import { isHeld } from '../submissions/stored-form.ts';
import { type ListedRow, listedColumns, presentListed } from './listed-form.ts';
import { searchQueryOf } from './search-query.ts';

type Wanted = Omit<RequestOf<'list'>, 'act'>;

/** A search scans this many of the newest forms before it uses the text index. For a common word the scan is enough. */
const scanLimit = 600;

/** In milliseconds. It is below the timeout of the connection, so that PostgreSQL itself cancels the statement. */
const statementTimeout = 1200;

const inbox = 'quarantine_reason is null and purged_at is null';

/**
 * A page of the inbox or of the quarantine. A search also finds quarantined forms: otherwise a caller who asks about a form
 * would hear that it does not exist.
 * @throws CommandError 2 if the filters match too many forms to search in time
 */
export async function listForms(database: Database, wanted: Wanted): Promise<ListAnswer> {
  const query = queryOf(wanted);
  const [around = { partners: [], quarantined: 0 }] = await database.run<Pick<ListAnswer, 'partners' | 'quarantined'>>(
    `select array(select name from partners order by name limit 500) as partners,
       (select count(*)::int from (
         select from submissions where ${isHeld} limit ${officeLimits.counted}
       ) as held) as quarantined`,
  );
  if (query === 'nothing') return { forms: [], next: null, counts: null, ...around };
  const [rows, counts] = await Promise.all([
    query === null ? findNewest(database, wanted, officeLimits.atOnce + 1) : findBySearch(database, wanted, query),
    countStates(database, wanted, query),
  ]);
  const shown = rows.slice(0, officeLimits.atOnce);
  const last = shown.at(-1);
  return {
    forms: shown.map(presentListed),
    next: rows.length > shown.length && last ? cursorOf(last) : null,
    counts,
    ...around,
  };
}

/**
 * The ids of all forms of a list, in its order.
 * @throws CommandError 2 if there are more than one export of this format may hold, or too many to search in time
 */
export async function idsOfList(
  database: Database,
  wanted: OfficeFilters,
  format: ExportFormat = 'csv',
): Promise<string[]> {
  const limit = format === 'xlsx' ? officeLimits.inWorkbook : officeLimits.exported;
  const query = queryOf(wanted);
  if (query === 'nothing') return [];
  const rows = await runWithTimeout(
    database,
    `select id from submissions where ${scopeOf(wanted, query)} and ${ofKindAndState} and ${filters} and ${ofSearch}
     order by (office_state = 'new') desc, created_at desc, id desc limit ${limit + 1}`,
    valuesOf(wanted, query),
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

/** The query reads each state of each kind on its own: each has its part of the index, so no filter scans unwanted rows. */
function findNewest(
  database: Database,
  wanted: Wanted,
  limit: number,
  query: string | null = null,
): Promise<ListedRow[]> {
  // A search scans the newest forms of the period and applies the other filters afterwards.
  const inner = query === null ? filters : period;
  const parts =
    wanted.place === 'quarantine'
      ? `select id, created_at, office_state from submissions
         where ${isHeld} and ${ofKindAndState} and ${inner} and ${afterCursor}
         order by (office_state = 'new') desc, created_at desc, id desc limit $limit`
      : `select part.* from unnest($states::text[]) as wanted_state, unnest($kinds::text[]) as wanted_kind, lateral (
           select id, created_at, office_state from submissions
           where ${inbox} and office_state = wanted_state and kind = wanted_kind and ${inner} and ${afterCursor}
           order by created_at desc, id desc limit $limit
         ) as part`;
  return runWithTimeout(
    database,
    `with newest as materialized (
       select id from (${parts}) as parts order by (office_state = 'new') desc, created_at desc, id desc limit $limit
     )
     select ${listedColumns} from submissions
     where id in (select id from newest) and ${ofSearch} and ${filters}
     order by (office_state = 'new') desc, submissions.created_at desc, submissions.id desc limit ${officeLimits.atOnce + 1}`,
    { ...valuesOf(wanted, query), ...startOf(wanted), limit },
  );
}

async function findBySearch(database: Database, wanted: Wanted, query: string): Promise<ListedRow[]> {
  const recent = await findNewest(database, wanted, scanLimit, query);
  if (recent.length > officeLimits.atOnce) return recent;
  return runWithTimeout(
    database,
    `with hits as materialized (
       select id, office_state, created_at from submissions
       where search @@ $query::tsquery and ${ofKindAndState} and ${scopeOf(wanted, query)} and ${filters} and ${afterCursor}
     ), first as materialized (
       select id from hits order by (office_state = 'new') desc, created_at desc, id desc limit $limit
     )
     select ${listedColumns} from submissions where id in (select id from first)
     order by (office_state = 'new') desc, submissions.created_at desc, submissions.id desc`,
    { ...valuesOf(wanted, query), ...startOf(wanted), limit: officeLimits.atOnce + 1 },
  );
}

/** Returns null if counting takes too long: the list is useful without the counts. */
async function countStates(
  database: Database,
  wanted: Wanted,
  query: string | null,
): Promise<Record<LeadState, number> | null> {
  try {
    const rows = await runWithTimeout<{ state: LeadState; forms: number }>(
      database,
      `select state, (
         select count(*)::int from (
           select from submissions where ${scopeOf(wanted, query)} and office_state = state
             and kind = any($kinds::text[]) and ${filters} and ${ofSearch}
           limit ${officeLimits.counted}
         ) as counted
       ) as forms from unnest($states::text[]) as state`,
      { ...valuesOf(wanted, query), states: leadStates },
    );
    // The query returns one row for each state.
    return Object.fromEntries(rows.map(({ state, forms }) => [state, forms])) as Record<LeadState, number>;
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}

const afterCursor = `(not $isBound::boolean
  or (office_state = 'new', created_at, id) < ($isNew::boolean, $moment::timestamptz, $id::uuid))`;
const ofKindAndState = 'kind = any($kinds::text[]) and office_state = any($states::text[])';

// PostgreSQL plans each statement with its values, so a condition on a null value costs nothing.
const ofSearch = '($query::tsquery is null or search @@ $query::tsquery)';

/** The part of the filters that the index of the inbox covers. */
const period = `($since::timestamptz is null or created_at >= $since::timestamptz)
  and ($until::timestamptz is null or created_at < $until::timestamptz)`;

/** The pattern of the page is the same as in `industryOfPage`. */
const filters = `${period} and ($tests::boolean or not is_test)
  and ($industry::text is null
    or coalesce(industry, substring(lower(page_path) from '^/(?:industries/)?([a-z-]+)/*$')) = $industry::text)
  and ($source::text is null
    or case when $source::text = 'website' then partner is null else partner = substr($source::text, length('partner:') + 1) end)
  and ($assignee::text is null
    or case when $assignee::text = '' then office_assignee is null else office_assignee = $assignee::text end)
  and ($remindBy::date is null or office_remind_on <= $remindBy::date)`;

function valuesOf(
  { kind, state, since, until, tests, industry, source, assignee, remindBy }: OfficeFilters,
  query: string | null,
) {
  return {
    kinds: kind === null ? kindNames : [kind],
    states: state === null ? leadStates : [state],
    ...{ since, until, tests, industry, source, assignee, remindBy, query },
  };
}

function scopeOf({ place }: OfficeFilters, query: string | null): string {
  if (place === 'quarantine') return isHeld;
  return query === null ? inbox : 'purged_at is null';
}

/**
 * Runs a statement that PostgreSQL cancels after {@link statementTimeout}. Without this it would run on after the client left.
 * @throws CommandError 2 if the statement takes longer
 */
async function runWithTimeout<Row extends object = ListedRow>(
  database: Database,
  text: string,
  values: Record<string, unknown>,
): Promise<Row[]> {
  const { sequelize } = database;
  try {
    return await database.use(() =>
      sequelize.transaction(async (transaction) => {
        await sequelize.query(`set local statement_timeout = ${statementTimeout}`, { transaction });
        return sequelize.query<Row>(text, { bind: values, type: QueryTypes.SELECT, transaction });
      }),
    );
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError) || !isTimeout(error.cause)) throw error;
    throw new CommandError('There are too many forms to look through: choose a shorter period, a kind or a state.');
  }
}

/** SQLSTATE 57014: the statement ran into its timeout. */
function isTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && 'code' in error.parent && error.parent.code === '57014';
}

function cursorOf({ state, moment, id }: ListedRow): string {
  return [state === 'new' ? 'new' : 'old', moment, id].join(' | ');
}

/** The start of a page, as values of the statement. The list begins at its start for an invalid cursor. */
function startOf({ after }: Wanted) {
  const [, rank, moment = '', id = ''] = /^(new|old) \| ([\d :.+-]+) \| ([0-9a-f-]{36})$/.exec(after ?? '') ?? [];
  const isBound = rank !== undefined && !Number.isNaN(Date.parse(moment));
  if (isBound) return { isBound, isNew: rank === 'new', moment, id };
  return { isBound, isNew: false, moment: 'epoch', id: '00000000-0000-0000-0000-000000000000' };
}

import type { EraseAnswer, PersonAnswer } from 'kit/contracts/office';
import { CommandError } from 'kit/server/command-error';
import { DatabaseUnavailableError } from '../database/connection.ts';
import type { Database } from '../database/database.ts';
import { type OriginRow, originOf } from '../submissions/stored-form.ts';
import { type Actor, writeAudit } from './audit.ts';
import { type Erased, eraseForms } from './erase-forms.ts';
import { type ListedRow, listedColumns, presentListed } from './listed-form.ts';
import { type Contact, contactOf } from './search-query.ts';

/** The page names at most this many forms and counts the rest. */
const maxNamed = 50;
/** Forms that one statement reads or erases. An intake may have 256 kB, and short statements hold their locks briefly. */
const batchSize = 50;
/** Rows that one statement looks through, so that it ends long before the database cancels it. */
const rowsAtOnce = 2000;

/** How far a table is searched that is searched whole. */
export interface Progress {
  table: string;
  percent: number;
}

const ofPerson = 'search @@ $query::tsquery and purged_at is null';

/**
 * Finds all data about one mail address or telephone number: forms of every kind, including tests and quarantined ones.
 * @throws CommandError 2 if `who` is neither
 */
async function findPerson(database: Database, who: string): Promise<PersonAnswer> {
  const contact = parseContact(who);
  const { query } = contact;
  const [sums] = await database.run<Pick<PersonAnswer, 'count' | 'told' | 'mailed'>>(
    `with mine as materialized (select id from submissions where ${ofPerson}), ways as (
       select channel, delivered_at is not null or taken_by is not null or exists (
         select from delivery_tries where delivery_id = deliveries.id and outcome = 'delivered'
       ) as is_there
       from deliveries where submission_id in (select id from mine)
     )
     select (select count(*)::int from mine) as count,
       array(select distinct channel from ways where channel not in ('mail', 'reply') order by 1) as told,
       (select count(*)::int from ways where channel = 'mail' and is_there) as mailed`,
    { query },
  );
  const forms = await database.run<ListedRow>(
    `select ${listedColumns} from submissions where ${ofPerson} order by submissions.created_at desc limit ${maxNamed}`,
    { query },
  );
  return {
    who,
    count: sums?.count ?? 0,
    forms: forms.map(presentListed),
    mentions: await mentionsOf(database, contact),
    told: sums?.told ?? [],
    mailed: sums?.mailed ?? 0,
  };
}

/** {@link findPerson} for somebody who looks or exports. The audit log has it before anything is shown. */
export async function lookUpPerson(
  database: Database,
  who: string,
  actor: Actor,
  act: 'person' | 'export-person',
): Promise<PersonAnswer> {
  const answer = await findPerson(database, who);
  await writeAudit(database, actor, { act, details: { forms: answer.forms.map(({ reference }) => reference) } });
  return answer;
}

/** References of other people's forms whose notes contain the address or number, at most {@link maxNamed}. */
async function mentionsOf(database: Database, { query, pattern }: Contact): Promise<string[]> {
  const references = new Set<string>();
  for await (const { batch } of batchesOf(database, 'office_entries')) {
    const rows = await database.run(
      `select distinct reference from office_entries join submissions on submissions.id = submission_id
       where ${inBatch('office_entries')} and note ~* $pattern and not (${ofPerson})
       limit ${maxNamed}`,
      { ...batch, pattern, query },
    );
    for (const { reference } of rows) references.add(String(reference));
    if (references.size >= maxNamed) break;
  }
  return [...references].sort().slice(0, maxNamed);
}

/**
 * Erases all data about one mail address or telephone number. `count` is the number of forms that the staff member saw; if it
 * differs now, nothing is erased, because a new form may have arrived. After a failure the same call erases the rest.
 *
 * @param report receives the progress in each table that is searched whole
 * @throws CommandError 3 if there is no data, 1 if `count` differs, or 1 with the progress if the database does not answer
 */
export async function erasePerson(
  database: Database,
  { who, count }: { who: string; count: number | undefined },
  actor: Actor,
  dataDir: string,
  report: (progress: Progress) => void = () => undefined,
): Promise<EraseAnswer> {
  const found = await findPerson(database, who);
  if (found.count === 0 && found.mentions.length === 0) {
    throw new CommandError('Nothing is kept about this address or number.', 3);
  }
  if (count !== undefined && count !== found.count) {
    throw new CommandError(
      `There are ${found.count} forms of this address or number now, not ${count}: nothing was erased. Look again, then decide.`,
      1,
    );
  }
  const contact = parseContact(who);
  const erased: Erased[] = [];
  let searched: Progress | undefined;
  try {
    // Mentions are erased first: after a failure the forms are still found, so the whole call can be repeated.
    await eraseMentions(database, contact, (progress) => {
      searched = progress;
      report(progress);
    });
    searched = undefined;
    for (let isLeft = true; isLeft; ) {
      const ids = await idsOf(database, contact);
      erased.push(...(await eraseForms(database, ids, actor, dataDir, { why: 'asked for' })));
      isLeft = ids.length === batchSize;
    }
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    const where = searched ? `, and ${searched.table} was searched to ${searched.percent} %` : '';
    throw new CommandError(
      `The database stopped answering: ${erased.length} of ${found.count} forms are erased${where}. What is erased stays erased. Look the customer up again and erase the rest.`,
      1,
    );
  }
  const references = erased.map(({ reference }) => reference);
  const summary = { forms: erased.length, 'notes on': found.mentions };
  await writeAudit(database, actor, { act: 'erase-person', details: summary });
  return {
    erased: erased.length,
    references: references.slice(0, maxNamed),
    mentions: found.mentions.length,
    told: [...new Set(erased.flatMap(({ told }) => told))].sort(),
    mailed: erased.filter(({ isMailed }) => isMailed).length,
  };
}

/** @throws CommandError 2 if the text is neither a mail address nor a telephone number */
function parseContact(who: string): Contact {
  const contact = contactOf(who);
  if (contact) return contact;
  throw new CommandError('Type a whole mail address, or a telephone number of at least eight digits.');
}

async function idsOf(database: Database, { query }: Contact): Promise<string[]> {
  const rows = await database.run(
    `select id from submissions where ${ofPerson} order by created_at limit ${batchSize}`,
    { query },
  );
  return rows.map(({ id }) => String(id));
}

/** Erases the contact from notes on other forms and from stored errors, because mail servers repeat addresses in them. */
async function eraseMentions(
  database: Database,
  { pattern }: Contact,
  report: (progress: Progress) => void,
): Promise<void> {
  const values = { pattern };
  const erase = (table: string, column: string, where: string) =>
    `update ${table} set ${column} = regexp_replace(${column}, $pattern, '[erased]', 'gi')
     where ${where} and ${column} ~* $pattern returning 1 as done`;
  await database.run(erase('delivery_channels', 'last_error', 'last_error is not null'), values);
  for (const [table, column] of [
    ['office_entries', 'note'],
    ['deliveries', 'last_error'],
    ['delivery_tries', 'said'],
  ] as const) {
    const statement = erase(table, column, inBatch(table));
    for await (const { batch, percent } of batchesOf(database, table)) {
      await database.run(statement, { ...values, ...batch });
      report({ table, percent });
    }
  }
}

/** The condition of SQL for the rows of a batch, whose values are bound under their names. */
const inBatch = (table: string) => `${table}.id > $after::bigint and ${table}.id <= $upTo::bigint`;

/**
 * All rows that a table has now, however many, in batches by id: for questions that no index answers, which one statement
 * over the whole table would not answer in time. `percent` is how far the table is searched after the batch.
 */
async function* batchesOf(database: Database, table: string) {
  const [ends] = await database.run<{ first: number | null; last: number | null }>(
    `select min(id)::float8 as first, max(id)::float8 as last from ${table}`,
  );
  if (!ends || ends.first === null || ends.last === null) return;
  const { first, last } = ends;
  for (let after = first - 1; after < last; after += rowsAtOnce) {
    const upTo = Math.min(last, after + rowsAtOnce);
    yield { batch: { after, upTo }, percent: Math.floor((100 * (upTo - first + 1)) / (last - first + 1)) };
  }
}

/** All data about one mail address or telephone number as one JSON document, for a person's request for access. */
export async function* exportPerson(database: Database, who: string): AsyncGenerator<string> {
  const head = { of: who.trim(), exportedAt: new Date().toISOString() };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "forms": [`;
  const { query } = parseContact(who);
  let last = '00000000-0000-0000-0000-000000000000';
  let before = '\n';
  for (let isMore = true; isMore; ) {
    const rows = await database.run<PersonRow>(readForms, { query, last });
    for (const { id, ...row } of rows) {
      yield before + JSON.stringify(presentForm(row), null, 2);
      before = ',\n';
      last = id;
    }
    isMore = rows.length === batchSize;
  }
  yield '\n  ]\n}\n';
}

interface PersonRow extends OriginRow {
  id: string;
}

const readForms = `
  select id, reference, kind, created_at, payload, office_state as state, is_test as "isTest",
    quarantine_reason as "quarantineReason", consent_version, page_path, host(ip) as ip, user_agent as "userAgent",
    industry, partner, returned_at as "returnedAt", return_reason as "returnReason",
    coalesce((
      select json_agg(json_build_object('at', at, 'by', by, 'state', state, 'note', note) order by office_entries.id)
      from office_entries where submission_id = submissions.id
    ), '[]') as history,
    coalesce((
      select json_agg(json_build_object('channel', channel, 'deliveredAt', delivered_at) order by deliveries.id)
      from deliveries where submission_id = submissions.id
    ), '[]') as deliveries
  from submissions where ${ofPerson} and id > $last::uuid
  order by id limit ${batchSize}`;

function presentForm(row: OriginRow): Record<string, unknown> {
  const { page: pagePath, ...origin } = originOf(row);
  const { payload: fields, created_at: createdAt, page_path: _path, consent_version: _version, ...rest } = row;
  const { industry: _industry, partner: _partner, ...own } = rest;
  return { createdAt, ...own, pagePath, fields, origin };
}

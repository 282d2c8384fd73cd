import type { EraseAnswer, PersonAnswer } from 'kit/contracts/office';
import { CommandError } from 'kit/server/command-error';
import { DatabaseUnavailableError } from '../database/connection.ts';
import type { Database } from '../database/database.ts';
import { type Batch, inBatch, type Progress, WalkError, walkTable } from '../database/walk-table.ts';
import { type OriginRow, originOf } from '../submissions/stored-form.ts';
import { type Actor, note } from './audit.ts';
import { type Erased, eraseForms } from './erase-forms.ts';
import { type ListedRow, listedColumns, presentListed } from './listed-form.ts';
import { type Contact, contactOf } from './search-query.ts';

/** Named on the page; the rest is counted. */
const mostNamed = 50;
/** Read or erased at a time: an intake may have 256 kB, and each statement that erases is over in a moment. */
const formsAtOnce = 50;

const ofPerson = 'search @@ $query::tsquery and purged_at is null';

/**
 * What there is about one mail address or telephone number: forms of every kind, tests and quarantine among them.
 * @throws CommandError 2 for what is neither
 */
export async function findPerson(database: Database, who: string): Promise<PersonAnswer> {
  const contact = wantedContact(who);
  const { query } = contact;
  const [sums] = await database.run(
    `with mine as materialized (select id from submissions where ${ofPerson}), ways as (
       select channel, delivered_at is not null or taken_by is not null or exists (
         select from delivery_tries where delivery_id = deliveries.id and outcome = 'delivered'
       ) as is_there
       from deliveries where submission_id in (select id from mine)
     )
     select (select count(*)::int from mine) as forms,
       array(select distinct channel from ways where channel not in ('mail', 'reply') order by 1) as told,
       (select count(*)::int from ways where channel = 'mail' and is_there) as mailed`,
    { query },
  );
  const forms = await database.run(
    `select ${listedColumns} from submissions where ${ofPerson} order by submissions.created_at desc limit ${mostNamed}`,
    { query },
  );
  return {
    who,
    count: Number(sums?.forms ?? 0),
    forms: (forms as ListedRow[]).map(presentListed), // The columns are those of the row.
    mentions: await mentionsOf(database, contact),
    told: sums?.told as string[], // As above.
    mailed: Number(sums?.mailed ?? 0),
  };
}

/** Forms of others in whose notes the address or number stands, as many of them as are named. */
async function mentionsOf(database: Database, { query, pattern }: Contact): Promise<string[]> {
  const references = new Set<string>();
  await walkTable(database, 'office_entries', async (batch) => {
    const rows = await database.run(
      `select distinct reference from office_entries join submissions on submissions.id = submission_id
       where ${inBatch('office_entries')} and note ~* $pattern and not (${ofPerson})
       limit ${mostNamed}`,
      { ...batch, pattern, query },
    );
    for (const { reference } of rows) references.add(String(reference));
    return references.size >= mostNamed;
  });
  return [...references].sort().slice(0, mostNamed);
}

/**
 * Erases all of that, wherever it stands. Whoever decided on another number of forms than there are now is told, and nothing
 * is done: one may have come that they have not seen. What was erased before a failure stays erased, and the same call
 * erases the rest.
 *
 * @param report is told of the tables that are read to their end, however large.
 * @throws CommandError 3 when there is nothing, 1 when there are others now, or when the database does not answer, with how
 * far it came.
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
  const contact = wantedContact(who);
  const erased: Erased[] = [];
  try {
    // First, so that whoever is told of a failure finds the forms still there, and erases all of it once more.
    await eraseMentions(database, contact, report);
    for (let isLeft = true; isLeft; ) {
      const ids = await idsOf(database, contact);
      erased.push(...(await eraseForms(database, ids, actor, dataDir, { why: 'asked for' })));
      isLeft = ids.length === formsAtOnce;
    }
  } catch (error) {
    throw unfinished(error, erased.length, found.count);
  }
  const references = erased.map(({ reference }) => reference);
  const summary = { forms: erased.length, 'notes on': found.mentions };
  await note(database, actor, { act: 'erase-person', details: summary });
  return {
    erased: erased.length,
    references: references.slice(0, mostNamed),
    mentions: found.mentions.length,
    told: [...new Set(erased.flatMap(({ told }) => told))].sort(),
    mailed: erased.filter(({ isMailed }) => isMailed).length,
  };
}

/** @throws CommandError 2 for what is neither a mail address nor a telephone number */
function wantedContact(who: string): Contact {
  const contact = contactOf(who);
  if (contact) return contact;
  throw new CommandError('Type a whole mail address, or a telephone number of at least eight digits.');
}

async function idsOf(database: Database, { query }: Contact): Promise<string[]> {
  const rows = await database.run(
    `select id from submissions where ${ofPerson} order by created_at limit ${formsAtOnce}`,
    { query },
  );
  return rows.map(({ id }) => String(id));
}

function unfinished(error: unknown, erased: number, count: number): unknown {
  if (!(error instanceof DatabaseUnavailableError)) return error;
  const where =
    error instanceof WalkError ? `, and ${error.progress.table} was searched to ${error.progress.percent} %` : '';
  return new CommandError(
    `The database stopped answering: ${erased} of ${count} forms are erased${where}. What is erased stays erased. Look the customer up again and erase the rest.`,
    1,
  );
}

/** In notes about others, and in what a channel said last, as mail servers repeat addresses. */
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
    const eraseIn = async (batch: Batch) => {
      await database.run(statement, { ...values, ...batch });
      return false;
    };
    await walkTable(database, table, eraseIn, report);
  }
}

/** Everything that is kept about one mail address or telephone number, as one JSON document: for the person who asked for it. */
export async function* exportPerson(database: Database, who: string): AsyncGenerator<string> {
  const head = { of: who.trim(), exportedAt: new Date().toISOString() };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "forms": [`;
  const { query } = wantedContact(who);
  let last = '00000000-0000-0000-0000-000000000000';
  let before = '\n';
  for (;;) {
    const rows = await read(database, query, last);
    for (const row of rows) {
      yield before + JSON.stringify(presentForm(row), null, 2);
      before = ',\n';
      last = String(row.id);
    }
    if (rows.length < formsAtOnce) break;
  }
  yield '\n  ]\n}\n';
}

function read(database: Database, query: string, last: string) {
  return database.run(
    `select id, reference, kind, created_at as "createdAt", payload, office_state as state, is_test as "isTest",
       quarantine_reason as "quarantineReason", consent_version as "consentVersion", page_path as "pagePath",
       host(ip) as ip, user_agent as "userAgent", industry, partner, returned_at as "returnedAt", return_reason as "returnReason",
       coalesce((
         select json_agg(json_build_object('at', at, 'by', by, 'state', state, 'note', note) order by office_entries.id)
         from office_entries where submission_id = submissions.id
       ), '[]') as history,
       coalesce((
         select json_agg(json_build_object('channel', channel, 'deliveredAt', delivered_at) order by deliveries.id)
         from deliveries where submission_id = submissions.id
       ), '[]') as deliveries
     from submissions where ${ofPerson} and id > $last::uuid
     order by id limit ${formsAtOnce}`,
    { query, last },
  );
}

function presentForm(row: Record<string, unknown>): Record<string, unknown> {
  const { page: _page, ...origin } = originOf(row as unknown as OriginRow); // As read above.
  const { id: _id, payload, industry: _industry, partner: _partner, consentVersion: _version, ...rest } = row;
  return { ...rest, fields: payload, origin };
}

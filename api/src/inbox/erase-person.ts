import type { EraseAnswer, PersonAnswer } from 'kit/contracts/office';
import { CommandError } from 'kit/server/command-error';
import { rowsOf } from '../office/rows-of.ts';
import { type Actor, note } from './audit.ts';
import { type Erased, eraseForms } from './erase-forms.ts';
import { type ListedRow, listedColumns, presentListed } from './listed-form.ts';
import { mailQueryOf } from './search-query.ts';

/** Named on the page; the rest is counted. */
const mostNamed = 50;
/** Erased at a time: each of these statements is over in a moment, and what it did stays done. */
const atOnce = 200;

const ofPerson = 'search @@ $query::tsquery and purged_at is null';

/** What there is about one mail address: forms of every kind, tests and quarantine among them. */
export async function findPerson(email: string): Promise<PersonAnswer> {
  const query = mailQueryOf(email);
  const [sums] = await rowsOf(
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
  const forms = await rowsOf(
    `select ${listedColumns} from submissions where ${ofPerson} order by submissions.created_at desc limit ${mostNamed}`,
    { query },
  );
  return {
    email,
    count: Number(sums?.forms ?? 0),
    forms: (forms as ListedRow[]).map(presentListed), // The columns are those of the row.
    mentions: await mentionsOf(email, query),
    told: sums?.told as string[], // As above.
    mailed: Number(sums?.mailed ?? 0),
  };
}

/** Forms of others in whose notes the address stands. */
async function mentionsOf(email: string, query: string): Promise<string[]> {
  const rows = await rowsOf(
    `select distinct reference from office_entries join submissions on submissions.id = submission_id
     where position(lower($email) in lower(note)) > 0 and not (${ofPerson}) order by 1 limit ${mostNamed}`,
    { email: email.trim(), query },
  );
  return rows.map(({ reference }) => String(reference));
}

/**
 * Erases all of that, wherever it stands. Whoever decided on another number of forms than there are now is told, and nothing
 * is done: one may have come that they have not seen.
 * @throws CommandError 3 when there is nothing, 1 when there are others now.
 */
export async function erasePerson(
  { email, count }: { email: string; count: number | undefined },
  actor: Actor,
  dataDir: string,
): Promise<EraseAnswer> {
  const found = await findPerson(email);
  if (found.count === 0 && found.mentions.length === 0) {
    throw new CommandError('Nothing is kept about this address.', 3);
  }
  if (count !== undefined && count !== found.count) {
    throw new CommandError(
      `There are ${found.count} forms of this address now, not ${count}: nothing was erased. Look again, then decide.`,
      1,
    );
  }
  // First, so that whoever is told of a failure finds the forms still there, and erases all of it once more.
  await eraseMentions(email);
  const erased: Erased[] = [];
  for (let isLeft = true; isLeft; ) {
    const ids = await idsOf(email);
    erased.push(...(await eraseForms(ids, actor, dataDir, { why: 'asked for' })));
    isLeft = ids.length === atOnce;
  }
  const references = erased.map(({ reference }) => reference);
  const summary = { forms: erased.length, 'notes on': found.mentions };
  await note(actor, { act: 'erase-person', details: summary });
  return {
    erased: erased.length,
    references: references.slice(0, mostNamed),
    mentions: found.mentions.length,
    told: [...new Set(erased.flatMap(({ told }) => told))].sort(),
    mailed: erased.filter(({ isMailed }) => isMailed).length,
  };
}

async function idsOf(email: string): Promise<string[]> {
  const rows = await rowsOf(`select id from submissions where ${ofPerson} order by created_at limit ${atOnce}`, {
    query: mailQueryOf(email),
  });
  return rows.map(({ id }) => String(id));
}

/** In notes about others, and in what a channel said last, as mail servers repeat addresses. */
async function eraseMentions(email: string): Promise<void> {
  const pattern = email.trim().replace(/[^A-Za-z0-9]/g, '\\$&');
  for (const [table, column] of [
    ['office_entries', 'note'],
    ['deliveries', 'last_error'],
    ['delivery_tries', 'said'],
    ['delivery_channels', 'last_error'],
  ]) {
    await rowsOf(
      `update ${table} set ${column} = regexp_replace(${column}, $pattern, '[erased]', 'gi')
       where position(lower($email) in lower(${column})) > 0 returning 1 as done`,
      { pattern, email: email.trim() },
    );
  }
}

import { type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { kindNames, leadStates, type OfficeFilters, type OfficeKind, officeLimits } from 'kit/contracts/office';
import { wholeNumber } from 'kit/server/command-line';
import { systemUser } from 'kit/server/system-user';
import type { Database } from '../../database/database.ts';
import { writeAudit } from '../../inbox/audit.ts';
import { idsOfList, listForms } from '../../inbox/list-forms.ts';
import { exportCsv } from '../export-submissions.ts';
import { day, nameOfDecider, type Tools } from '../office.ts';

const kinds = Object.keys(kindNames) as [OfficeKind, ...OfficeKind[]]; // The object is not empty.

function lowerCase(text: string): string {
  if (/^[a-z][a-z-]{0,59}$/.test(text)) return text;
  throw new InvalidArgumentError('It takes an industry like hvac.');
}

function sourceOf(text: string): string {
  if (/^[a-z0-9-]{1,90}$/.test(text)) return text === 'website' ? text : `partner:${text}`;
  throw new InvalidArgumentError('It takes "website" or the name of a partner.');
}

function searchText(text: string): string {
  if (text.length <= officeLimits.search) return text;
  throw new InvalidArgumentError(`It takes at most ${officeLimits.search} characters.`);
}

type Wanted = { [Filter in keyof Omit<OfficeFilters, 'since' | 'until'>]?: OfficeFilters[Filter] | undefined } & {
  since?: Date | undefined;
  until?: Date | undefined;
  quarantine?: boolean | undefined;
};

function filtersOf({ since, until, quarantine, search = '', tests = false, ...rest }: Wanted): OfficeFilters {
  const { kind = null, state = null, industry = null, source = null, assignee = null } = rest;
  return {
    ...{ kind, state, industry, source, search, tests, assignee },
    remindBy: null,
    place: quarantine ? 'quarantine' : 'inbox',
    since: since?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
  };
}

/** The commands of the inbox, with the same filters as its page. */
export function addInbox(program: CommandUnknownOpts, { answer, audited, print }: Tools): void {
  const inbox = program.command('inbox').description('The inbox: forms of every kind, filtered and searched');
  const filtered = (command: string, description: string) =>
    inbox
      .command(command)
      .description(description)
      .addOption(new Option('--kind <kind>', 'only of this kind').choices(kinds))
      .addOption(new Option('--state <state>', 'only in this state').choices(leadStates))
      .option('--since <day>', 'from this day on, like 2026-11-20', day)
      .option('--until <day>', 'before this day', day)
      .option('--industry <name>', 'only of this industry, like hvac', lowerCase)
      .option('--source <name>', '"website", or the name of a partner', sourceOf)
      .option('--search <text>', 'words of any field or note, a phone number, a mail address, a reference', searchText)
      .option('--tests', 'with tests')
      .option('--assignee <name>', 'only what is assigned to them', nameOfDecider)
      .option('--quarantine', 'what is in quarantine instead');
  filtered('list', `List forms: new ones first, then the newest`)
    .option('--limit <n>', 'at most this many (default: 50)', wholeNumber(1))
    .action(({ limit = officeLimits.atOnce, ...wanted }) =>
      audited({ act: 'list', details: { place: wanted.quarantine ? 'quarantine' : 'inbox' } }, (database) =>
        listSome(database, filtersOf(wanted), limit),
      ),
    );
  filtered('export', 'Export them with all fields as CSV for Excel').action((wanted) =>
    print(async (database) => {
      const filters = filtersOf(wanted);
      const ids = await idsOfList(database, filters);
      const details = { place: filters.place, forms: ids.length };
      await writeAudit(database, { by: systemUser(), role: 'command' }, { act: 'export', details });
      return exportCsv(database, { ids });
    }),
  );
  inbox
    .command('index')
    .description('Rebuild the search words of all forms, after an update that searches more fields')
    .action(() => answer(async (database) => [{ indexed: await rebuildWords(database) }]));
}

async function listSome(database: Database, filters: OfficeFilters, limit: number) {
  const rows: Record<string, unknown>[] = [];
  for (let after: string | null = null; rows.length < limit; ) {
    const page: Awaited<ReturnType<typeof listForms>> = await listForms(database, { ...filters, after });
    rows.push(...page.forms.map(({ isErased: _, ...form }) => ({ ...form })));
    after = page.next;
    if (after === null) break;
  }
  return rows.slice(0, limit);
}

/** Small batches hold their locks briefly, so that staff can work on these forms meanwhile. */
const batchSize = 200;

/** Rebuilds the search words of all forms, because an older version may have indexed fewer fields. Returns their number. */
async function rebuildWords(database: Database): Promise<number> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (let count = 0; ; ) {
    const rows = await database.run<{ id: string }>(
      `update submissions set search = office_words(payload, reference, page_path) || office_note_words(id)
       where purged_at is null and id in (
         select id from submissions where id > $last::uuid and purged_at is null order by id limit ${batchSize}
       ) returning id`,
      { last },
    );
    count += rows.length;
    last = rows.reduce((highest, { id }) => (id > highest ? id : highest), last);
    if (rows.length < batchSize) return count;
  }
}
